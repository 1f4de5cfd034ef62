import { type Kysely, sql } from 'kysely';

/** A space that is gone for ever for everybody, while what was in it goes by and by. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  'alter table space add column purged_at timestamptz check (purged_at is null or deleted_at is not null)',
  'create index space_purged on space (purged_at) where purged_at is not null',
];
