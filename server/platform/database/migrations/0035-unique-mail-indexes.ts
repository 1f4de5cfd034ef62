import { type Kysely, sql } from 'kysely';

/**
 * Unique columns of mail addresses are compared without regard to case. Tables whose column became unique before have no
 * index by which their rows are found so, and each write would read the whole table. It is no unique index: rows that
 * were allowed to be alike stay. The earlier index stays too, since filters use it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select stored.relname as table_name, held.attname as column_name
    from table_column
      join pg_class stored on stored.relname = 't_' || replace(table_column.item_id::text, '-', '')
        and stored.relnamespace = to_regnamespace('tables')
      join pg_attribute held on held.attrelid = stored.oid and held.attname = table_column.name
        and not held.attisdropped and held.atttypid = 'text'::regtype
    where table_column.definition->>'type' = 'email' and table_column.options->'unique' = 'true'`.execute(
    database,
  );
  for (const { table_name, column_name } of rows) {
    const name = sql.id(`${table_name}_${column_name}_unique_email`);
    await sql`create index if not exists ${name} on ${sql.id('tables', table_name)}
      using hash (lower(${sql.id(column_name)}))`.execute(database);
  }
}
