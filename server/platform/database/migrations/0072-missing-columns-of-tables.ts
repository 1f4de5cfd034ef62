import { type Kysely, sql } from 'kysely';

/**
 * Adds database columns that tables lack: where a computed column became a stored one of the same kind, as a number of rows a
 * number, none was added, and the table could not be read any more.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`do $$
    declare missing record;
    begin
      for missing in
        select c.relname, t.name, t.pg_type
        from table_column t join pg_class c on c.relname = 't_' || replace(t.item_id::text, '-', '')
          and c.relnamespace = 'tables'::regnamespace
        where t.pg_type is not null and t.name ~ '^c_[0-9]+$'
          and coalesce(t.options ->> 'type', '') not in
            ('auto_number', 'created_at', 'created_by', 'updated_at', 'updated_by', 'lookup', 'rollup', 'link')
          and not exists (select from pg_attribute a
            where a.attrelid = c.oid and a.attname = t.name and a.attnum > 0 and not a.attisdropped)
      loop
        execute format('alter table tables.%I add column %I %s', missing.relname, missing.name, missing.pg_type);
      end loop;
    end $$`.execute(database);
}
