import { type Kysely, sql } from 'kysely';

/**
 * Which rows got values of a unique column while it was deleted, in place of whether any did: these alone are compared when it
 * is restored. Of columns for which that was noted before, it is not known which rows did: all of them are noted.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table deleted_column_row (
    item_id uuid not null,
    column_id text not null,
    row_id uuid not null,
    primary key (item_id, column_id, row_id),
    foreign key (item_id, column_id) references deleted_column on delete cascade
  )`.execute(database);
  await sql`do $$
    declare noted record;
    begin
      for noted in
        select gone.item_id, gone.column_id, c.relname from deleted_column gone
        join pg_class c on c.relname = 't_' || replace(gone.item_id::text, '-', '')
          and c.relnamespace = 'tables'::regnamespace
        where gone.has_new_values and gone.options ->> 'unique' = 'true'
      loop
        execute format('insert into deleted_column_row (item_id, column_id, row_id) select $1, $2, id from tables.%I', noted.relname)
          using noted.item_id, noted.column_id;
      end loop;
    end $$`.execute(database);
  await sql`alter table deleted_column drop column has_new_values`.execute(database);
  // By which the links that lead to a table are found, as those of its other columns.
  await sql`create index deleted_column_of_linked_table on deleted_column ((options ->> 'table'))
    where options ->> 'type' = 'link'`.execute(database);
}
