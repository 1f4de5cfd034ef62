import { sql } from 'kysely';
import * as Y from 'yjs';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** A document's state, and the updates since, by their ids. */
export type StoredDocument = {
  generation: number;
  state: Uint8Array;
  updates: { id: number; content: Uint8Array; user_id: string | null }[];
};

/** As many updates as are read at once. */
const UPDATES_MAX = 10_000;

/** What is stored of a shared document; null where it was never opened to be written together. */
export async function storedDocument(
  database: Database | Transaction,
  itemId: string,
): Promise<StoredDocument | null> {
  // The state first: updates are only ever moved into it.
  const row = await database
    .selectFrom('document_state')
    .select(['generation', 'state'])
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  if (!row) return null;
  const updates = await updatesOf(database, itemId, []);
  const now = await generationOf(database, itemId);
  return now === row.generation ? { ...row, updates } : storedDocument(database, itemId);
}

/** The updates that a process doesn't know yet, in their order. */
export function updatesOf(
  database: Database | Transaction,
  itemId: string,
  known: readonly number[],
): Promise<StoredDocument['updates']> {
  return database
    .selectFrom('document_update')
    .select(['id', 'content', 'user_id'])
    .where('item_id', '=', itemId)
    .where(sql<boolean>`not (id = any(${known}::bigint[]))`)
    .orderBy('id')
    .limit(UPDATES_MAX)
    .execute();
}

/** How often its updates were merged; null where it no longer exists. */
export async function generationOf(database: Database | Transaction, itemId: string): Promise<number | null> {
  const row = await database
    .selectFrom('document_state')
    .select('generation')
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  return row?.generation ?? null;
}

/** Stores an update. @returns its id; once this resolves, the update outlives the process. */
export async function insertUpdate(
  database: Database | Transaction,
  update: { itemId: string; content: Uint8Array; userId: string | null },
): Promise<number> {
  const { id } = await database
    .insertInto('document_update')
    .values({ item_id: update.itemId, content: Buffer.from(update.content), user_id: update.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes a document shared, unless it is one already. */
export async function insertState(
  database: Database | Transaction,
  itemId: string,
  { state, document }: { state: Uint8Array; document: string },
): Promise<void> {
  await sql`insert into document_state (item_id, state, document)
    values (${itemId}, ${Buffer.from(state)}, ${document}::jsonb) on conflict do nothing`.execute(database);
}

/**
 * Replaces a document's state by one with these updates.
 * @returns false where others were merged meanwhile: nothing was changed
 */
export async function mergeUpdates(
  trx: Transaction,
  itemId: string,
  merged: { generation: number; state: Uint8Array; document: string; ids: readonly number[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update document_state
    set state = ${Buffer.from(merged.state)}, document = ${merged.document}::jsonb, generation = generation + 1
    where item_id = ${itemId} and generation = ${merged.generation}`.execute(trx);
  if (numAffectedRows === 0n) return false;
  await sql`delete from document_update where id = any(${merged.ids}::bigint[])`.execute(trx);
  return true;
}

/** All that is stored of a document as one update. */
export function wholeUpdate({ state, updates }: StoredDocument): Uint8Array {
  return updates.length === 0 ? state : Y.mergeUpdates([state, ...updates.map(({ content }) => content)]);
}
