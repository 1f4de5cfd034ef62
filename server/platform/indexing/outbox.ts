import { sql } from 'kysely';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { wakeIndexers } from './indexer-wake.ts';

/** What a write has changed, for the indexer. */
export type IndexEntry = {
  hubId: string;
  /** The name of the source that reads it. */
  kind: string;
  /** The item, or the form. */
  targetId: string;
  /** Only these rows or submissions of it. */
  parts?: readonly string[];
  /** The numbers of those rows, in the same order. */
  numbers?: readonly number[];
  /** After what users wait for: an import, a rebuilt index. */
  bulk?: boolean;
};

/** The kind of an entry for everything in a hub (`queueHubIndexing`). */
export const INDEX_HUB = 'hub';

/** Parts that one entry has at most: so many are indexed together. */
export const PARTS_OF_ENTRY = 1_000;

/**
 * Notes what is to be indexed, in the transaction of the write: it is found soon after the commit, also when the process
 * is killed at once. Rights, trash and deletions need no entry: search reads them from the resource itself.
 */
export async function queueIndexing(
  database: Database | Transaction,
  entries: readonly IndexEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`insert into index_outbox (hub_id, kind, target_id, parts, numbers, bulk)
    select hub_id, kind, target_id, parts::uuid[], numbers::integer[], bulk
    from unnest(${entries.map(({ hubId }) => hubId)}::uuid[], ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ targetId }) => targetId)}::uuid[], ${entries.map(({ parts }) => arrayText(parts))}::text[],
      ${entries.map(({ numbers }) => arrayText(numbers))}::text[], ${entries.map(({ bulk }) => bulk ?? false)}::boolean[])
      as entry (hub_id, kind, target_id, parts, numbers, bulk)`.execute(database);
  await wakeAfterCommit(database);
}

/** Wakes the indexer once entries that a statement has written itself are committed. */
export async function wakeAfterCommit(database: Database | Transaction): Promise<void> {
  await afterCommit(database, async (free) => wakeIndexers(free));
}

const arrayText = (list: readonly (string | number)[] | undefined) => (list ? `{${list.join()}}` : null);

/** Whether anything of an item or a form waits to be indexed. */
export async function isQueuedForIndexing(
  database: Database | Transaction,
  targetId: string,
): Promise<boolean> {
  const { rows } = await sql`select from index_outbox where target_id = ${targetId} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/** What waits to be indexed: how many entries (counted to a limit), and the age of the oldest in seconds. */
export type IndexBacklog = { waiting: number; oldestSeconds: number };

const COUNTED_MAX = 10_000;

/**
 * How much waits to be indexed. What is indexed again takes its time, and does not count as old; nor does an entry that can't be
 * indexed for now, which is logged by itself.
 */
export async function indexBacklog(database: Database): Promise<IndexBacklog> {
  const { rows } = await sql<IndexBacklog>`
    select (select count(*)::int from (select from index_outbox limit ${COUNTED_MAX}) as counted) as waiting,
      coalesce((select extract(epoch from clock_timestamp() - created_at) from index_outbox
        where kind <> ${INDEX_HUB} and not bulk and failures = 0 order by id limit 1), 0)::float8
        as "oldestSeconds"`.execute(database);
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}
