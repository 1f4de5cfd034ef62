import type { SharedServer } from './shared-server.ts';

/**
 * Records how many rows of a table each statement deletes, from now on.
 * @returns a function that returns the records
 */
export async function watchDeletions(
  server: Pick<SharedServer, 'sql'>,
  table: string,
): Promise<() => Promise<number[]>> {
  await server.sql(`create table if not exists deletion_log (place text, count int);
    create or replace function log_deletion() returns trigger language plpgsql as $$ begin
      insert into deletion_log select tg_table_name, count(*) from gone having count(*) > 0; return null;
    end $$;
    create trigger log_deletion after delete on ${table} referencing old table as gone
      for each statement execute function log_deletion()`);
  return async () => {
    const rows = await server.sql<{ count: number }>('select count from deletion_log where place = $1', [
      table,
    ]);
    return rows.map(({ count }) => count);
  };
}
