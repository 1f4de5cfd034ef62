import { type Kysely, sql } from 'kysely';

/**
 * Rows that stand further out than a position may be: those after them had positions that no number holds exactly, and
 * lists could not be paged. They keep their order.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENT).execute(database);
}

const STATEMENT = `do $$
declare
  own name;
begin
  for own in select relname from pg_class
    where relnamespace = 'tables'::regnamespace and relkind = 'r' and relname ~ '^t_[0-9a-f]{32}$'
  loop
    execute format('update tables.%1$I as far set position = 4503599627370496 + near.n
      from (select id, row_number() over (order by position, id) as n
        from tables.%1$I where position > 4503599627370496) as near where far.id = near.id', own);
    execute format('update tables.%1$I as far set position = -4503599627370496 - near.n
      from (select id, row_number() over (order by position desc, id desc) as n
        from tables.%1$I where position < -4503599627370496) as near where far.id = near.id', own);
  end loop;
end $$`;
