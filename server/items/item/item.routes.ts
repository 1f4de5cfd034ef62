import { z } from 'zod';
import {
  changeItemRequest,
  changeItemsRequest,
  copyItemRequest,
  createItemRequest,
  creator,
  creatorsQuery,
  folderStep,
  type Item,
  type ItemListQuery,
  item,
  itemListQuery,
  itemParams,
  itemsResult,
  moveItemRequest,
  moveItemsRequest,
  restoreItemsRequest,
  trashItemsRequest,
} from '#lib/contract/item.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { ROWS_MAX_BYTES } from '#lib/contract/table-limits.ts';
import { restoreRequest } from '#lib/contract/trash.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { type Envelope, listEnvelope, route } from '#server/api/route.ts';
import { itemEvent, orderEvent, spaceEvent } from '#server/api/write-events.ts';
import { retryProcessing } from '#server/items/processing/queue-processing.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { archiveItem, unarchiveItem } from './archive-item.ts';
import { presentBulkResult } from './bulk-items.ts';
import { changeItem } from './change-item.ts';
import { changeVisibilities, restoreItems, trashItems } from './change-items.ts';
import { copyItem } from './copy-item.ts';
import { creatorsInSpace } from './creators.repo.ts';
import { itemsOfFolder } from './folder-list.repo.ts';
import { foldersTo } from './folder-path.ts';
import { presentItem } from './item.presenter.ts';
import { countChildren, itemById } from './item.repo.ts';
import { createItem, describeItem } from './item.service.ts';
import { itemKindHandler } from './item-kinds.ts';
import { type ItemPage, itemsOfSpace } from './item-list.repo.ts';
import { moveItem, moveItems } from './move-items.ts';
import { restoreItem, trashItem } from './trash-item.ts';

/** A page of items in the contract's list format, with the number of items in each folder of it. */
async function listed(
  { database }: Services,
  caller: Caller,
  { page, page_size, after }: ItemListQuery,
  { items, next }: ItemPage,
): Promise<Envelope<Item[]>> {
  const folders = items.filter((one) => one.kind === 'folder').map((one) => one.id);
  const children = await countChildren(database, caller, folders);
  const isWhole = page === 1 && after === undefined && next === null;
  const data = items.map((one) => presentItem(one, children.get(one.id)));
  return { envelope: { data, count: isWhole ? items.length : null, page, page_size, next } };
}

export const itemRoutes = [
  route({
    method: 'GET',
    path: 'spaces/:slug/items/',
    readsSpace: 'scopes',
    summary:
      'The items of a space that the caller may see: folders first, and unless sorted last changed first; `next` is the cursor of the next page',
    auth: 'hub',
    params: spaceParams,
    query: itemListQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, caller, query, authorized }) => {
      const found = await itemsOfSpace(services.database, caller, authorized, query);
      return listed(services, caller, query, found);
    },
    response: z.array(item),
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/creators/',
    readsSpace: 'space',
    summary: 'Who created what the caller may see in a space, by name; nobody for people outside the hub',
    auth: 'hub',
    params: spaceParams,
    query: creatorsQuery,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, caller, query, authorized }) =>
      listEnvelope(await creatorsInSpace(services.database, caller, authorized.id, query), query),
    response: z.array(creator),
  }),
  route({
    method: 'POST',
    path: 'spaces/:slug/items/',
    summary: 'Create an item without a file: a folder, a document of Markdown, a table or a contact list',
    auth: 'hub user',
    params: spaceParams,
    body: createItemRequest,
    bodyLimit: ROWS_MAX_BYTES,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.create_item'),
    handle: ({ services, caller, body, authorized }) =>
      (itemKindHandler(body.kind)?.create ?? createItem)(services, caller, authorized, body),
    present: (made) => presentItem(made),
    publishes: ({ authorized, result }) => [spaceEvent(authorized), itemEvent(result)],
    status: 201,
    response: item,
  }),
  route({
    method: 'GET',
    path: 'items/:id/',
    summary: 'An item, with what the caller may do to it',
    auth: 'anyone',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.view'),
    handle: ({ services, caller, authorized }) => describeItem(services, caller, authorized),
    response: item,
  }),
  route({
    method: 'GET',
    path: 'items/:id/folders/',
    summary:
      'The folders from the top level down to an item, with itself where it is one; none above the first that the caller can’t see',
    auth: 'anyone',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.view'),
    handle: ({ services, caller, authorized }) => foldersTo(services.database, caller, authorized),
    response: z.array(folderStep),
  }),
  route({
    method: 'PATCH',
    path: 'items/:id/',
    acceptsRevision: true,
    summary: 'Change an item’s title, visibility, folder or content, or the width of a document',
    auth: 'user',
    params: itemParams,
    body: changeItemRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.change'),
    handle: ({ services, caller, body, authorized, request }) =>
      changeItem(services, caller, authorized, body, expectedRevision(request)),
    present: (changed, { services, caller }) => describeItem(services, caller, changed),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
    refusalData: item,
  }),
  route({
    method: 'DELETE',
    path: 'items/:id/',
    acceptsRevision: true,
    summary: 'Move an item to the trash, a folder with all that lies in it',
    auth: 'user',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.trash'),
    handle: ({ services, caller, authorized, request }) =>
      trashItem(services, caller, authorized, expectedRevision(request)),
    present: (trashed) => presentItem(trashed),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
    refusalData: item,
  }),
  route({
    method: 'POST',
    path: 'items/:id/restore/',
    summary: 'Take an item out of the trash, to where it was or to the nearest folder that is not there',
    auth: 'user',
    params: itemParams,
    body: restoreRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.restore'),
    handle: ({ services, caller, body, authorized }) => restoreItem(services, caller, authorized, body),
    present: (restored, { services, caller }) => describeItem(services, caller, restored),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
  }),
  route({
    method: 'POST',
    path: 'items/:id/archive/',
    summary: 'Archive an item, a folder with all in it: read-only, and left out of lists and searches',
    auth: 'user',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.archive'),
    handle: ({ services, caller, authorized }) => archiveItem(services, caller, authorized),
    present: (archived, { services, caller }) => describeItem(services, caller, archived),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
  }),
  route({
    method: 'POST',
    path: 'items/:id/unarchive/',
    summary: 'Take an item back out of the archive, with what was archived together with it',
    auth: 'user',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.archive'),
    handle: ({ services, caller, authorized }) => unarchiveItem(services, caller, authorized),
    present: (back, { services, caller }) => describeItem(services, caller, back),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
  }),
  route({
    method: 'POST',
    path: 'items/:id/move/',
    acceptsRevision: true,
    summary: 'Move an item, with all that lies in it, to another folder or to another space of its hub',
    auth: 'user',
    params: itemParams,
    body: moveItemRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.move'),
    handle: ({ services, caller, body, authorized, request }) =>
      moveItem(services, caller, authorized, body, expectedRevision(request)),
    present: (moved, { services, caller }) => describeItem(services, caller, moved),
    publishes: ({ authorized }) => [itemEvent(authorized), orderEvent(authorized)],
    response: item,
    refusalData: item,
  }),
  route({
    method: 'POST',
    path: 'items/:id/copy/',
    summary: 'Copy an item beside itself or to another place of its hub, a folder with what lies in it',
    auth: 'user',
    params: itemParams,
    body: copyItemRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: ({ services, caller, body, authorized }) => copyItem(services, caller, authorized, body),
    present: (copy, { services, caller }) => describeItem(services, caller, copy),
    publishes: ({ authorized, result }) => [itemEvent(authorized), itemEvent(result)],
    status: 201,
    response: item,
  }),
  route({
    method: 'POST',
    path: 'items/move/',
    summary: 'Move several items to another folder or to another space of their hub',
    auth: 'user',
    body: moveItemsRequest,
    handle: ({ services, caller, body }) => moveItems(services, caller, body),
    present: (result, context) => presentBulkResult(result, context),
    publishes: ({ result }) => result.items.map(itemEvent),
    response: itemsResult,
  }),
  route({
    method: 'POST',
    path: 'items/visibility/',
    summary: 'Give several items one visibility',
    auth: 'user',
    body: changeItemsRequest,
    handle: ({ services, caller, body }) => changeVisibilities(services, caller, body),
    present: (result, context) => presentBulkResult(result, context),
    publishes: ({ result }) => result.items.map(itemEvent),
    response: itemsResult,
  }),
  route({
    method: 'POST',
    path: 'items/trash/',
    summary: 'Move several items to the trash, folders with all that lies in them',
    auth: 'user',
    body: trashItemsRequest,
    handle: ({ services, caller, body }) => trashItems(services, caller, body.ids),
    present: (result, context) => presentBulkResult(result, context),
    publishes: ({ result }) => result.items.map(itemEvent),
    response: itemsResult,
  }),
  route({
    method: 'POST',
    path: 'items/restore/',
    summary: 'Take several items out of the trash',
    auth: 'user',
    body: restoreItemsRequest,
    handle: ({ services, caller, body }) => restoreItems(services, caller, body),
    present: (result, context) => presentBulkResult(result, context),
    publishes: ({ result }) => result.items.map(itemEvent),
    response: itemsResult,
  }),
  route({
    method: 'POST',
    path: 'items/:id/retry/',
    summary: 'Read an item’s file again',
    auth: 'user',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.change'),
    handle: async ({ services, caller, authorized }) => {
      await retryProcessing(services, caller, authorized);
      return itemById(services.database, caller, authorized.id);
    },
    present: (again, { authorized }) => presentItem(again ?? authorized),
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: item,
  }),
  route({
    method: 'GET',
    path: 'items/:id/items/',
    summary: 'The contents of a folder, for anybody who may see the folder, also without its space',
    auth: 'anyone',
    params: itemParams,
    query: itemListQuery,
    authorize: async ({ services, caller, params }) => {
      const folder = authorizeItem(await itemById(services.database, caller, params.id), 'item.view');
      if (folder.kind !== 'folder') throw notFound('This folder');
      return folder;
    },
    handle: async ({ services, caller, query, authorized }) => {
      // What was trashed with its folder is restored with it.
      const found = authorized.trashed_at
        ? { items: [], next: null }
        : await itemsOfFolder(services.database, caller, authorized, query);
      return listed(services, caller, query, found);
    },
    response: z.array(item),
  }),
];
