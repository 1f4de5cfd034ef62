import { sql } from 'kysely';
import type { ColumnPreview } from '#lib/contract/column-preview.ts';
import type { ColumnInput } from '#lib/contract/column-request.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { requireRevision } from '#server/api/if-match.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { queueTableIndexing } from '../indexing/queue-row-indexing.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { releaseColumnFiles } from '../rows/row-file.repo.ts';
import { isStored, requireTable, type TableColumn } from '../table/table.ts';
import { SHORT_LOCKS, withColumnLock } from './change-columns.ts';
import { presentColumn } from './column.presenter.ts';
import {
  addValueColumn,
  dropUnusedValueColumns,
  dropValueColumn,
  insertColumn,
  updateColumn,
} from './column.repo.ts';
import { readSentColumn, storedType } from './column-definition.ts';
import { addOppositeColumn, checkedLookup } from './column-links.ts';
import { freshName, lockedTable, moveColumn } from './column-steps.ts';
import { prepareConversion } from './conversion.ts';
import { convertDeletedRows } from './convert-deleted-rows.ts';
import { refuseDeletedIds } from './deleted-ids.ts';
import { refuseHiddenPeople } from './hidden-people.ts';
import { withHubCurrency } from './hub-currency.ts';
import { namedColumns } from './named-columns.ts';
import { becomeOptions, renamesOptions } from './option-changes.ts';
import { findColumn, plannedColumn, valueChange, withColumns } from './plan-column.ts';
import { previewChange, withTitles } from './preview-column.ts';
import { hasManyRows, queueColumnChange, refuseWhileChanging } from './queue-column-change.ts';
import { readWith } from './read-columns.ts';
import { convertRows } from './rewrite-rows.ts';
import { becomesUnique, indexUnique, refuseRepeated, removeUnneededIndexes } from './unique-values.ts';

type Item = Authorized<ItemView, 'item.change'>;

/**
 * Adds a column.
 * @throws ApiError 422 for a definition that the field engine refuses, 409 where others are writing to the
 * table.
 */
export async function addColumn(
  services: Services,
  caller: SignedIn,
  item: Item,
  input: ColumnInput,
): Promise<WireColumn> {
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    if (table.columns.length >= COLUMNS_MAX)
      throw invalid({ label: [`A table has ${COLUMNS_MAX} columns at most`] });
    const { link: _, side: __, opposite: ___, ...sent } = input;
    const [completed] = await withHubCurrency(trx, item.hub_id, [sent]);
    const { definition, options: sentOptions } = readSentColumn(completed ?? sent, table.fields);
    const fields = readWith(namedColumns([...table.fields, definition]), table.fields.length);
    const field = fields.at(-1);
    if (!field) throw new Error('a column that was read is there');
    await refuseDeletedIds(trx, item.id, field, null);
    const options =
      sentOptions.type === 'link'
        ? await addOppositeColumn(trx, caller, table, field, sentOptions)
        : await checkedLookup(trx, caller, table, field.id, sentOptions);
    const name = await freshName(trx, item.id);
    const column: TableColumn = { field, name, type: storedType(field, options), revision: 1, options };
    await addValueColumn(trx, item.id, name, column.type);
    await indexUnique(trx, item.id, column);
    await insertColumn(trx, item.id, column, table.columns.length + 1);
    await moveColumn(trx, { ...table, fields: [...table.fields, field] }, field.id, input);
    const isLater = field.formula !== undefined && hasManyRows(item);
    const after = withColumns(table, [...table.columns, column]);
    if (field.formula !== undefined && !isLater) await convertRows(trx, table, after, null, caller.user.id);
    await recordRowCountChange(trx, table, 0, caller.user.id);
    const made = isLater ? await queueColumnChange(services, trx, caller, item, column, null) : column;
    return presentColumn(made, after);
  });
}

/** The parts of a definition that decide how values are stored, computed and indexed. */
const storedPart = (column: TableColumn) => ({
  name: column.name,
  type: isStored(column) ? column.type : null,
});

/**
 * Tells what a change of a column would make of its values, and changes nothing.
 * @param after where its rows are read on, page by page
 * @throws ApiError 422 as the change itself would
 */
export function previewColumnChange(
  services: Services,
  caller: SignedIn,
  { id }: Item,
  columnId: string,
  { input, after }: { input: ColumnInput; after?: string | undefined },
): Promise<ColumnPreview> {
  return inTransaction(services, async (trx) => {
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
    const table = await requireTable(trx, item);
    const { at } = findColumn(table, columnId);
    const { column, field, options } = await plannedColumn(trx, caller, table, at, input);
    const next: TableColumn = { ...column, field, options, type: storedType(field, options) };
    // Also of a change that rewrites nothing, values that do not fit are listed.
    if (isStored(next)) await refuseHiddenPeople(trx, caller, table, column, next.options.type === 'person');
    const conversion = await prepareConversion(trx, caller, table, column, next);
    const preview = await previewChange(trx, conversion, { after });
    return withTitles(trx, table, preview);
  });
}

/** Whether texts of rows become options of a choice, found out while others write. @throws ApiError 404, 409 and 422 */
function readsTexts(
  services: Services,
  caller: SignedIn,
  item: Item,
  columnId: string,
  input: ColumnInput,
): Promise<boolean> {
  return inTransaction(services, async (trx) => {
    const table = await requireTable(trx, item);
    const { at } = findColumn(table, columnId);
    const { column, ...next } = await plannedColumn(trx, caller, table, at, input);
    return valueChange(table, column, next) === 'texts' && becomeOptions(trx, table, column, next);
  });
}

/**
 * Changes a column as `changeColumn` does; where the values of many rows are to be rewritten or compared, a job does it, and the column
 * is returned as it still is.
 * @throws ApiError as `changeColumn` does
 */
export async function requestColumnChange(
  services: Services,
  caller: SignedIn,
  item: Item,
  columnId: string,
  input: ColumnInput,
  expected: number | null,
): Promise<WireColumn> {
  if (!hasManyRows(item)) return changeColumn(services, caller, item, columnId, input, expected);
  const areTextsRead = await readsTexts(services, caller, item, columnId, input);
  const queued = await withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const { column, at } = findColumn(table, columnId);
    refuseWhileChanging(column);
    await requireRevision(expected, column.revision, () => presentColumn(column, table));
    const { field, options } = await plannedColumn(trx, caller, table, at, input);
    const change = valueChange(table, column, { field, options });
    const isRewritten = change === 'values' || (change === 'texts' && areTextsRead);
    if (!isRewritten && !becomesUnique(column, { field, options })) return null;
    return presentColumn(await queueColumnChange(services, trx, caller, item, column, input), table);
  });
  return queued ?? changeColumn(services, caller, item, columnId, input, expected);
}

/**
 * Drops database columns that no column has any more (`dropUnusedValueColumns`), and indexes of columns that are not unique.
 * @throws ApiError 409 while the table is read without a pause; then they wait for the next change
 */
export function dropUnusedColumns(services: Services, itemId: string): Promise<void> {
  return withColumnLock(
    services,
    async (trx) => {
      await sql`select from user_table where item_id = ${itemId} for update`.execute(trx);
      await dropUnusedValueColumns(trx, itemId);
      await removeUnneededIndexes(trx, itemId);
    },
    SHORT_LOCKS,
  );
}

/**
 * Changes a column. Values that its new type accepts are converted, the others stay unchanged and are
 * reported.
 * @throws ApiError 409 for a stale revision, or where other columns use its old definition; 422 for an
 * invalid one.
 */
export async function changeColumn(
  services: Services,
  caller: SignedIn,
  item: Item,
  columnId: string,
  input: ColumnInput,
  expected: number | null,
): Promise<WireColumn> {
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const { column, at } = findColumn(table, columnId);
    refuseWhileChanging(column);
    await requireRevision(expected, column.revision, () => presentColumn(column, table));
    const { field, options } = await plannedColumn(trx, caller, table, at, input);
    await moveColumn(trx, table, columnId, input);
    const type = storedType(field, options);
    const isMoved = type !== (isStored(column) ? column.type : null);
    const next: TableColumn = {
      field,
      name: isMoved ? await freshName(trx, item.id) : column.name,
      type,
      revision: column.revision + 1,
      options,
    };
    await updateColumn(trx, item.id, next);
    const after = withColumns(table, table.columns.toSpliced(at, 1, next));
    if (isMoved) await addValueColumn(trx, item.id, next.name, type);
    const change = valueChange(table, column, next);
    // Of many rows, it has been looked at before they were locked.
    const areTextsRead =
      change === 'texts' && !hasManyRows(item) && (await becomeOptions(trx, table, column, next));
    if (isMoved || change === 'values' || areTextsRead) {
      const conversion = await prepareConversion(trx, caller, table, column, next);
      await convertRows(trx, table, after, conversion, caller.user.id);
      await convertDeletedRows(trx, conversion);
      await releaseColumnFiles(trx, item.id, column.field, field);
    } else if (renamesOptions(column.field, field)) await queueTableIndexing(trx, [item]);
    if (isMoved) await dropValueColumn(trx, item.id, storedPart(column));
    if (becomesUnique(column, next)) await refuseRepeated(trx, item.id, next);
    await indexUnique(trx, item.id, next);
    await recordRowCountChange(trx, table, 0, caller.user.id);
    return presentColumn(next, after);
  });
}
