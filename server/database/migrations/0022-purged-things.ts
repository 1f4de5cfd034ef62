import { type Kysely, sql } from 'kysely';

/** Items and forms that are gone for ever for everybody, while what lies in them is deleted batch by batch. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  'alter table item add column purged_at timestamptz check (purged_at is null or trashed_at is not null)',
  'create index item_purged on item (id) where purged_at is not null',
  'alter table form add column purged_at timestamptz check (purged_at is null or trashed_at is not null)',
  'create index form_purged on form (id) where purged_at is not null',
];
