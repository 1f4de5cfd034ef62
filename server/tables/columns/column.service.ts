import { sql } from 'kysely';
import type { ColumnPreview } from '#lib/contract/table.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { COLUMN_TYPES, type ColumnOptions, isVirtualColumn, joinColumn } from '#lib/fields/column-types.ts';
import { dateFormatOf } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { FIELD_TYPES, isChoice, rulesFor } from '#lib/fields/field-types.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { requireRevision } from '#server/api/if-match.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { conflict, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { releaseColumnFiles } from '../rows/row-file.repo.ts';
import {
  columnRef,
  isStored,
  requireTable,
  rowTableOf,
  type Table,
  type TableColumn,
} from '../table/table.ts';
import { withColumnLock } from './change-columns.ts';
import { presentColumn } from './column.presenter.ts';
import {
  addValueColumn,
  deleteColumnRow,
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
import { previewChange } from './preview-column.ts';
import { COLUMN_LIMITS, inUse, readWith } from './read-columns.ts';
import { convertRows } from './rewrite-rows.ts';
import { indexUnique, refuseRepeated } from './unique-values.ts';

type Item = Authorized<ItemView, 'item.change'>;
type ColumnInput = Record<string, unknown>;

/** The current table, if the caller may still change it; nobody writes rows until the transaction ends. */
async function lockedTable(trx: Transaction, caller: SignedIn, { id }: Item): Promise<Table> {
  const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
  return requireTable(trx, item, 'columns');
}

const withColumns = (table: Table, columns: readonly TableColumn[]): Table => ({
  ...table,
  columns,
  fields: columns.map(({ field }) => field),
});

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
    if (field.formula !== undefined || field.default !== undefined) {
      const after = withColumns(table, [...table.columns, column]);
      await convertRows(trx, table, after, caller.user.id);
    }
    await recordRowCountChange(trx, table, 0, caller.user.id);
    return column;
  });
}

/** A column with the given changes, and without what is null; its id and its links stay. */
function changedDefinition({ field, options }: TableColumn, given: ColumnInput): ColumnInput {
  const { before: _, id: __, revision: ___, ...change } = given;
  const known = joinColumn(field, options);
  const type = COLUMN_TYPES.find((one) => one === change.type);
  const isOther = type !== undefined && type !== known.type;
  const { link, side, table, opposite } = options;
  const ofLink = options.type === 'link' ? { link, side, table, opposite } : {};
  const merged: ColumnInput = { ...known, ...change, ...ofLink, id: field.id };
  if (isOther) {
    // What the new type does not have is removed, unless it was given with it.
    const base = FIELD_TYPES.find((one) => one === type);
    const own = base ? rulesFor({ ...field, type: base }) : [];
    if (change.rules === undefined)
      merged.rules = base ? field.rules?.filter(({ rule }) => own.includes(rule)) : undefined;
    if (known.type === 'formula' && change.formula === undefined) delete merged.formula;
    if (change.default === undefined) delete merged.default;
    if (change.multiple === undefined && (!base || isChoice({ type: base }))) delete merged.multiple;
  }
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The parts of a definition that decide how values are stored, computed and indexed. */
const storedPart = (column: TableColumn) => ({
  name: column.name,
  type: isStored(column) ? column.type : null,
});

/**
 * A column that has values does not become one that nobody writes: they would be lost.
 * @throws ApiError 422
 */
async function refuseChange(
  trx: Transaction,
  itemId: string,
  column: TableColumn,
  { type }: ColumnOptions,
): Promise<void> {
  if (type === column.options.type) return;
  if (column.options.type === 'link' || type === 'link')
    throw invalid({ type: ['A link stays a link. Add a new column'] });
  if (isVirtualColumn({ ...(type ? { type } : {}) }) && (await countFilled(trx, itemId, column)) > 0)
    throw invalid({ type: ['This column has values, which a computed one would replace. Add a new column'] });
}

const kindOf = (field: FieldDefinition) =>
  JSON.stringify([
    field.type,
    field.multiple ?? false,
    field.options,
    field.fields,
    field.formula,
    dateFormatOf(field),
  ]);

function findColumn({ columns }: Table, id: string): { column: TableColumn; at: number } {
  const at = columns.findIndex(({ field }) => field.id === id);
  const column = columns[at];
  if (!column) throw notFound('This column');
  return { column, at };
}

/** A column's definition after a change. @throws ApiError 409 and 422 as `changeColumn` does */
async function plannedColumn(
  trx: Transaction,
  caller: SignedIn,
  table: Table,
  at: number,
  given: ColumnInput,
): Promise<{ column: TableColumn; field: FieldDefinition; options: ColumnOptions }> {
  const column = table.columns[at];
  if (!column) throw notFound('This column');
  const sent = changedDefinition(column, given);
  const [completed] = await withHubCurrency(trx, table.item.hub_id, [sent]);
  const { definition, options: sentOptions } = readSentColumn(completed ?? sent, table.fields);
  const options = await checkedLookup(trx, caller, table, sentOptions);
  await refuseChange(trx, table.item.id, column, options);
  const field = readWith([...table.fields.slice(0, at), definition, ...table.fields.slice(at + 1)], at)[at];
  if (!field) throw new Error('a column that was read is there');
  return { column, field, options };
}

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
  expected: number | null,
): Promise<TableColumn> {
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const { column, at } = findColumn(table, columnId);
    await requireRevision(expected, column.revision, () => presentColumn(column));
    const { field, options } = await plannedColumn(trx, caller, table, at, given);
    const before = beforeOf(given);
    if (before !== undefined && before !== columnId) {
      const ids = table.fields.map(({ id }) => id);
      await orderColumns(trx, item.id, movedBefore(ids, columnId, before));
    }
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
    if (kindOf(field) !== kindOf(column.field)) {
      if (isMoved) await addValueColumn(trx, item.id, next.name, type);
      const after = withColumns(table, table.columns.toSpliced(at, 1, next));
      await convertRows(trx, table, after, caller.user.id);
      if (isMoved) await dropValueColumn(trx, item.id, storedPart(column));
      await releaseColumnFiles(trx, item.id, column.field, field);
    }
    if (options.unique && !column.options.unique) await refuseRepeated(trx, item.id, next);
    await indexUnique(trx, item.id, next);
    await recordRowCountChange(trx, table, 0, caller.user.id);
    return next;
  });
}

/** In how many rows a column has something. */
async function countFilled(trx: Transaction, itemId: string, column: TableColumn): Promise<number> {
  if (!isStored(column)) return 0;
  const inExtra = sql`extra ? ${column.name}::text`;
  const filled = column.type === null ? inExtra : sql`(${columnRef(column)} is not null or ${inExtra})`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${rowTableOf(itemId)} where ${filled}`.execute(trx);
  return rows[0]?.count ?? 0;
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
