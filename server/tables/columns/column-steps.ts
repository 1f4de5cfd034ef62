import type { ColumnInput } from '#lib/contract/column-request.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict, invalid } from '#server/platform/http/api-error.ts';
import { requireTable, type Table } from '../table/table.ts';
import { newColumnName, orderColumns } from './column.repo.ts';

/** The current table, if the caller may still change it; nobody writes rows until the transaction ends. */
export async function lockedTable(
  trx: Transaction,
  caller: SignedIn,
  { id }: Pick<ItemView, 'id'>,
): Promise<Table> {
  const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
  return requireTable(trx, item, 'columns');
}

/** The ids with one of them moved before another, or to the end. */
function movedBefore(ids: readonly string[], id: string, before: string | null): string[] {
  const others = ids.filter((one) => one !== id);
  const at = before === null ? others.length : others.indexOf(before);
  if (at < 0) throw invalid({ before: [`There is no column “${String(before).slice(0, 100)}”`] });
  return others.toSpliced(at, 0, id);
}

/** Moves a column to where a change of it says, if it does. */
export async function moveColumn(
  trx: Transaction,
  { item, fields }: Table,
  columnId: string,
  { before }: ColumnInput,
): Promise<void> {
  if (before === undefined || before === columnId) return;
  const ids = fields.map(({ id }) => id);
  await orderColumns(trx, item.id, movedBefore(ids, columnId, before));
}

/** A name for a database column, which no other one of the table ever has. @throws ApiError 409 after too many */
export async function freshName(trx: Transaction, itemId: string): Promise<string> {
  const name = await newColumnName(trx, itemId);
  if (name === null)
    throw conflict(
      'too_many_changes',
      'This table had too many columns in its life. Export it and import it into a new one.',
    );
  return name;
}
