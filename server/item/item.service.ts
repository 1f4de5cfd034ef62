import { sql } from 'kysely';
import type { z } from 'zod';
import type { changeItemRequest, createItemRequest } from '#lib/contract/item.ts';
import type { Passage } from '#lib/passage.ts';
import type { Transaction } from '../database/database.ts';
import { newId } from '../database/id.ts';
import { invalid, notFound } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import { placeItem } from '../policy/scope.repo.ts';
import { indexItem, indexNewItem, replacePassages } from '../search/index-item.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import type { SpaceView } from '../space/space.repo.ts';
import { presentItem } from './item.presenter.ts';
import { countChildren, type ItemView, idsBelow, insertItem, itemById, type NewItem } from './item.repo.ts';

type Creation = z.output<typeof createItemRequest>;
type Change = z.output<typeof changeItemRequest>;
type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/** The item as it is now for the caller, or 404. */
async function currentView(trx: Transaction, caller: Caller, id: string): Promise<ItemView> {
  const item = await itemById(trx, caller, id);
  if (!item?.rank) throw notFound('This item');
  return item;
}

/** An item as the API tells it, with what lies in it. */
export async function describeItem(services: Pick<Services, 'database'>, caller: Caller, item: ItemView) {
  if (item.kind !== 'folder') return presentItem(item);
  const children = await countChildren(services.database, caller, [item.id]);
  return presentItem(item, children.get(item.id) ?? 0);
}

/**
 * The folder that something may be put into.
 * @throws ApiError 422 when it is no folder of this space, 404 and 403 as the caller stands to it.
 */
export async function folderFor(
  trx: Transaction,
  caller: Caller,
  spaceId: string,
  folderId: string,
): Promise<Authorized<ItemView, 'item.create'>> {
  const folder = await itemById(trx, caller, folderId);
  if (!folder?.rank || folder.trashed_at) throw invalid({ parent: ['This folder does not exist.'] });
  if (folder.kind !== 'folder' || folder.space_id !== spaceId) {
    throw invalid({ parent: ['Choose a folder of this space.'] });
  }
  return authorizeItem(folder, 'item.create');
}

/** Sections of Markdown at its headings, for search. */
function passagesOf(markdown: string): Passage[] {
  return markdown
    .split(/^(?=#{1,6} )/m)
    .filter((section) => section.trim())
    .map((section) => {
      const heading = /^#{1,6} +(.+)/.exec(section)?.[1]?.trim();
      return heading
        ? { where: { type: 'section', heading }, heading, text: section }
        : { where: { type: 'text', part: 1 }, text: section };
    });
}

/** Puts a new item into its space or folder, with the scope that its visibility asks for, and makes its title found. */
export async function addItem(
  trx: Transaction,
  space: Authorized<SpaceView, 'space.create_item'>,
  folder: Authorized<ItemView, 'item.create'> | null,
  item: Omit<NewItem, 'hub_id' | 'space_id' | 'scope_id' | 'parent_id'>,
): Promise<void> {
  const holder = folder ?? space;
  const row: NewItem = {
    ...item,
    hub_id: space.hub_id,
    space_id: space.id,
    scope_id: holder.scope_id,
    parent_id: folder?.id ?? null,
  };
  await insertItem(trx, row);
  if (row.visibility !== 'shared') await placeItem(trx, row);
  await indexNewItem(trx, row);
}

/** Makes an item without a file: a folder, or a document with its own Markdown. */
export async function createItem(
  services: Services,
  caller: SignedIn,
  space: Authorized<SpaceView, 'space.create_item'>,
  creation: Creation,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    const folder = creation.parent ? await folderFor(trx, caller, space.id, creation.parent) : null;
    const id = newId();
    const content = creation.content ?? null;
    await addItem(trx, space, folder, {
      id,
      kind: creation.kind,
      title: creation.title,
      visibility: creation.visibility ?? 'shared',
      content,
      file_sha256: null,
      file_name: null,
      mime: content === null ? null : 'text/markdown',
      size: content === null ? 0 : Buffer.byteLength(content),
      processing_state: 'ready',
      created_by: caller.user.id,
    });
    if (content)
      await indexContent(trx, { ...creation, id, hub_id: space.hub_id, space_id: space.id }, content);
    return currentView(trx, caller, id);
  });
}

type Indexed = { id: string; hub_id: string; space_id: string; kind: ItemView['kind']; title: string };

async function indexContent(trx: Transaction, item: Indexed, content: string): Promise<void> {
  await replacePassages(trx, item, passagesOf(content));
}

/** Moving a folder below itself would cut both off. */
async function refuseCircle(trx: Transaction, item: ItemView, folderId: string): Promise<void> {
  const below = await idsBelow(trx, item.id);
  if (below.includes(folderId)) throw invalid({ parent: ['A folder can not be put into itself.'] });
}

/**
 * Changes what is given: title, content, visibility, folder.
 * @throws ApiError 409 with the current state for a stale revision; 422 for a content where there is a file.
 */
export async function changeItem(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.change'>,
  change: Change,
  expected: number | null,
): Promise<ItemView> {
  if (change.content !== undefined && (item.file_sha256 || item.kind !== 'document')) {
    throw invalid({ content: ['Only a document that was written here has a content to change.'] });
  }
  return inTransaction(services, async (trx) => {
    const { revision } = await trx
      .selectFrom('item')
      .select('revision')
      .where('id', '=', item.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await requireRevision(expected, revision, async () =>
      describeItem({ database: trx }, caller, await currentView(trx, caller, item.id)),
    );
    const parent = change.parent === undefined ? item.parent_id : change.parent;
    if (parent && parent !== item.parent_id) {
      await folderFor(trx, caller, item.space_id, parent);
      await refuseCircle(trx, item, parent);
    }
    const changed: ItemView = {
      ...item,
      parent_id: parent,
      title: change.title ?? item.title,
      visibility: change.visibility ?? item.visibility,
    };
    await trx
      .updateTable('item')
      .set({
        title: changed.title,
        visibility: changed.visibility,
        parent_id: parent,
        ...(change.content === undefined
          ? {}
          : {
              content: change.content,
              size: Buffer.byteLength(change.content),
              mime: 'text/markdown',
              version: sql<number>`version + 1`,
            }),
        revision: revision + 1,
        updated_at: sql<Date>`now()`,
        updated_by: caller.user.id,
      })
      .where('id', '=', item.id)
      .execute();
    if (changed.visibility !== item.visibility || parent !== item.parent_id) await placeItem(trx, changed);
    if (change.content !== undefined) await indexContent(trx, changed, change.content);
    else if (changed.title !== item.title) await indexItem(trx, changed);
    return currentView(trx, caller, item.id);
  });
}

/** Puts an item into the trash, a folder with all that lies in it; nothing is lost, and nobody finds it. */
export async function trashItem(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.trash'>,
  expected: number | null,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    await requireRevision(expected, item.revision, () => presentItem(item));
    const ids = await idsBelow(trx, item.id);
    // One moment for all of them, so that a restore brings back exactly what went with the folder.
    await sql`update item set trashed_at = now(), trashed_by = ${caller.user.id}, revision = revision + 1
      where id = any(${ids}::uuid[]) and trashed_at is null`.execute(trx);
    return currentView(trx, caller, item.id);
  });
}

/** Takes an item out of the trash, with what went there together with it; to its folder, or the space where that is gone. */
export async function restoreItem(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.restore'>,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    const ids = await idsBelow(trx, item.id);
    await sql`update item set trashed_at = null, trashed_by = null, revision = revision + 1, updated_at = now()
      where id = any(${ids}::uuid[])
        and trashed_at = (select trashed_at from item where id = ${item.id})`.execute(trx);
    if (!item.parent_id) return currentView(trx, caller, item.id);
    const folder = await itemById(trx, caller, item.parent_id);
    if (folder && !folder.trashed_at) return currentView(trx, caller, item.id);
    await trx.updateTable('item').set({ parent_id: null }).where('id', '=', item.id).execute();
    await placeItem(trx, { ...item, parent_id: null });
    return currentView(trx, caller, item.id);
  });
}
