import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { RowCursor } from '../lists/row-order.ts';
import { type RowQuery, rowsByIds } from '../rows/row.repo.ts';
import { againWhereGone } from '../table/again-where-gone.ts';
import { type CellFormat, cellSql } from '../table/cell-sql.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import {
  type ExportChoice,
  type ExportedTable,
  type ExportPlace,
  exportedColumns,
  exportedTableAnew,
  exportQuery,
  type RowBatch,
  rowBatches,
  shownBatch,
} from './export-rows.ts';
import { mayBeUnread } from './unread-cells.ts';

type Part = RawBuilder<unknown>;

/** How the database writes the rows of a format. */
export type LineFormat = {
  cells: CellFormat;
  /** Columns in the order in which a row has them. */
  inOrder?: (columns: readonly (TableColumn | null)[]) => readonly (TableColumn | null)[];
  /** A row of its cells. */
  line: (cells: readonly Part[]) => Part;
  /** Between two rows. */
  separator: string;
  /** Whether a row has more than its cells, which only the server writes. */
  hasMore?: (table: Table) => boolean;
  /** Whether empty cells have what could not be read when the row was imported. */
  showsUnread: boolean;
};

/** Rows as the database wrote them. */
export type WrittenRows = { text: string; count: number };

/** Rows of an export in their order: those that the database wrote, and those that are left to the server. */
export type WrittenBatch = Pick<RowBatch, 'table' | 'columnIds'> & { parts: (WrittenRows | RowBatch)[] };

/** Rows that are one text; longer ones would be large in memory where rows are long. */
const TOGETHER = 100;

/**
 * A row `r` as a format has it, by the database; its result is null for a row that only the server can write.
 * @returns null for a table whose rows only the server can write
 */
function lineSql(
  table: Table,
  columnIds: readonly string[],
  choice: ExportChoice,
  { cells, inOrder = (columns) => columns, line, hasMore, showsUnread }: LineFormat,
): Part | null {
  if (hasMore?.(table)) return null;
  const late = lateFormulas(table);
  const columns = columnIds.map((id) => table.columns.find(({ field }) => field.id === id) ?? null);
  const written = inOrder(columns).map((column): Part | null => {
    if (!column) return cells.empty;
    const isNamed = column.options.type === 'person' && choice.readLinked !== undefined;
    return isNamed || late.has(column.field.id) ? null : cellSql(column, cells);
  });
  const all = written.filter((cell) => cell !== null);
  if (all.length < written.length) return null;
  const unread = showsUnread && choice.readUnread ? mayBeUnread(table) : null;
  return unread ? sql`case when not ${unread} then ${line(all)} end` : line(all);
}

type Page = { parts: (WrittenRows | { missing: string })[]; count: number; next: RowCursor | null };

type RawPart = {
  text: string | null;
  count: number;
  missing: string | null;
  position: number;
  id: string;
} & Record<string, unknown>;

/** A page of rows, many of them as one text; a row that the database can't write begins a new one. */
async function readPage(
  database: Database,
  { table }: ExportedTable,
  line: Part,
  separator: string,
  { before = sql``, from = rowTableOf(table.item.id), where, order, keys, limit }: RowQuery,
): Promise<Page> {
  const last = (name: Part) => sql`(array_agg(${name} order by n))[count(*)]`;
  const keyNames = keys.map((_, at) => sql.id(`key_${at}`));
  const keyColumns = keys.map((key) => sql`, ${key}`);
  const lastKeys = keyNames.map((name) => sql`, ${last(name)} as ${name}`);
  // Without `offset`, the planner would write each line twice.
  const { rows } = await sql<RawPart>`${before}
    select string_agg(line, ${separator} order by n) as text, count(line)::integer as count,
      (array_agg(id) filter (where line is null))[1] as missing,
      ${last(sql`position`)} as position, ${last(sql`id`)} as id${sql.join(lastKeys, sql``)}
    from (
      select written.*, count(*) filter (where line is null) over (order by n) as run from (
        select n, r.id, r.position, ${line} as line${sql.join(keyColumns, sql``)}
        from (select r.*, row_number() over (order by ${order}) as n
          from (select r.* from ${from} r where ${sql.join([...where], sql` and `)} order by ${order} limit ${limit}) r) r
          left join app_user creator on creator.id = r.created_by
          left join app_user changer on changer.id = r.updated_by
        offset 0) written
    ) numbered group by run, n / ${sql.lit(TOGETHER)} order by min(n)`.execute(database);
  const parts = rows.flatMap(({ text, count, missing }) => [
    ...(missing === null ? [] : [{ missing }]),
    ...(text === null ? [] : [{ text, count }]),
  ]);
  const count = rows.reduce((sum, one) => sum + one.count + (one.missing === null ? 0 : 1), 0);
  const final = rows.at(-1);
  if (!final || count < limit) return { parts, count, next: null };
  const texts = keys.map((_, at) => {
    const key = final[`key_${at}`];
    return typeof key === 'string' ? key : null;
  });
  return { parts, count, next: { keys: texts, position: final.position, id: final.id } };
}

/** The parts of a page, with the rows that are left to the server, those that follow each other together. */
async function completed(
  database: Database,
  now: ExportedTable,
  { parts }: Page,
  columnIds: readonly string[],
  choice: ExportChoice,
): Promise<WrittenBatch['parts']> {
  const ids = parts.flatMap((part) => ('missing' in part ? [part.missing] : []));
  if (ids.length === 0) return parts.filter((part) => 'text' in part);
  const found = await rowsByIds(database, now.table, ids);
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const batch = await shownBatch(database, now, { rows, columnIds }, choice);
  const shown = new Map(batch.rows.map((row) => [row.id, row]));
  const complete: WrittenBatch['parts'] = [];
  for (const part of parts) {
    const before = complete.at(-1);
    const row = 'text' in part ? null : shown.get(part.missing);
    if ('text' in part) complete.push(part);
    else if (row && before && 'rows' in before) before.rows.push(row);
    else if (row) complete.push({ ...batch, rows: [row] });
  }
  return complete;
}

/** A page that is read while the one before it is sent; null where it could not be read as the table was then. */
type Ahead = { table: Table; page: Promise<Page | null> };

/**
 * A table's rows as a format has them, batch by batch; at least one batch, so that the columns are known. The database writes
 * what it can write, and the next batch while one is sent; access is checked before a batch is sent.
 */
export async function* writtenBatches(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  choice: ExportChoice,
  format: LineFormat,
  begin: ExportPlace | null = null,
): AsyncGenerator<WrittenBatch> {
  let cursor: RowCursor | null = begin?.cursor ?? null;
  let columnIds: readonly string[] | null = begin?.columnIds ?? null;
  let ahead: Ahead | null = null;
  const readNext = async () => {
    const now = await exportedTableAnew(database, itemAnew, choice);
    const { table } = now;
    const ids = columnIds ?? exportedColumns(table, choice);
    columnIds = ids;
    const line = lineSql(table, ids, choice, format);
    if (!line) return null;
    const read = (after: RowCursor | null): Promise<Page> =>
      withBulkHeap(() => readPage(database, now, line, format.separator, exportQuery(now, choice, after)));
    const isSame: boolean = isDeepStrictEqual(ahead?.table.columns, table.columns);
    const page: Page = (isSame && (await ahead?.page)) || (await read(cursor));
    const parts = await withBulkHeap(() => completed(database, now, page, ids, choice));
    return { table, page, parts, read, ids };
  };
  for (let isFirst = true; isFirst || cursor; isFirst = false) {
    const written: Awaited<ReturnType<typeof readNext>> = await againWhereGone(readNext);
    if (!written) break;
    const { table, parts, read } = written;
    const { next, count } = written.page;
    const byServer = parts.reduce((sum, part) => sum + ('rows' in part ? part.rows.length : 0), 0);
    cursor = next;
    // Of a table most of whose rows only the server can write, the database writes none.
    if (!next || byServer > count / 2) {
      yield { table, columnIds: written.ids, parts };
      if (next) break;
      return;
    }
    // What failed is read again when it is its turn: only then its failure ends the export.
    ahead = { table, page: read(next).catch(() => null) };
    yield { table, columnIds: written.ids, parts };
  }
  const place = { cursor, columnIds: columnIds ?? [] };
  for await (const batch of rowBatches(database, itemAnew, choice, place))
    yield { table: batch.table, columnIds: batch.columnIds, parts: [batch] };
}
