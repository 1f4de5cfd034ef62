import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { Services } from '#server/platform/services.ts';

type TableContext = { services: Services; caller: Caller; params: { id: string } };

/** Also its columns, rows and their files: in the trash a table can be taken out, not read. */
export const readableTable = async ({ services, caller, params }: TableContext) =>
  authorizeItem(await itemById(services.database, caller, params.id), 'item.download');

export const editableTable = async ({ services, caller, params }: TableContext) =>
  authorizeItem(await itemById(services.database, caller, params.id), 'item.change');
