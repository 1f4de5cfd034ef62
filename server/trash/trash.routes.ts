import { z } from 'zod';
import { listQuery } from '#lib/contract/pagination.ts';
import { space } from '#lib/contract/space.ts';
import {
  emptyTrashQuery,
  emptyTrashResult,
  trashEntry,
  trashedForm,
  trashedSpace as trashedSpaceAnswer,
  trashParams,
  trashQuery,
} from '#lib/contract/trash.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { itemEvent, spaceEvent } from '#server/api/write-events.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { trashedItems } from '#server/items/item/trash.repo.ts';
import type { Services } from '#server/platform/services.ts';
import type { SignedInHubCaller } from '#server/spaces/space/lock-space.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';
import { describeSpace } from '#server/spaces/space/space.service.ts';
import { trashedSpaces } from '#server/spaces/space/space-trash.repo.ts';
import { purgeSpace, restoreSpace } from './delete-space.ts';
import { emptyTrash, purgeItem } from './purge-items.ts';
import { presentTrashed, presentTrashedForm, presentTrashedSpace } from './trash.presenter.ts';
import { trashedForms } from './trashed-forms.repo.ts';

/** The space whose trash is requested, or null for that of the whole hub. */
async function spaceOf(
  services: Services,
  caller: SignedInHubCaller,
  slug: string | undefined,
): Promise<string | null> {
  if (!slug) return null;
  return authorizeSpace(await spaceBySlug(services.database, caller, slug), 'space.view').id;
}

export const trashRoutes = [
  route({
    method: 'GET',
    path: 'trash/',
    summary: 'What lies in the trash of a hub or a space, for those who may take it out',
    auth: 'hub user',
    query: trashQuery,
    handle: async ({ services, caller, query }) => {
      const spaceId = await spaceOf(services, caller, query.space);
      const items = await trashedItems(services.database, caller, spaceId, query);
      return listEnvelope(items.map(presentTrashed), { page: query.page, page_size: query.page_size });
    },
    response: z.array(trashEntry),
  }),
  route({
    method: 'GET',
    path: 'trash/forms/',
    summary: 'Forms in the trash of a hub or a space, for those who may take them out',
    auth: 'hub user',
    query: trashQuery,
    handle: async ({ services, caller, query }) => {
      const spaceId = await spaceOf(services, caller, query.space);
      const forms = await trashedForms(services.database, caller, spaceId, query);
      return listEnvelope(forms.map(presentTrashedForm), { page: query.page, page_size: query.page_size });
    },
    response: z.array(trashedForm),
  }),
  route({
    method: 'DELETE',
    path: 'trash/',
    publishes: 'nothing',
    summary: 'Empty the trash of a hub or a space, as far as the caller may',
    auth: 'hub user',
    query: emptyTrashQuery,
    handle: async ({ services, caller, query }) =>
      emptyTrash(services, caller, await spaceOf(services, caller, query.space)),
    response: emptyTrashResult,
  }),
  route({
    method: 'DELETE',
    path: 'trash/:id/',
    summary: 'Permanently delete an item in the trash',
    auth: 'user',
    params: trashParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.delete'),
    handle: async ({ services, caller, authorized }) => {
      await purgeItem(services, caller, authorized);
      return messageEnvelope('It is deleted for ever.');
    },
    publishes: ({ authorized }) => [itemEvent(authorized)],
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'trash/spaces/',
    summary: 'Deleted spaces, for those who may take them back',
    auth: 'hub user',
    query: listQuery,
    handle: async ({ services, caller, query: { page, page_size } }) => {
      const at = { limit: page_size, offset: (page - 1) * page_size };
      const spaces = await trashedSpaces(services.database, caller, at);
      return listEnvelope(spaces.map(presentTrashedSpace), { page, page_size });
    },
    response: z.array(trashedSpaceAnswer),
  }),
  route({
    method: 'POST',
    path: 'trash/spaces/:id/restore/',
    summary: 'Take a deleted space back, under another address where its own was taken',
    auth: 'hub user',
    params: trashParams,
    handle: ({ services, caller, params }) => restoreSpace(services, caller, params.id),
    present: (restored, { services, caller }) => describeSpace(services, caller, restored),
    publishes: ({ result }) => [spaceEvent(result)],
    response: space,
  }),
  route({
    method: 'DELETE',
    path: 'trash/spaces/:id/',
    publishes: 'nothing',
    summary: 'Permanently delete a space in the trash, with its contents',
    auth: 'hub user',
    params: trashParams,
    handle: async ({ services, caller, params }) => {
      await purgeSpace(services, caller, params.id);
      return messageEnvelope('It is deleted for ever.');
    },
    response: z.null(),
  }),
];
