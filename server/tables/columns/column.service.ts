import { sql } from 'kysely';
import type { ColumnPreview } from '#lib/contract/table.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { requireRevision } from '#server/api/if-match.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { conflict, invalid } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { releaseColumnFiles } from '../rows/row-file.repo.ts';
import { isStored, requireTable, type Table, type TableColumn } from '../table/table.ts';
import { withColumnLock } from './change-columns.ts';
import { presentColumn } from './column.presenter.ts';
import {
  addValueColumn,
  deleteColumnRow,
  deleteExtraValues,
  dropUnusedValueColumns,
  dropValueColumn,
  insertColumn,
  newColumnName,
  orderColumns,
  updateColumn,
} from './column.repo.ts';
import { readSentColumn, storedType } from './column-definition.ts';
import { addOppositeColumn, checkedLookup, refuseUsedLink, removeLink } from './column-links.ts';
import { withHubCurrency } from './hub-currency.ts';
import { namedColumns } from './named-columns.ts';
import {
  type ColumnInput,
  countFilled,
  findColumn,
  kindOf,
  plannedColumn,
  withColumns,
} from './plan-column.ts';
import { previewChange } from './preview-column.ts';
import { hasManyRows, queueColumnChange, refuseWhileChanging } from './queue-column-change.ts';
import { COLUMN_LIMITS, inUse, readWith } from './read-columns.ts';
import { type ConversionOptions, convertRows } from './rewrite-rows.ts';
import { indexUnique, refuseRepeated } from './unique-values.ts';

type Item = Authorized<ItemView, 'item.change'>;

/** The current table, if the caller may still change it; nobody writes rows until the transaction ends. */
async function lockedTable(trx: Transaction, caller: SignedIn, { id }: Item): Promise<Table> {
  const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
  return requireTable(trx, item, 'columns');
}

/** The ids with one of them moved before another, or to the end. */
function movedBefore(ids: readonly string[], id: string, before: string | null): string[] {
  const others = ids.filter((one) => one !== id);
  const at = before === null ? others.length : others.indexOf(before);
  if (at < 0) throw invalid({ before: ['There is no such column'] });
  return others.toSpliced(at, 0, id);
}

const beforeOf = ({ before }: ColumnInput): string | null | undefined =>
  typeof before === 'string' || before === null ? before : undefined;

async function freshName(trx: Transaction, itemId: string): Promise<string> {
  const name = await newColumnName(trx, itemId);
  if (name === null)
    throw conflict(
      'too_many_changes',
      'This table had too many columns in its life. Export it and import it into a new one.',
    );
  return name;
}

/**
 * Adds a column.
 * @throws ApiError 422 for a definition that the field engine refuses, 409 where others are writing to the
 * table.
 */
export async function addColumn(
  services: Services,
  caller: SignedIn,
  item: Item,
  given: ColumnInput,
): Promise<TableColumn> {
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    if (table.columns.length >= COLUMNS_MAX)
      throw invalid({ label: [`A table has ${COLUMNS_MAX} columns at most`] });
    const { link: _, side: __, opposite: ___, ...sent } = given;
    const [completed] = await withHubCurrency(trx, item.hub_id, [sent]);
    const { definition, options: sentOptions } = readSentColumn(completed ?? sent, table.fields);
    const fields = readWith(namedColumns([...table.fields, definition]), table.fields.length);
    const field = fields.at(-1);
    if (!field) throw new Error('a column that was read is there');
    const options =
      sentOptions.type === 'link'
        ? await addOppositeColumn(trx, caller, table, field, sentOptions)
        : await checkedLookup(trx, caller, table, sentOptions);
    const name = await freshName(trx, item.id);
    const column: TableColumn = { field, name, type: storedType(field, options), revision: 1, options };
    await addValueColumn(trx, item.id, name, column.type);
    await indexUnique(trx, item.id, column);
    await insertColumn(trx, item.id, column, table.columns.length + 1);
    const before = beforeOf(given);
    if (before) {
      const ids = [...table.fields, field].map(({ id }) => id);
      await orderColumns(trx, item.id, movedBefore(ids, field.id, before));
    }
    const isLater = field.formula !== undefined && hasManyRows(item);
    if (field.formula !== undefined && !isLater)
      await convertRows(trx, table, withColumns(table, [...table.columns, column]), caller.user.id);
    await recordRowCountChange(trx, table, 0, caller.user.id);
    return isLater ? queueColumnChange(services, trx, caller, item, column, null) : column;
  });
}

/** The parts of a definition that decide how values are stored, computed and indexed. */
const storedPart = (column: TableColumn) => ({
  name: column.name,
  type: isStored(column) ? column.type : null,
});

/**
 * Tells what a change of a column would make of its values, and changes nothing.
 * @throws ApiError 422 as the change itself would
 */
export function previewColumnChange(
  services: Services,
  caller: SignedIn,
  { id }: Item,
  columnId: string,
  given: ColumnInput,
): Promise<ColumnPreview> {
  return inTransaction(services, async (trx) => {
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
    const table = await requireTable(trx, item);
    const { at } = findColumn(table, columnId);
    const { column, field } = await plannedColumn(trx, caller, table, at, given);
    return previewChange(trx, table, column, field);
  });
}

/**
 * Changes a column as `changeColumn` does; where the values of many rows are to be rewritten, a job does it, and the column
 * is returned as it still is.
 * @throws ApiError as `changeColumn` does
 */
export async function requestColumnChange(
  services: Services,
  caller: SignedIn,
  item: Item,
  columnId: string,
  given: ColumnInput,
  expected: number | null,
): Promise<TableColumn> {
  if (!hasManyRows(item)) return changeColumn(services, caller, item, columnId, given, { expected });
  const queued = await withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const { column, at } = findColumn(table, columnId);
    refuseWhileChanging(column);
    await requireRevision(expected, column.revision, () => presentColumn(column));
    const { field } = await plannedColumn(trx, caller, table, at, given);
    if (kindOf(field) === kindOf(column.field)) return null;
    return queueColumnChange(services, trx, caller, item, column, given);
  });
  return queued ?? changeColumn(services, caller, item, columnId, given, { expected });
}

type ChangeOptions = {
  /** The revision that the change was made for. */
  expected: number | null;
  /** The job that does it. */
  job?: string | null;
  /** The column has no values yet, which are to be computed. */
  isNew?: boolean;
  /**
   * The database column for values of another type, which is there already; the one of the values before stays, for
   * `dropUnusedColumns`: dropping it waits for all who read the table.
   */
  prepared?: PreparedColumn | null;
} & ConversionOptions;

/** A database column without values. */
type PreparedColumn = { name: string; type: ValueType | null };

/**
 * Adds the database column that a change of type needs, in a transaction of its own: adding it locks the table against
 * readers, too. @returns it; null where the values stay in theirs
 */
export function prepareValueColumn(
  services: Services,
  caller: SignedIn,
  item: Item,
  columnId: string,
  given: ColumnInput,
): Promise<PreparedColumn | null> {
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const { column, at } = findColumn(table, columnId);
    const { field, options } = await plannedColumn(trx, caller, table, at, given);
    const type = storedType(field, options);
    if (type === storedPart(column).type) return null;
    const name = await freshName(trx, item.id);
    await addValueColumn(trx, item.id, name, type);
    return { name, type };
  });
}

/**
 * Drops database columns that no column has any more (`dropUnusedValueColumns`).
 * @throws ApiError 409 while the table is read without a pause; then they wait for the next change
 */
export function dropUnusedColumns(
  services: Services,
  { id }: Pick<Item, 'id'>,
  changing: string,
): Promise<void> {
  return withColumnLock(services, async (trx) => {
    await sql`select from user_table where item_id = ${id} for update`.execute(trx);
    await dropUnusedValueColumns(trx, id, changing);
  });
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
  given: ColumnInput,
  { expected, job = null, isNew = false, prepared = null, ...watch }: ChangeOptions,
): Promise<TableColumn> {
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const { column, at } = findColumn(table, columnId);
    refuseWhileChanging(column, job);
    await requireRevision(expected, column.revision, () => presentColumn(column));
    const { field, options } = await plannedColumn(trx, caller, table, at, given);
    const before = beforeOf(given);
    if (before !== undefined && before !== columnId) {
      const ids = table.fields.map(({ id }) => id);
      await orderColumns(trx, item.id, movedBefore(ids, columnId, before));
    }
    const type = storedType(field, options);
    const isMoved = type !== (isStored(column) ? column.type : null);
    // The type may depend on other columns, which were changed since.
    const ready = prepared?.type === type ? prepared : null;
    const next: TableColumn = {
      field,
      name: isMoved ? (ready?.name ?? (await freshName(trx, item.id))) : column.name,
      type,
      revision: column.revision + 1,
      options,
    };
    await updateColumn(trx, item.id, next);
    if (isNew || kindOf(field) !== kindOf(column.field)) {
      if (isMoved && !ready) await addValueColumn(trx, item.id, next.name, type);
      const after = withColumns(table, table.columns.toSpliced(at, 1, next));
      await convertRows(trx, table, after, caller.user.id, watch);
      if (isMoved) await (prepared ? deleteExtraValues : dropValueColumn)(trx, item.id, storedPart(column));
      await releaseColumnFiles(trx, item.id, column.field, field);
    }
    if (options.unique && !column.options.unique) await refuseRepeated(trx, item.id, next);
    await indexUnique(trx, item.id, next);
    await recordRowCountChange(trx, table, 0, caller.user.id);
    return next;
  });
}

/**
 * Permanently deletes a column with all its values.
 * @returns what was deleted
 * @throws ApiError 409 for a stale revision, or where other columns use it.
 */
export async function deleteColumn(
  services: Services,
  caller: SignedIn,
  item: Item,
  columnId: string,
  expected: number | null,
): Promise<{ label: string; rows: number }> {
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const { column, at } = findColumn(table, columnId);
    refuseWhileChanging(column);
    await requireRevision(expected, column.revision, () => presentColumn(column));
    const rest = table.fields.toSpliced(at, 1);
    const read = readFields(rest, COLUMN_LIMITS);
    if (!read.ok) throw inUse(rest, read.problems);
    refuseUsedLink(table, column);
    const rows = await countFilled(trx, item.id, column);
    await removeLink(trx, caller, table, column);
    await deleteColumnRow(trx, item.id, column.field);
    await dropValueColumn(trx, item.id, storedPart(column));
    await releaseColumnFiles(trx, item.id, column.field);
    if (rows > 0) {
      const after = withColumns(table, table.columns.toSpliced(at, 1));
      await convertRows(trx, after, after, caller.user.id);
    }
    await recordRowCountChange(trx, table, 0, caller.user.id);
    const { label } = column.field;
    await recordAuditEvent(trx, caller, {
      hubId: item.hub_id,
      action: 'item.column_deleted',
      target: { kind: 'item', id: item.id, name: item.title },
      scopeId: item.scope_id,
      details: { column: label, rows },
    });
    return { label, rows };
  });
}
