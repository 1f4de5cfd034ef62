import { dateTimeKey } from '#lib/fields/dates.ts';
import { isList } from '#lib/fields/field-types.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import {
  CHUNK,
  FIRST_OWN_STYLE,
  type XlsxCell,
  type XlsxRows,
  type XlsxTable,
} from '#server/platform/archives/xlsx.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { toStoredCell } from '../table/cell.ts';
import { cellText, type FileNames, namesOf } from '../table/cell-text.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { checkedRow, delimitedRow, isDelimited } from './delimited-rows.ts';
import {
  columnsOf,
  type ExportChoice,
  exportedColumns,
  exportedTableAnew,
  exportedText,
  exportedValue,
  isExportedAsTitles,
  type RowBatch,
  writtenAs,
} from './export-rows.ts';
import { SheetWriter } from './sheet-writer.ts';
import { type LineFormat, type WrittenBatch, writtenBatches } from './written-rows.ts';
import { formatsOf, localMoment, numberCellOf, sheetCells, sheetColumn } from './xlsx-cells.ts';

/** A value as a cell of a spreadsheet: numbers, days and times are such, everything else is a text. */
function xlsxCell(
  column: TableColumn,
  value: unknown,
  { names, zone }: { names: FileNames; zone: string },
): XlsxCell {
  const { field } = column;
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return numberCellOf(column, value);
  if (!isList(field) && typeof value === 'string') {
    const day = field.type === 'date' ? toStoredCell(field, value).typed : null;
    if (typeof day === 'string') return { day: Date.parse(`${day}T00:00:00Z`) };
    if (field.type === 'datetime') {
      const moment = dateTimeKey(value);
      const shown = Number.isNaN(moment) ? null : localMoment(moment, zone);
      if (shown !== null) return { moment: shown };
    }
    if (field.type === 'time') {
      const [hours = 0, minutes = 0, seconds = 0] = value.split(':').map(Number);
      const time = ((hours * 60 + minutes) * 60 + seconds) * 1000;
      if (Number.isFinite(time)) return { time };
    }
  }
  return cellText(field, value, names);
}

/** An empty cell with what could not be read of it. */
const withUnread = (cell: XlsxCell, text: string | undefined): XlsxCell =>
  cell === '' ? (text ?? '') : cell;

const WIDTHS: Partial<Record<string, number>> = {
  textarea: 60,
  number: 14,
  date: 12,
  time: 10,
  datetime: 20,
};
const WIDTH = 24;

/** A row's cells. */
function cellsOf(batch: RowBatch, row: TableRow, zone: string): XlsxCell[] {
  const { linked } = batch;
  const format = { names: namesOf(row.files), zone };
  const unread = batch.unread?.get(row.id);
  return columnsOf(batch).map((column) =>
    !column
      ? ''
      : isExportedAsTitles(column, linked)
        ? exportedText(column, row, linked, format.names)
        : withUnread(
            xlsxCell(writtenAs(column, linked), exportedValue(column, row, linked), format),
            unread?.get(column.field.id),
          ),
  );
}

/** The cells of a batch, row by row. */
export function* xlsxRowsOf(batch: RowBatch, zone: string): Generator<XlsxCell[]> {
  for (const row of batch.rows) yield cellsOf(batch, row, zone);
}

/** How a sheet shows a table: its head, the widths of its columns, the formats that it has first. */
export function sheetOf(columns: readonly (TableColumn | null)[]) {
  return {
    head: columns.map((column) => column?.field.label ?? ''),
    widths: columns.map((column) =>
      Math.max(
        WIDTHS[column?.field.type ?? ''] ?? WIDTH,
        Math.min(40, (column?.field.label.length ?? 0) + 2),
      ),
    ),
    formats: formatsOf(columns),
  };
}

/** How the database sends the rows of a sheet. */
export const sheetLines = (formats: readonly string[]): LineFormat => ({
  cells: sheetCells(formats),
  line: delimitedRow,
  separator: '',
  check: { isIntact: isDelimited, line: checkedRow },
  showsUnread: true,
});

/** The rows of a batch as a sheet has them. */
export function* sheetRowsOf(
  { parts, ...batch }: WrittenBatch,
  how: { formats: readonly string[]; zone: string },
): Generator<XlsxCell[] | XlsxRows> {
  const writer = new SheetWriter(
    columnsOf(batch).map((column) => sheetColumn(column, how)),
    (format) => FIRST_OWN_STYLE + how.formats.indexOf(format),
  );
  for (const part of parts) {
    if ('text' in part) {
      writer.add(part.text, part.count);
      if (writer.length < CHUNK) continue;
    }
    if (writer.length > 0) yield writer.take();
    if ('rows' in part) yield* xlsxRowsOf(part, how.zone);
  }
  if (writer.length > 0) yield writer.take();
}

/**
 * A table's rows for a spreadsheet, with its head and the widths of its columns; points in time are local times of the
 * hub, as an import reads them.
 */
export async function xlsxTable(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  choice: ExportChoice = {},
): Promise<Omit<XlsxTable, 'name'> & { formats: readonly string[] }> {
  const { table } = await exportedTableAnew(database, itemAnew, choice);
  const { timeZone: zone = 'UTC' } = await hubInputFormat(database, table.item.hub_id);
  const columnIds = exportedColumns(table, choice);
  const sheet = sheetOf(columnsOf({ table, columnIds }));
  const { formats } = sheet;
  async function* rows(): AsyncGenerator<XlsxCell[] | XlsxRows> {
    const place = { cursor: null, columnIds };
    for await (const batch of writtenBatches(database, itemAnew, choice, sheetLines(formats), place))
      yield* sheetRowsOf(batch, { formats, zone });
  }
  return { ...sheet, rows: rows() };
}
