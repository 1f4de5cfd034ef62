import { FormattedMessage } from 'react-intl';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { NewColumn } from '#lib/contract/column-request.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { restoreColumn } from '#services/deleted-columns.ts';
import { failureOf } from '#services/http.ts';
import { addColumn, deleteColumn, listColumns } from '#services/table.ts';
import { aggregate } from '#services/table-views.ts';
import { restoredToasts } from './restored-column.tsx';
import type { AddedColumn } from './undo-stack.ts';

type Definition = Pick<AddedColumn, 'label' | 'type' | 'currency'> &
  Partial<Pick<AddedColumn, 'id' | 'name'>> & { options?: readonly { id?: string; label: string }[] };

/** A column as the request for a new one has it. */
export function definitionOf({ type, options, currency, ...common }: Definition): NewColumn {
  const own = { ...common, required: false };
  switch (type) {
    case 'select':
      return { ...own, type, options: [...(options ?? [])] };
    case 'currency':
      return { ...own, type, ...(currency ? { currency } : {}) };
    case 'number':
    case 'date':
    case 'textarea':
      return { ...own, type };
    case 'email':
    case 'phone':
    case 'url':
    case 'time':
    case 'datetime':
      return { ...own, type };
    case 'percent':
    case 'duration':
      return { ...own, type };
    default:
      return { ...own, type: 'text' };
  }
}

/** What makes a column again as it was added: under its id, by which deleted rows have its values. */
const addedColumn = ({ id, name, label, type, options, currency }: WireColumn): AddedColumn => ({
  ...{ id, name, label, type },
  ...(options ? { options: options.map((one) => ({ id: one.id, label: one.label })) } : {}),
  ...(currency ? { currency } : {}),
});

/** Columns that were added, as they are now and as they are made again. */
export type AddedColumns = { columns: WireColumn[]; again: AddedColumn[] };

/** Adds columns at the end, one after the other. @throws the client's error; what was added before is in `added` */
export async function addColumns(
  itemId: string,
  columns: readonly Definition[],
  added: AddedColumns = { columns: [], again: [] },
): Promise<AddedColumns> {
  for (const column of columns) {
    const made = await addColumn(itemId, definitionOf(column));
    added.columns.push(made);
    added.again.push(addedColumn(made));
  }
  return added;
}

/** Those of some columns that a table has as it is now, and those that it has not. */
async function sortedOut(itemId: string, columns: readonly AddedColumn[]) {
  const ids = new Set((await listColumns(itemId)).map(({ id }) => id));
  const isThere = ({ id }: AddedColumn) => ids.has(id);
  return { there: columns.filter(isThere), gone: columns.filter((one) => !isThere(one)) };
}

type Target = { itemId: string; toast: (toast: Toast) => void };

/** Restores a column with what rows had in it, and says what is not as it was. @returns whether it could be */
async function isRestored({ itemId, toast }: Target, column: AddedColumn): Promise<boolean> {
  try {
    for (const one of restoredToasts(await restoreColumn(itemId, column.id))) toast(one);
    return true;
  } catch (error) {
    // One that was added and had nothing is made again.
    if (column.isFilled || failureOf(error)?.status !== 404) throw error;
    return false;
  }
}

/** Brings columns back that were deleted; one that somebody had filled was not. @throws the client's error */
export async function addColumnsAgain(target: Target, columns: readonly AddedColumn[]): Promise<void> {
  const { gone } = await sortedOut(target.itemId, columns);
  for (const column of gone)
    if (!(await isRestored(target, column))) await addColumns(target.itemId, [column]);
}

/** Deletes columns; of those that were added for a paste not those that have values by now, which somebody else wrote. */
export async function removeAddedColumns(
  { itemId, toast }: Target,
  columns: readonly AddedColumn[],
): Promise<void> {
  const { there } = await sortedOut(itemId, columns);
  for (const column of there) if (column.isFilled) await deleteColumn(itemId, column);
  const added = there.filter(({ isFilled }) => !isFilled);
  if (added.length === 0) return;
  const metrics = added.map(({ id }) => `filled:${id}`).join(',');
  const [found] = await aggregate(itemId, { metrics });
  const remaining = added.filter(({ id }) => Number(found?.values[`filled:${id}`] ?? 0) > 0);
  for (const column of added) if (!remaining.includes(column)) await deleteColumn(itemId, column);
  if (remaining.length === 0) return;
  const text = <FormattedMessage id="table.paste_columns_unsaved" values={{ count: remaining.length }} />;
  toast({ tone: 'info', text });
}
