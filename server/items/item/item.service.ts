import type { z } from 'zod';
import type { createItemRequest } from '#lib/contract/item.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { assignItemScope, lockSpaceTreeShared } from '#server/access/policy/scope.repo.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { prepareDocumentHtml } from '#server/items/documents/document-html.ts';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import { isQueuedForIndexing } from '#server/platform/indexing/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import type { SpaceView } from '#server/spaces/space/space.repo.ts';
import { presentItem } from './item.presenter.ts';
import { countChildren, type ItemView, insertItem, itemById, type NewItem } from './item.repo.ts';

type Creation = z.output<typeof createItemRequest>;
export type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/** The item as it is now for the caller, or 404. */
export async function requireItemView(trx: Transaction, caller: Caller, id: string): Promise<ItemView> {
  const item = await itemById(trx, caller, id);
  if (!item?.rank) throw notFound('This item');
  return item;
}

const WITH_ROWS: ReadonlySet<ItemView['kind']> = new Set(['table', 'contact']);

/** An item as the API returns it, with the number of its children. */
export async function describeItem(services: Pick<Services, 'database'>, caller: Caller, item: ItemView) {
  // Rows change without their table: it is ready once all of them are found.
  if (WITH_ROWS.has(item.kind) && item.processing_state === 'ready' && !item.file_sha256) {
    const isReady = !(await isQueuedForIndexing(services.database, item.id));
    return presentItem(isReady ? item : { ...item, processing_state: 'queued' });
  }
  if (item.kind !== 'folder') return presentItem(item);
  const children = await countChildren(services.database, caller, [item.id]);
  return presentItem(item, children.get(item.id) ?? 0);
}

/**
 * The folder that something may be put into.
 * @throws ApiError 422 when it is no folder of this space, 404 and 403 by the caller's role.
 */
export async function requireFolder(
  trx: Transaction,
  caller: Caller,
  spaceId: string,
  folderId: string,
): Promise<Authorized<ItemView, 'item.create'>> {
  await lockSpaceTreeShared(trx, spaceId);
  const folder = await itemById(trx, caller, folderId);
  if (!folder?.rank || folder.trashed_at) throw invalid({ parent: ['This folder does not exist.'] });
  if (folder.kind !== 'folder' || folder.space_id !== spaceId) {
    throw invalid({ parent: ['Choose a folder of this space.'] });
  }
  return authorizeItem(folder, 'item.create');
}

/** A space that something new may be put into, or a folder in it. */
export type Place = {
  space: Authorized<SpaceView, 'space.create_item'>;
  folder: Authorized<ItemView, 'item.create'> | null;
};

type InsertedItem = Omit<NewItem, 'hub_id' | 'space_id' | 'scope_id' | 'parent_id'>;

/** The parts of a new item that has no file, and no text of its own. */
export const NO_FILE = {
  content: null,
  file_sha256: null,
  file_name: null,
  mime: null,
  size: 0,
  processing_state: 'queued',
} as const;

/** Puts a new item into its space or folder, with the scope of what holds it. */
async function insertInherited(
  database: Database | Transaction,
  { space, folder }: Place,
  item: InsertedItem,
): Promise<ItemView> {
  const holder = folder ?? space;
  const row: NewItem = {
    ...item,
    hub_id: space.hub_id,
    space_id: space.id,
    scope_id: holder.scope_id,
    parent_id: folder?.id ?? null,
  };
  const made = await insertItem(database, row);
  return {
    ...row,
    ...made,
    // With its parent's scope, until it is put into a scope of its own.
    effective_visibility: folder ? folder.effective_visibility : space.visibility,
    updated_at: made.created_at,
    trashed_at: null,
    archived_at: null,
    position: row.position ?? null,
    space_slug: space.slug,
    space_name: space.name,
    space_archived_at: space.archived_at,
    processing_code: null,
    processing_reason: null,
    processing_progress: null,
    meta: {},
    version: 1,
    revision: 1,
    rank: holder.rank,
  };
}

/**
 * Puts a new item into its space or folder, with the scope that its visibility requires; it is indexed soon.
 * @returns it as it was before it had a scope of its own
 */
export async function insertItemInPlace(
  trx: Transaction,
  place: Place,
  item: InsertedItem,
): Promise<ItemView> {
  const made = await insertInherited(trx, place, item);
  if (item.visibility !== 'shared') await assignItemScope(trx, made);
  return made;
}

/** Creates an item without a file: a folder, or a document with its own Markdown. */
export async function createItem(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  { kind, title, parent, visibility = 'shared', content: firstContent }: Creation,
): Promise<ItemView> {
  if (typeof firstContent === 'object') throw invalid({ content: ['Only a table begins with columns.'] });
  const content = firstContent ?? null;
  const item = {
    ...NO_FILE,
    id: newId(),
    kind,
    title,
    visibility,
    content,
    mime: content === null ? null : 'text/markdown',
    size: content === null ? 0 : Buffer.byteLength(content),
    created_by: caller.user.id,
  };
  // One statement is a transaction of its own.
  if (!parent && visibility === 'shared') {
    const made = await insertInherited(services.database, { space, folder: null }, item);
    if (content) await renderAfterCommit(services, services.database, made.id, content);
    return made;
  }
  return inTransaction(services, async (trx) => {
    const folder = parent ? await requireFolder(trx, caller, space.id, parent) : null;
    const made = await insertItemInPlace(trx, { space, folder }, item);
    if (content) await renderAfterCommit(services, trx, made.id, content);
    return visibility === 'shared' ? made : requireItemView(trx, caller, made.id);
  });
}

/** Has a document's own Markdown rendered once it is committed. */
export function renderAfterCommit(
  services: Services,
  current: Database | Transaction,
  id: string,
  markdown: string,
): Promise<void> {
  return afterCommit(current, async (database) => {
    // Not awaited: a reader who comes before it is done has it rendered then.
    void prepareDocumentHtml({ ...services, database }, { id, markdown });
  });
}
