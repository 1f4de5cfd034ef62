import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { takeItem } from './caller-of-table.ts';
import type { TableItem } from './table-state.ts';

type TableContext = { services: Services; caller: Caller; params: { id: string } };

/** Also its columns, rows and their files: in the trash a table can be taken out, not read. */
export const readableTable = async ({
  services,
  caller,
  params,
}: TableContext): Promise<Authorized<TableItem, 'item.download'>> => {
  const item = takeItem(caller, params.id) ?? (await itemById(services.database, caller, params.id));
  return authorizeItem(item, 'item.download');
};

/** The item of a table as the caller may read it; null where they may not, or it no longer exists. */
export async function findReadableItem(
  database: Database | Transaction,
  caller: Caller,
  id: string,
): Promise<Authorized<ItemView, 'item.download'> | null> {
  try {
    return authorizeItem(await itemById(database, caller, id), 'item.download');
  } catch (error) {
    // A lost connection says nothing about rights.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return null;
  }
}

export const editableTable = async ({ services, caller, params }: TableContext) =>
  authorizeItem(await itemById(services.database, caller, params.id), 'item.change');
