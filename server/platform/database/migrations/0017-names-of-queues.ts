import { type Kysely, sql } from 'kysely';

const RENAMED = [
  ['hub_word', 'hub_token'],
  ['deleted_word', 'deleted_token'],
  ['separating_folder', 'pending_folder_scope'],
  ['restoring_folder', 'pending_folder_restore'],
] as const;

/** Tables, and their indexes and constraints, get the names of docs/glossary.md; `answer_index` is read by nothing any more. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [before, after] of RENAMED) {
    await sql`alter table ${sql.table(before)} rename to ${sql.table(after)}`.execute(database);
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where schemaname = current_schema() and tablename = ${after}`.execute(
      database,
    );
    for (const { name } of rows)
      if (name.startsWith(before))
        await sql`alter index ${sql.id(name)} rename to ${sql.id(name.replace(before, after))}`.execute(
          database,
        );
    const constraints = await sql<{ name: string }>`
      select conname as name from pg_constraint where conrelid = ${after}::regclass and contype = 'f'`.execute(
      database,
    );
    for (const { name } of constraints.rows)
      if (name.startsWith(before))
        await sql`alter table ${sql.table(after)} rename constraint ${sql.id(name)} to ${sql.id(name.replace(before, after))}`.execute(
          database,
        );
  }
  await sql`drop table answer_index`.execute(database);
}
