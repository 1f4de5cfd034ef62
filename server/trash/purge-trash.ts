import { sql } from 'kysely';
import type { Visibility } from '#lib/policy/roles.ts';
import { record } from '../audit/record.ts';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { sweepWords } from '../search/sweep-words.ts';
import { forgetItems, forgetSpace, recordPurge } from './forget.ts';
import { TRASH_DAYS } from './trash-days.ts';

/** Trees of items, or spaces, that end in one transaction. */
const BATCH = 100;

type OldItem = { id: string; hub_id: string; scope_id: string; title: string; below: string[] };

/**
 * Ends some of the items that were in the trash for their time, folders with what lies in them.
 * @returns the hubs that they were in; none when there are no more.
 */
function purgeItems(database: Database): Promise<string[]> {
  return inTransaction({ database }, async (trx) => {
    const { rows } = await sql<OldItem>`
      select item.id, item.hub_id, item.scope_id, item.title, array(
          with recursive below as (
            select item.id union select child.id from item child join below on child.parent_id = below.id
          ) select id from below) as below
      from item
      where item.trashed_at < now() - ${TRASH_DAYS} * interval '1 day' and not exists (
        select from item folder where folder.id = item.parent_id and folder.trashed_at = item.trashed_at)
      order by item.trashed_at limit ${BATCH} for update of item skip locked`.execute(trx);
    for (const { id, hub_id, scope_id, title } of rows) {
      await record(trx, null, {
        hubId: hub_id,
        action: 'item.deleted',
        target: { kind: 'item', id, name: title },
        scopeId: scope_id,
        details: { days: TRASH_DAYS },
      });
    }
    const hubs = Map.groupBy(rows, (item) => item.hub_id);
    for (const [hubId, items] of hubs) {
      await forgetItems(trx, hubId, [...new Set(items.flatMap((item) => item.below))]);
    }
    return [...hubs.keys()];
  });
}

type OldSpace = { id: string; hub_id: string; scope_id: string; name: string; visibility: Visibility };

/** Ends one of the spaces that were in the trash for their time. @returns its hub; null when there are no more. */
function purgeOldSpace(database: Database): Promise<string | null> {
  return inTransaction({ database }, async (trx) => {
    const { rows } = await sql<OldSpace>`
      select id, hub_id, scope_id, name, visibility from space
      where deleted_at < now() - ${TRASH_DAYS} * interval '1 day'
      order by deleted_at limit 1 for update skip locked`.execute(trx);
    const [space] = rows;
    if (!space) return null;
    await recordPurge(trx, null, space);
    await forgetSpace(trx, space);
    return space.hub_id;
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
  for (let hub = await purgeOldSpace(database); hub !== null; hub = await purgeOldSpace(database)) {
    hubs.add(hub);
    signal.throwIfAborted();
  }
  for (let some = await purgeItems(database); some.length > 0; some = await purgeItems(database)) {
    for (const hub of some) hubs.add(hub);
    signal.throwIfAborted();
  }
  for (const hub of hubs) await sweepWords(database, hub, signal);
}
