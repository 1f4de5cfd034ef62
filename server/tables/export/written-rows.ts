import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { RowCursor } from '../lists/row-order.ts';
import { rowsByIds } from '../rows/row.repo.ts';
import { type CellFormat, cellSql, leftCells } from '../table/cell-sql.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { retryOnMissingRelation } from '../table/retry-on-missing-relation.ts';
import type { Table, TableColumn } from '../table/table.ts';
import {
  type ExportChoice,
  type ExportedTable,
  type ExportPlace,
  exportedColumns,
  exportedTableAnew,
  exportQuery,
  listedRowsOf,
  type RowBatch,
  rowBatches,
  shownBatch,
} from './export-rows.ts';
import { PagesAhead } from './pages-ahead.ts';
import { mayBeUnread } from './unread-cells.ts';
import type { Page, PageReading, WrittenRows } from './written-pages.ts';

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
  /** Of a format whose rows a cell's text may break: how that is found, and the row where it is null of those with such a text. */
  check?: {
    isIntact: (text: string, count: number, columns: number) => boolean;
    line: (line: Part, columns: number) => Part;
  };
  /** Whether a row has more than its cells, which only the server writes. */
  hasMore?: (table: Table) => boolean;
  /** Whether empty cells have what could not be read when the row was imported. */
  showsUnread: boolean;
};

/** Rows of an export in their order: those that the database wrote, and those that are left to the server. */
export type WrittenBatch = Pick<RowBatch, 'table' | 'columnIds'> & { parts: (WrittenRows | RowBatch)[] };

/**
 * A row `r` as a format has it, by the database; the line is null for a row that only the server can write.
 * @returns null for a table whose rows only the server can write
 */
function lineSql(
  table: Table,
  columnIds: readonly string[],
  choice: ExportChoice,
  { cells, inOrder = (columns) => columns, line, hasMore, showsUnread, check }: LineFormat,
): Pick<PageReading, 'line' | 'left' | 'check'> | null {
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
  const whole = unread ? sql`case when not ${unread} then ${line(all)} end` : line(all);
  return {
    line: whole,
    ...(check && {
      check: {
        isIntact: ({ text, count }) => check.isIntact(text, count, all.length),
        line: check.line(whole, all.length),
      },
    }),
    left: leftCells(
      columns.filter((column) => column !== null),
      cells,
    ),
  };
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

/**
 * A table's rows as a format has them, batch by batch; at least one batch, so that the columns are known. The database writes
 * what it can write, and the next batches while one is sent; access is checked before a batch is sent.
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
  let listed = begin?.listed;
  let pages: { of: Table; ahead: PagesAhead } | null = null;
  const readNext = async () => {
    const now = await exportedTableAnew(database, itemAnew, choice);
    const { table } = now;
    const ids = columnIds ?? exportedColumns(table, choice);
    columnIds = ids;
    const lines = lineSql(table, ids, choice, format);
    if (!lines) return null;
    const rows = listed === undefined ? await listedRowsOf(database, now, choice) : listed;
    listed = rows;
    if (!pages || !isDeepStrictEqual(pages.of.columns, table.columns)) {
      const queryAfter = (after: RowCursor | null, limit: number) =>
        exportQuery(now, choice, rows, after, limit);
      const reading = { ...lines, separator: format.separator, queryAfter };
      pages = { of: table, ahead: new PagesAhead(database, table, reading, cursor) };
    }
    const { ahead }: { ahead: PagesAhead } = pages;
    const page = await ahead.take(cursor);
    const parts = await withBulkHeap(() => completed(database, now, page, ids, choice));
    return { table, page, parts, ahead, ids };
  };
  for (let isFirst = true; isFirst || cursor; isFirst = false) {
    const written: Awaited<ReturnType<typeof readNext>> = await retryOnMissingRelation(readNext);
    if (!written) break;
    const { table, parts, ahead } = written;
    const { next, count } = written.page;
    const byServer = parts.reduce((sum, part) => sum + ('rows' in part ? part.rows.length : 0), 0);
    cursor = next;
    // Of a table most of whose rows only the server can write, the database writes none.
    if (!next || byServer > count / 2) {
      yield { table, columnIds: written.ids, parts };
      if (next) break;
      return;
    }
    ahead.readOn();
    yield { table, columnIds: written.ids, parts };
  }
  const place = { cursor, columnIds: columnIds ?? [], listed };
  for await (const batch of rowBatches(database, itemAnew, choice, place))
    yield { table: batch.table, columnIds: batch.columnIds, parts: [batch] };
}
