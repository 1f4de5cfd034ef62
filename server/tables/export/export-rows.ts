import { sql } from 'kysely';
import { ownValue } from '#lib/fields/own-value.ts';
import { writeTitles } from '#lib/text/listed-titles.ts';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { withTitles } from '../lists/link-titles.ts';
import { withPeopleOrder } from '../lists/people-order.ts';
import type { PreparedFilter } from '../lists/prepared-filter.ts';
import { containsSql, filterSql } from '../lists/row-filter.ts';
import {
  afterSql,
  orderSql,
  parseRowSort,
  type RowCursor,
  selectSortKeys,
  sortedColumns,
  sortedRows,
} from '../lists/row-order.ts';
import { NO_NAMES, type SearchedNames } from '../lists/searched-names.ts';
import { isOfPeople } from '../lists/sort-key.ts';
import { withStoredOrder } from '../lists/use-stored-order.ts';
import { type LinkedValues, withoutLinkedPeople } from '../rows/linked-values.ts';
import { listRows, type RowQuery, type TableRow } from '../rows/row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { systemValue } from '../rows/system-value.ts';
import { withFormulas } from '../rows/with-formulas.ts';
import { cellText, type FileNames } from '../table/cell-text.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { PEOPLE, peopleColumns, withoutPeople } from '../table/people-columns.ts';
import { retryOnMissingRelation } from '../table/retry-on-missing-relation.ts';
import { findTable, type Table, type TableColumn } from '../table/table.ts';
import { afterListed, type ListedRows, listedQuery, listRowIds, type PageQuery } from './listed-rows.ts';

/** Rows that are read, and sent, per batch. */
export const BATCH = 1000;

const NONE: ReadonlySet<string> = new Set();

export const TABLE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  vcf: 'text/vcard; charset=utf-8',
} as const;
export type TableFormat = keyof typeof TABLE_TYPES;

/** Texts of cells by the ids of their rows and columns. */
export type CellTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Which rows and columns are exported; without anything, all of them in their order. */
export type ExportChoice = {
  filter?: PreparedFilter | null;
  q?: string | undefined;
  /** Whom and which linked rows `q` means, for who exports. */
  names?: SearchedNames;
  /** Columns as `sort` of a list has them. */
  sort?: string | undefined;
  /** Checks access to the tables by whose rows they are found and sorted again, and throws once who exports may not read one any more. */
  checkSources?: () => Promise<void>;
  /** Ids of columns, in their order. */
  columns?: readonly string[] | null;
  /** Whether who exports is not of the hub, and learns nothing about its people. */
  isOutsider?: boolean;
  /** What rows show of other tables, for who exports. */
  readLinked?: (table: Table, rows: readonly TableRow[]) => Promise<LinkedValues>;
  /** What people have in cells that no column could take, as it was written. */
  readUnread?: (table: Table, rows: readonly TableRow[]) => Promise<CellTexts>;
  /** What stands for a row's files, by their ids; otherwise their names. */
  namesOf?: (row: TableRow) => FileNames;
};

export type RowBatch = {
  table: Table;
  rows: TableRow[];
  /** The columns that the export began with; one that was deleted meanwhile has no values. */
  columnIds: readonly string[];
  linked: LinkedValues | null;
  unread: CellTexts | null;
};

/** A table with all of its columns, and as the reader of the export may know it. */
export type ExportedTable = { whole: Table; table: Table };

/**
 * The table as it is now.
 * @param itemAnew checks access again, and throws once the caller may not read any more
 */
export async function exportedTableAnew(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  { isOutsider, checkSources }: ExportChoice,
): Promise<ExportedTable> {
  const whole: Table | null = await findTable(database, await itemAnew());
  if (!whole) throw new Error('the table ended while it was read');
  await checkSources?.();
  return { whole, table: isOutsider ? withoutPeople(whole) : whole };
}

/** Ids of the columns that an export begins with. */
export function exportedColumns({ fields }: Table, { columns }: ExportChoice): readonly string[] {
  const all = fields.map(({ id }) => id);
  return columns ? columns.filter((id) => all.includes(id)) : all;
}

/** What finds the rows of an export. */
function conditionsOf(
  { whole, table }: ExportedTable,
  { filter, q, names = NO_NAMES }: ExportChoice,
): RowQuery['where'] {
  const where = [...(filter ? [filterSql(whole, filter)] : []), ...(q ? [containsSql(table, q, names)] : [])];
  return where.length > 0 ? where : [sql`true`];
}

/**
 * The rows of an export whose order no index serves, since it is that of people or of what linked rows have: found once, as they are when it
 * begins. Whatever becomes of these columns then, no row is missed or read twice.
 * @returns null for other orders
 */
export async function listedRowsOf(
  database: Database,
  now: ExportedTable,
  choice: ExportChoice,
): Promise<ListedRows | null> {
  // By which columns who exports may sort was judged when they asked.
  const sorted = sortedColumns(now.table, choice.sort).map(({ column }) => column);
  const table = await withTitles(database, null, now.table, sorted);
  const parsed = parseRowSort(table, choice.sort);
  if (!parsed.some(({ joined, column }) => joined || isOfPeople(column))) return null;
  const { keys } = await withStoredOrder(database, table, parsed);
  const before = withPeopleOrder(table, keys);
  const from = sortedRows(table, keys);
  return listRowIds(database, table, {
    before,
    from,
    where: conditionsOf(now, choice),
    order: orderSql(keys),
  });
}

/**
 * The rows of an export after a cursor, in its order.
 * @throws ApiError 422 where a column that they are sorted by was deleted or restored since the rows before the cursor
 */
export function exportQuery(
  now: ExportedTable,
  choice: ExportChoice,
  listed: ListedRows | null,
  cursor: RowCursor | null,
  limit = BATCH,
): PageQuery {
  const { table } = now;
  const where = conditionsOf(now, choice);
  if (listed) return listedQuery(table, listed, where, { cursor, limit });
  const keys = parseRowSort(table, choice.sort);
  if (cursor && cursor.keys.length !== keys.length)
    throw invalid({ sort: ['The columns that the rows are sorted by have changed'] });
  return {
    from: sortedRows(table, keys),
    where: cursor ? [...where, afterSql(keys, cursor)] : where,
    order: orderSql(keys),
    keys: selectSortKeys(table, keys),
    limit,
    offset: 0,
  };
}

/** Rows with all that is shown of them: their files, what they show of other tables, what no column could take. */
export async function shownBatch(
  database: Database,
  { table }: ExportedTable,
  { rows: stored, columnIds }: Pick<RowBatch, 'rows' | 'columnIds'>,
  choice: ExportChoice,
): Promise<RowBatch> {
  const rows: TableRow[] = await withFiles(database, table, stored);
  const others = choice.readLinked ? await choice.readLinked(table, rows) : null;
  const linked = others && choice.isOutsider ? withoutLinkedPeople(others) : others;
  const hidden = choice.isOutsider ? peopleColumns(table.columns, others?.people) : NONE;
  const unread = choice.readUnread ? await choice.readUnread(table, rows) : null;
  const shown = linked && withLateFormulas(table, rows, linked, hidden);
  return { table, rows, columnIds, linked: shown, unread };
}

/** Where an export continues: after which row, with which columns, and of which rows where these are listed already. */
export type ExportPlace = {
  cursor: RowCursor | null;
  columnIds: readonly string[];
  listed?: ListedRows | null | undefined;
};

/**
 * A table's rows, batch by batch and however many; at least one batch, so that the columns are known.
 * @param itemAnew checks access again before each batch, and throws once the caller may not read any more
 */
export async function* rowBatches(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  choice: ExportChoice = {},
  place: ExportPlace | null = null,
): AsyncGenerator<RowBatch> {
  let cursor: RowCursor | null = place?.cursor ?? null;
  let columnIds: readonly string[] | null = place?.columnIds ?? null;
  let listed = place?.listed;
  const read = async (): Promise<{ batch: RowBatch; next: RowCursor | null }> => {
    const now = await exportedTableAnew(database, itemAnew, choice);
    columnIds ??= exportedColumns(now.table, choice);
    listed = listed === undefined ? await listedRowsOf(database, now, choice) : listed;
    const query = exportQuery(now, choice, listed, cursor);
    const page = await listRows(database, now.table, query);
    const rows = page.map(({ row }) => row);
    const batch = await shownBatch(database, now, { rows, columnIds }, choice);
    if (query.listed) return { batch, next: afterListed(query.listed, BATCH) };
    const last = page.at(-1);
    const isLast = !last || page.length < BATCH;
    return {
      batch,
      next: isLast ? null : { keys: last.keys, position: last.row.position, id: last.row.id },
    };
  };
  for (;;) {
    // Not while their reader takes their time.
    const { batch, next }: Awaited<ReturnType<typeof read>> = await retryOnMissingRelation(() =>
      cursor ? withBulkHeap(read) : read(),
    );
    yield batch;
    if (!next) return;
    cursor = next;
  }
}

/**
 * What rows show of other tables, with the formulas that read it.
 * @param hidden ids of the columns that the reader may not see
 */
function withLateFormulas(
  table: Table,
  rows: readonly TableRow[],
  linked: LinkedValues,
  hidden: ReadonlySet<string>,
): LinkedValues {
  const late = lateFormulas(table);
  if (late.size === 0) return linked;
  const names = table.fields.flatMap(({ id, name }) => (late.has(id) && !hidden.has(id) ? [name] : []));
  const values = new Map(linked.values);
  for (const row of rows) {
    const own = table.columns.map((column) => [column.field.name, systemValue(column, row)] as const);
    const known = Object.fromEntries(own.filter(([, value]) => value !== undefined));
    const others = linked.values.get(row.id);
    const shown = withFormulas(table, row, { ...row.values, ...known, ...others }, linked);
    const computed = names.flatMap((name) =>
      ownValue(shown, name) === undefined ? [] : [[name, shown[name]]],
    );
    values.set(row.id, { ...others, ...Object.fromEntries(computed) });
  }
  return { ...linked, values };
}

/** The column as which the values of a column are written: of a lookup or rollup the one that it shows. */
export const writtenAs = (column: TableColumn, linked: LinkedValues | null): TableColumn =>
  linked?.sources.get(column.field.id) ?? column;

/** Whether a column shows files of linked rows, which are exported by their names. */
const showsFiles = (column: TableColumn, linked: LinkedValues | null): boolean =>
  writtenAs(column, linked) !== column && writtenAs(column, linked).field.type === 'file';

/** Whether a column's values are exported as a list of texts: titles of rows, or names of files of linked rows. */
export const isExportedAsTitles = (column: TableColumn, linked: LinkedValues | null): boolean =>
  writtenAs(column, linked).options.type === 'link' || showsFiles(column, linked);

/** A column's value of a row, as it is exported: people by their names, linked rows by their titles. */
export function exportedValue(column: TableColumn, row: TableRow, linked: LinkedValues | null): unknown {
  const { type } = column.options;
  if (type === 'created_by') return row.creator_name;
  if (type === 'updated_by') return row.changer_name;
  const { name } = column.field;
  const value =
    systemValue(column, row) ??
    ownValue(linked?.values.get(row.id) ?? {}, name) ??
    ownValue(row.values, name);
  if (linked && PEOPLE.has(writtenAs(column, linked).options.type ?? '')) {
    const nameOf = (id: unknown) =>
      linked.namesById.get(String(id)) ?? (typeof id === 'string' && !isId(id) ? id : '');
    return Array.isArray(value) ? value.map(nameOf) : value === undefined ? value : nameOf(value);
  }
  if (!isExportedAsTitles(column, linked) || !Array.isArray(value)) return value;
  if (showsFiles(column, linked)) return value.map((id) => linked?.files.get(String(id))?.name ?? '');
  return value.map((id: unknown) => {
    const found = typeof id === 'string' ? linked?.linked[id] : undefined;
    return found && 'title' in found ? found.title : '';
  });
}

/** A row's value as the text of a cell, as an import reads it again: a linked row without a title is its id. */
export function exportedText(
  column: TableColumn,
  row: TableRow,
  linked: LinkedValues | null,
  names: FileNames,
): string {
  if (!isExportedAsTitles(column, linked))
    return cellText(writtenAs(column, linked).field, exportedValue(column, row, linked), names);
  if (showsFiles(column, linked)) return [exportedValue(column, row, linked) ?? []].flat().join('; ');
  const ids = ownValue(linked?.values.get(row.id) ?? {}, column.field.name);
  const titles = (Array.isArray(ids) ? ids : []).map((id: unknown) => {
    const found = typeof id === 'string' ? linked?.linked[id] : undefined;
    return found && 'title' in found ? found.title.trim() || String(id) : '';
  });
  return writeTitles(titles);
}

/** The columns of a batch in the order of the export; null for one that was deleted meanwhile. */
export function columnsOf({ table, columnIds }: Pick<RowBatch, 'table' | 'columnIds'>) {
  const byId = new Map(table.columns.map((column) => [column.field.id, column]));
  return columnIds.map((id) => byId.get(id) ?? null);
}
