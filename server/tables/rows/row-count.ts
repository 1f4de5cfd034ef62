import { sql } from 'kysely';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isDatabaseUnavailable } from '#server/platform/database/unavailable.ts';
import type { Table } from '../table/table.ts';

/**
 * Records that rows were added or removed, and that the item was changed. The transaction only stores a note;
 * notes are added to the item's count after it, so that writers of one table do not wait for each other.
 * After a kill in between, the next write to the table or the next start adds them.
 */
export async function recordRowCountChange(
  trx: Transaction,
  { item }: Table,
  more: number,
  userId: string | null,
): Promise<void> {
  if (more !== 0) {
    await sql`insert into row_count_change (item_id, more) values (${item.id}, ${more})`.execute(trx);
  }
  await afterCommit(trx, async (database) => {
    await countTogether(database, item.id, { by: userId, isNoted: more !== 0 }).catch((error: unknown) => {
      // The rows are stored: only their count is missing, and a later write that would add it may never come.
      if (!isDatabaseUnavailable(error)) throw error;
      countWhenBack(database);
    });
  });
}

type Change = { by: string | null; isNoted: boolean };
type Counting = {
  done: Promise<void>;
  /** What begins once this is done, for those who came meanwhile. */
  next: Promise<void> | null;
  /** Who of them wrote last, and whether any of them left a note. */
  change: Change;
};
const countings = new WeakMap<Database, Map<string, Counting>>();

/**
 * Counts for all who wait for it at once: many people who write in one table at the same time would wait for each other's
 * lock of the item, one commit after the other. Each waits for a transaction that began after their own commit.
 */
function countTogether(database: Database, itemId: string, change: Change): Promise<void> {
  const running = countings.get(database) ?? new Map<string, Counting>();
  countings.set(database, running);
  const begin = (all: Change): Promise<void> => {
    const nobody = { by: null, isNoted: false };
    const counting: Counting = { done: Promise.resolve(), next: null, change: nobody };
    running.set(itemId, counting);
    counting.done = recordChange(database, itemId, all).finally(() => {
      if (!counting.next) running.delete(itemId);
    });
    return counting.done;
  };
  const current = running.get(itemId);
  if (!current) return begin(change);
  current.change = {
    by: change.by ?? current.change.by,
    isNoted: change.isNoted || current.change.isNoted,
  };
  current.next ??= current.done.catch(() => undefined).then(() => begin(current.change));
  return current.next;
}

/** Stores when and by whom a table was changed, and its new count. A change of rows that are there is one statement. */
async function recordChange(database: Database, itemId: string, { by, isNoted }: Change): Promise<void> {
  const changed = sql`updated_at = now(), updated_by = coalesce(${by}, updated_by)`;
  if (isNoted) return addNoted(database, itemId, sql`${changed},`);
  // Notes that are there all the same were left by a kill.
  const { rows } = await sql<{ is_noted: boolean }>`update item set ${changed} where id = ${itemId}
    returning exists (select from row_count_change where item_id = ${itemId}) as is_noted`.execute(database);
  if (rows.some(({ is_noted }) => is_noted)) await addNoted(database, itemId);
}

/** How long to wait before a count is retried after the database was unavailable, in milliseconds. */
const RETRY_MS = 1_000;
const awaited = new WeakSet<Database>();

function countWhenBack(database: Database): void {
  if (awaited.has(database)) return;
  awaited.add(database);
  setTimeout(() => {
    awaited.delete(database);
    applyRowCountChanges(database).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) countWhenBack(database);
    });
  }, RETRY_MS).unref();
}

/**
 * Adds the notes of a table to its count; notes that another transaction is adding are left to it. The item
 * is locked before its notes, as where it is deleted with them, and by a separate statement: the next one
 * then starts from the current row, where one statement for both would queue for an outdated version and
 * deadlock with those behind it.
 */
async function addNoted(database: Database | Transaction, itemId: string, alsoSet = sql``): Promise<void> {
  const add = async (trx: Database | Transaction) => {
    await sql`select from item where id = ${itemId} for no key update`.execute(trx);
    await sql`with noted as (
        delete from row_count_change where id in (
          select id from row_count_change where item_id = ${itemId} for update skip locked)
        returning more
      )
      update item set ${alsoSet} meta = meta || jsonb_build_object('rows', greatest(0,
        coalesce((meta ->> 'rows')::bigint, 0) + (select coalesce(sum(more), 0) from noted)))
      where id = ${itemId}`.execute(trx);
  };
  await (database.isTransaction ? add(database) : database.transaction().execute(add));
}

/**
 * Adds uncounted notes to the counts of all tables. One table after the other: a statement that locked one
 * while it waits for the next would deadlock with a transaction that trashes or moves both.
 */
export async function applyRowCountChanges(database: Database): Promise<void> {
  const { rows } = await sql<{ item_id: string }>`select distinct item_id from row_count_change`.execute(
    database,
  );
  for (const { item_id } of rows) await addNoted(database, item_id);
}
