import { type Kysely, sql } from 'kysely';

/**
 * What was written and is still to be indexed (docs/decisions/0105). No foreign keys: a note is one row without a look-up,
 * and what is gone when its turn comes is skipped.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table index_outbox (
    id bigint generated always as identity primary key,
    hub_id uuid not null,
    kind text not null,
    target_id uuid not null,
    parts uuid[],
    numbers integer[],
    bulk boolean not null default false,
    progress text,
    failures integer not null default 0,
    not_before timestamptz,
    created_at timestamptz not null default now()
  ) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.1,
    autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.1)`.execute(database);
  await sql`create index index_outbox_of_hub on index_outbox (hub_id, bulk, id)`.execute(database);
  await sql`create index index_outbox_of_target on index_outbox (target_id)`.execute(database);
  // Only the indexer writes passages, many at a time, and merges the pending list itself.
  await sql`alter index passage_lexemes set (fastupdate = on, gin_pending_list_limit = 65536)`.execute(
    database,
  );
}
