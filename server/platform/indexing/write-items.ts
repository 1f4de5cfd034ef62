import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { IndexCounts, type ReplacedPassage, removePassages } from './index-counts.ts';
import type { PreparedItem } from './prepare-items.ts';

/**
 * Indexes items by all of their text, in place of what was indexed before. Their rows must be locked (`lockForIndexing`).
 * @returns what they add to their hub's counts
 */
export async function writeItems(trx: Transaction, prepared: readonly PreparedItem[]): Promise<IndexCounts> {
  const counts = new IndexCounts();
  if (prepared.length === 0) return counts;
  const { rows: replaced } = await sql<ReplacedPassage & { item_id: string }>`
    delete from passage where item_id = any(${prepared.map(({ item }) => item.id)}::uuid[])
    returning item_id, language, heading, body`.execute(trx);
  const rows = prepared.flatMap(({ item, rows: own }) => own.map((row) => ({ item_id: item.id, ...row })));
  await sql`insert into passage (item_id, number, place, heading, language, body, lexemes)
    select item_id, number, place::jsonb, heading, language, body, lexemes::tsvector
    from json_to_recordset(${JSON.stringify(rows)}::json) as row
      (item_id uuid, number integer, place text, heading text, language text, body text, lexemes text)`.execute(
    trx,
  );
  for (const { rows: own, titleTokens, tokens } of prepared) {
    for (const { language } of own) counts.addLanguage(language, 1);
    counts.addTokens(titleTokens, true);
    counts.addTokens([...tokens].filter((token) => !titleTokens.has(token)));
  }
  const titles = new Map(prepared.map(({ item, titleTokens }) => [item.id, titleTokens]));
  for (const [id, passages] of Map.groupBy(replaced, ({ item_id }) => item_id)) {
    const before = removePassages(counts, passages);
    // Its title was counted with its first passage, whatever it was then.
    counts.removeTokens([...(titles.get(id) ?? [])].filter((token) => !before.has(token)));
  }
  return counts;
}

/**
 * What is locked: the whole item, whose state changes with its index rows; or only that it exists, where its rows are indexed.
 * Those who write rows change the item's count meanwhile, and would wait for as long as a batch is written.
 */
export type IndexingLock = 'item' | 'existence';

const LOCKS: Record<IndexingLock, RawBuilder<unknown>> = {
  item: sql`for no key update`,
  existence: sql`for key share`,
};

/**
 * Locks items against deletion while their index rows are written. Those that a write of a user has locked are left for the next
 * turn: nobody waits for the indexer, and it waits for nobody.
 * @returns the items that are locked now, and those that are there at all
 */
export async function lockForIndexing(
  trx: Transaction,
  itemIds: readonly string[],
  lock: IndexingLock = 'item',
): Promise<{ locked: ReadonlySet<string>; existing: ReadonlySet<string> }> {
  const { rows: locked } = await sql<{ id: string }>`
    select id from item where id = any(${itemIds}::uuid[]) order by id ${LOCKS[lock]} skip locked`.execute(
    trx,
  );
  if (locked.length === itemIds.length) {
    const all = new Set(itemIds);
    return { locked: all, existing: all };
  }
  const { rows: existing } = await sql<{ id: string }>`
    select id from item where id = any(${itemIds}::uuid[])`.execute(trx);
  return {
    locked: new Set(locked.map(({ id }) => id)),
    existing: new Set(existing.map(({ id }) => id)),
  };
}
