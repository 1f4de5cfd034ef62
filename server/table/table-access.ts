import { itemById } from '../item/item.repo.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';

type Asked = { services: Services; caller: Caller; params: { id: string } };

/** Also its columns, rows and their files: in the trash a table can be taken out, not read. */
export const tableToRead = async ({ services, caller, params }: Asked) =>
  authorizeItem(await itemById(services.database, caller, params.id), 'item.download');

export const tableToChange = async ({ services, caller, params }: Asked) =>
  authorizeItem(await itemById(services.database, caller, params.id), 'item.change');
