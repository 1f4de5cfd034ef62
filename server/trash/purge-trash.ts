import { sql } from 'kysely';
import { record } from '../audit/record.ts';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { sweepWords } from '../search/sweep-words.ts';
import { forgetItems } from './forget.ts';
import { isOver } from './kept-in-trash.ts';
import { purgeSpaces } from './purge-spaces.ts';

/** Trees of items that end in one transaction. */
const BATCH = 100;

type OldItem = { id: string; hub_id: string; scope_id: string; title: string; days: number; below: string[] };

/**
 * Ends some of the items that were in the trash for their time, folders with what lies in them.
 * @returns the hubs that they were in; none when there are no more.
 */
function purgeItems(database: Database): Promise<string[]> {
  return inTransaction({ database }, async (trx) => {
    const { rows } = await sql<OldItem>`
      select item.id, item.hub_id, item.scope_id, item.title, hub.trash_days as days, array(
          with recursive below as (
            select item.id union select child.id from item child join below on child.parent_id = below.id
          ) select id from below) as below
      from item join hub on hub.id = item.hub_id
      where ${isOver('item.trashed_at')} and not exists (
        select from item folder where folder.id = item.parent_id and folder.trashed_at = item.trashed_at)
        and not exists (select from space where space.id = item.space_id and space.purged_at is not null)
      order by item.trashed_at limit ${BATCH} for update of item skip locked`.execute(trx);
    for (const { id, hub_id, scope_id, title, days } of rows) {
      await record(trx, null, {
        hubId: hub_id,
        action: 'item.deleted',
        target: { kind: 'item', id, name: title },
        scopeId: scope_id,
        details: { days },
      });
    }
    const hubs = Map.groupBy(rows, (item) => item.hub_id);
    for (const [hubId, items] of hubs) {
      await forgetItems(trx, hubId, [...new Set(items.flatMap((item) => item.below))]);
    }
    return [...hubs.keys()];
  });
}

/**
 * Ends what was in the trash for its time: items and whole spaces; then the words that only they held.
 * @param ended a hub in which something was ended already
 */
export async function purgeTrash(
  database: Database,
  signal: AbortSignal,
  ended: string | null,
): Promise<void> {
  const hubs = new Set(ended === null ? [] : [ended]);
  for (const hub of await purgeSpaces(database, signal)) hubs.add(hub);
  for (let some = await purgeItems(database); some.length > 0; some = await purgeItems(database)) {
    for (const hub of some) hubs.add(hub);
    signal.throwIfAborted();
  }
  for (const hub of hubs) await sweepWords(database, hub, signal);
}
