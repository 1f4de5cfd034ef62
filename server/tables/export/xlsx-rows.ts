import { sql } from 'kysely';
import { dateTimeKey } from '#lib/fields/dates.ts';
import { isList } from '#lib/fields/field-types.ts';
import { toLocalDateTime } from '#lib/fields/local-date-time.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import type { XlsxCell, XlsxRows, XlsxTable } from '#server/platform/archives/xlsx.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { toStoredCell } from '../table/cell.ts';
import { cellText, type FileNames, namesOf } from '../table/cell-text.ts';
import type { Table, TableColumn } from '../table/table.ts';
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
import { type LineFormat, writtenBatches } from './written-rows.ts';
import { DAY_SECONDS, formatOf, formatsOf, shareFormatOf, xlsxCells } from './xlsx-cells.ts';

/** A share as spreadsheets have it: 12.5 as 0.125, shown as 12.5%. */
function shareCell(value: number): XlsxCell {
  const [, fraction = ''] = String(value).split('.');
  return { number: Number((value / 100).toPrecision(15)), format: shareFormatOf(fraction.length) };
}

type Formats = ReadonlyMap<string, string | null>;

/** A value as a cell of a spreadsheet: numbers, days and times are such, everything else is a text. */
function xlsxCell(
  { field, options }: TableColumn,
  value: unknown,
  { names, formats, zone }: { names: FileNames; formats: Formats; zone: string },
): XlsxCell {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') {
    if (options.type === 'percent') return shareCell(value);
    const format = formats.get(field.id);
    if (!format) return value;
    return { number: options.type === 'duration' ? value / DAY_SECONDS : value, format };
  }
  if (!isList(field) && typeof value === 'string') {
    const day = field.type === 'date' ? toStoredCell(field, value).typed : null;
    if (typeof day === 'string') return { day: Date.parse(`${day}T00:00:00Z`) };
    if (field.type === 'datetime') {
      const moment = dateTimeKey(value);
      const local = Number.isNaN(moment) ? null : toLocalDateTime(new Date(moment).toISOString(), zone);
      // Beyond the year 9999 there.
      const shown = local === null ? Number.NaN : Date.parse(`${local}Z`);
      if (!Number.isNaN(shown)) return { moment: shown };
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

type Formatted = { formats: Formats; zone: string };

/** A row's cells. */
function cellsOf(batch: RowBatch, row: TableRow, { formats, zone }: Formatted): XlsxCell[] {
  const { linked } = batch;
  const format = { names: namesOf(row.files), formats, zone };
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
  const formats = new Map(
    columnsOf(batch).flatMap((column) => {
      const written = column && writtenAs(column, batch.linked);
      return written ? [[written.field.id, formatOf(written)]] : [];
    }),
  );
  for (const row of batch.rows) yield cellsOf(batch, row, { formats, zone });
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

/** How the database writes the rows of a sheet. */
export const sheetLines = (formats: readonly string[], zone: string): LineFormat => ({
  cells: xlsxCells(formats, zone),
  line: (cells) => sql`'<row>' || ${sql.join([...cells], sql` || `)} || '</row>'`,
  separator: '',
  showsUnread: true,
});

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
  async function* rows(): AsyncGenerator<XlsxCell[] | XlsxRows> {
    const place = { cursor: null, columnIds };
    for await (const { parts } of writtenBatches(
      database,
      itemAnew,
      choice,
      sheetLines(sheet.formats, zone),
      place,
    ))
      for (const part of parts) {
        if ('text' in part) yield part;
        else yield* xlsxRowsOf(part, zone);
      }
  }
  return { ...sheet, rows: rows() };
}
