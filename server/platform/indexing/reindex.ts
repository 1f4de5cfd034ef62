import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { LEXEME_VERSION } from './lexemes.ts';
import { INDEX_HUB, wakeAfterCommit } from './outbox.ts';

/** How much is indexed again. */
export type QueuedHubs = { hubs: number; items: number; forms: number };

/**
 * Has everything of a hub, or of all hubs, indexed again, beside whatever is being written: one entry for each hub, which the
 * indexer works off in small parts after what users wait for, and continues where a kill ended it. A hub that waits for its turn
 * already is not noted twice.
 * @param handle of the hub, in any case; null for all
 */
export async function queueHubIndexing(
  database: Database | Transaction,
  handle: string | null,
): Promise<QueuedHubs> {
  const { rows } = await sql<QueuedHubs>`
    with chosen as (
      select id from hub where deleted_at is null and (${handle}::text is null or lower(handle) = lower(${handle}))
    ), noted as (
      insert into index_outbox (hub_id, kind, target_id, bulk)
      select id, ${INDEX_HUB}::text, id, true from chosen
      where not exists (select from index_outbox waiting
        where waiting.target_id = chosen.id and waiting.kind = ${INDEX_HUB} and waiting.progress is null)
    )
    select (select count(*) from chosen)::int as hubs,
      (select count(*) from item where hub_id in (select id from chosen))::int as items,
      (select count(*) from form where hub_id in (select id from chosen))::int as forms`.execute(database);
  await wakeAfterCommit(database);
  return rows[0] ?? { hubs: 0, items: 0, forms: 0 };
}

/**
 * Has all hubs indexed again where the index was made by an earlier `LEXEME_VERSION`. The version is stored in the same statement:
 * of several processes that start together one does it, and the others wait for its commit and find nothing to do.
 */
export async function queueOutdatedHubs(database: Database): Promise<void> {
  await sql`
    with raised as (
      update search_index set lexeme_version = ${LEXEME_VERSION} where lexeme_version < ${LEXEME_VERSION}
      returning lexeme_version
    )
    insert into index_outbox (hub_id, kind, target_id, bulk)
    select hub.id, ${INDEX_HUB}::text, hub.id, true from raised cross join hub`.execute(database);
}
