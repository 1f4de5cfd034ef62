import { dateTimeKey } from '#lib/fields/dates.ts';
import { isList } from '#lib/fields/field-types.ts';
import { toLocalDateTime } from '#lib/fields/local-date-time.ts';
import { DEFAULT_CURRENCY } from '#lib/text/constants.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import type { XlsxCell } from '#server/platform/archives/xlsx.ts';
import type { Database } from '#server/platform/database/database.ts';
import { toStoredCell } from '../table/cell.ts';
import { cellText, type FileNames, namesOf } from '../table/cell-text.ts';
import type { Table, TableColumn } from '../table/table.ts';
import {
  columnsOf,
  type ExportChoice,
  exportedText,
  exportedValue,
  isExportedAsTitles,
  type RowBatch,
  rowBatches,
  writtenAs,
} from './export-rows.ts';

const DAY_SECONDS = 86_400;

/** An amount with its currency: a sign, or the code where the sign has letters, which a format may take for its own. */
function currencyFormat(currency: string): string {
  const written = new Intl.NumberFormat('en', { style: 'currency', currency });
  const sign = written.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  const { maximumFractionDigits: digits = 2 } = written.resolvedOptions();
  const mark = /[\p{L}\p{Z}\]]/u.test(sign) ? currency : sign;
  return `[$${mark}] #,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
}

/** Digits after the point that a share is shown with, at most. */
const SHARE_DIGITS = 10;

/** A share as spreadsheets have it: 12.5 as 0.125, shown as 12.5%. */
function shareCell(value: number): XlsxCell {
  const [, fraction = ''] = String(value).split('.');
  const digits = fraction === '' ? 0 : Math.min(Math.max(fraction.length, 2), SHARE_DIGITS);
  return {
    number: Number((value / 100).toPrecision(15)),
    format: `0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}%`,
  };
}

/** How a column's numbers are shown; null for plain ones. */
function formatOf({ options }: TableColumn): string | null {
  switch (options.type) {
    case 'currency':
      return currencyFormat(options.currency ?? DEFAULT_CURRENCY);
    case 'duration':
      return '[h]:mm:ss';
    case 'rating':
    case 'auto_number':
      return '0';
    default:
      return null;
  }
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

/**
 * A table's rows for a spreadsheet, with its head and the widths of its columns; points in time are local times of the
 * hub, as an import reads them.
 */
export async function xlsxTable(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  choice: ExportChoice = {},
): Promise<{ head: string[]; widths: number[]; rows: AsyncIterable<XlsxCell[]> }> {
  const batches = rowBatches(database, itemAnew, choice);
  const first = await batches.next();
  if (first.done) throw new Error('an export has at least one batch');
  const begun = first.value;
  const { timeZone: zone = 'UTC' } = await hubInputFormat(database, begun.table.item.hub_id);
  async function* rows(): AsyncGenerator<XlsxCell[]> {
    for (let batch: RowBatch | null = begun; batch; ) {
      const columns = columnsOf(batch);
      const formats = new Map(
        columns.flatMap((column) => {
          const written = column && writtenAs(column, batch?.linked ?? null);
          return written ? [[written.field.id, formatOf(written)]] : [];
        }),
      );
      for (const row of batch.rows) {
        const format = { names: namesOf(row.files), formats, zone };
        const { linked } = batch;
        const unread = batch.unread?.get(row.id);
        yield columns.map((column) =>
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
      const next = await batches.next();
      batch = next.done ? null : next.value;
    }
  }
  const columns = columnsOf(begun);
  return {
    head: columns.map((column) => column?.field.label ?? ''),
    widths: columns.map((column) =>
      Math.max(
        WIDTHS[column?.field.type ?? ''] ?? WIDTH,
        Math.min(40, (column?.field.label.length ?? 0) + 2),
      ),
    ),
    rows: rows(),
  };
}
