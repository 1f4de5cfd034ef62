import { type Kysely, sql } from 'kysely';

/**
 * Folders that are restored or separated in batches go with the folder whose job does it: without it nobody goes on, and
 * what lies in them would wait for ever.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['restoring_folder', 'separating_folder']) {
    const waiting = sql.table(table);
    await sql`delete from ${waiting} waiting where not exists (
      select from item where item.id = waiting.root_id)`.execute(database);
    // `restoring_folder_of_root` and `separating_folder_of_root` begin with the column.
    await sql`alter table ${waiting} add constraint ${sql.id(`${table}_root_id_fkey`)}
      foreign key (root_id) references item on delete cascade`.execute(database);
  }
}
