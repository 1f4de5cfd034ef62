import { sql } from 'kysely';
import { dateFormatOf } from '#lib/fields/comparison.ts';
import { toLocalDateTime } from '#lib/fields/local-date-time.ts';
import { DEFAULT_CURRENCY } from '#lib/text/constants.ts';
import {
  CELL_LETTERS,
  DAY_MS,
  FIRST_DAY,
  FIRST_OWN_STYLE,
  FIRST_SAFE,
  STYLE,
  type XlsxCell,
} from '#server/platform/archives/xlsx.ts';
import type { CellFormat } from '../table/cell-sql.ts';
import type { TableColumn } from '../table/table.ts';
import type { SheetColumn } from './sheet-writer.ts';

const DAY_SECONDS = 86_400;

/** An amount with its currency: a sign, or the code where the sign has letters, which a format may take for its own. */
function currencyFormat(currency: string): string {
  const written = new Intl.NumberFormat('en', { style: 'currency', currency });
  const sign = written.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  const { maximumFractionDigits: digits = 2 } = written.resolvedOptions();
  const mark = /[\p{L}\p{Z}\]]/u.test(sign) ? currency : sign;
  return `[$${mark}] #,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
}

/** Digits after the point that a share is shown with: none, or from two to ten. */
const SHARE_DIGITS = { least: 2, most: 10 };
const shareFormat = (digits: number): string => `0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}%`;

/** The format of a share with so many digits after its point. */
const shareFormatOf = (digits: number): string =>
  shareFormat(digits === 0 ? 0 : Math.min(Math.max(digits, SHARE_DIGITS.least), SHARE_DIGITS.most));

const SHARE_FORMATS = Array.from({ length: SHARE_DIGITS.most }, (_, at) =>
  shareFormat(at === 0 ? 0 : at + 1),
);

/** How a column's numbers are shown; null for plain ones and for shares, of which each has the digits that it needs. */
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

/** The formats of columns, those of the first ones first. */
export const formatsOf = (columns: readonly (TableColumn | null)[]): string[] => [
  ...new Set(
    columns.flatMap((column) =>
      column?.options.type === 'percent' ? SHARE_FORMATS : ((column && formatOf(column)) ?? []),
    ),
  ),
];

const SAFE_DAY = new Date(FIRST_SAFE).toISOString().slice(0, 10);
const ZERO_DAY = new Date(FIRST_DAY).toISOString().slice(0, 10);
/** What stands before the text that a change of type left in a column of numbers, none of which begins so. */
const LEFT_MARK = '=';

/**
 * Cells as the database sends them for a sheet, which `sheetColumn` reads: texts and digits as they are, days as spreadsheets count
 * them, times and points in time in seconds. Null where `xlsxCell` makes something else of a value.
 * @param formats those that the file has first
 */
export const sheetCells = (formats: readonly string[]): CellFormat => ({
  empty: sql`''`,
  // A cell has fewer letters: what is longer would only be sent. `xlsxCell` cuts what is left.
  text: (text, column) =>
    column?.field.type === 'textarea'
      ? sql`case when octet_length(${text}) > ${sql.lit(CELL_LETTERS)} then left(${text}, ${sql.lit(CELL_LETTERS + 1)}) else ${text} end`
      : text,
  plain: (text) => text,
  // The column may have become one of another type after the file was begun.
  number: (_, number, column) =>
    styleOf(column, formats) === undefined ? sql`null::text` : sql`${number}::text`,
  typed: {
    // Days that are written otherwise are texts for `xlsxCell` where a cell has them as the database does.
    date: (ref, { field }) =>
      dateFormatOf(field) === 'YYYY-MM-DD'
        ? sql`case when ${ref} >= ${sql.lit(SAFE_DAY)} and ${ref} < '10000-01-01' then (${ref} - ${sql.lit(ZERO_DAY)}::date)::text end`
        : sql`null::text`,
    time: (ref) => sql`case when extract(microseconds from ${ref})::integer % 1000000 = 0
      then extract(epoch from ${ref})::integer::text end`,
    // Not those of the last day, which may be of the year 10000 in another zone.
    timestamptz: (
      ref,
    ) => sql`case when ${ref} >= ${sql.lit(`${SAFE_DAY} 00:00+00`)} and ${ref} < '9999-12-31 00:00+00'
      then floor(extract(epoch from ${ref}))::text end`,
  },
  left: ({ type }) => (type === 'double precision' ? sql.lit(LEFT_MARK) : null),
  label: (label) => label,
  list: null,
});

/** The style of a column's numbers, of shares the first; null for plain ones, undefined for a format that the file doesn't have first. */
function styleOf(column: TableColumn, formats: readonly string[]): number | null | undefined {
  const format = column.options.type === 'percent' ? shareFormatOf(0) : formatOf(column);
  if (format === null) return null;
  const at = formats.indexOf(format);
  return at < 0 ? undefined : FIRST_OWN_STYLE + at;
}

/** A share as spreadsheets have it: 12.5 as 0.125, shown as 12.5%. */
export function shareCell(value: number): XlsxCell {
  const [, fraction = ''] = String(value).split('.');
  return { number: Number((value / 100).toPrecision(15)), format: shareFormatOf(fraction.length) };
}

/** A number of a column, with its format where it has one. */
export function numberCellOf(column: TableColumn, value: number): XlsxCell {
  const { type } = column.options;
  if (type === 'percent') return shareCell(value);
  const format = formatOf(column);
  if (!format) return value;
  return { number: type === 'duration' ? value / DAY_SECONDS : value, format };
}

/** The local time of a zone at a time, in milliseconds that a sheet shows as the same; null beyond the year 9999 there. */
export function localMoment(moment: number, zone: string): number | null {
  const shown = Date.parse(`${toLocalDateTime(new Date(moment).toISOString(), zone)}Z`);
  return Number.isNaN(shown) ? null : shown;
}

/**
 * How the cells of a column are written that the database sent as `sheetCells` has them.
 * @param column null for one that was deleted
 */
export function sheetColumn(
  column: TableColumn | null,
  { formats, zone }: { formats: readonly string[]; zone: string },
): SheetColumn {
  const type = column?.type ?? null;
  const system = column?.options.type ?? '';
  if (column && (type === 'double precision' || system === 'auto_number')) {
    const style = styleOf(column, formats) ?? null;
    const isComputed = system === 'percent' || system === 'duration';
    return {
      digits: isComputed ? null : { style },
      cell: (text) => (text.startsWith(LEFT_MARK) ? text.slice(1) : numberCellOf(column, Number(text))),
    };
  }
  if (type === 'date')
    return {
      digits: { style: STYLE.day },
      cell: (text) => ({ day: FIRST_DAY + Number(text) * DAY_MS }),
    };
  if (type === 'time') return { digits: null, cell: (text) => ({ time: Number(text) * 1000 }) };
  if (type === 'timestamptz' || system === 'created_at' || system === 'updated_at') {
    const shown = (moment: number) => (zone === 'UTC' ? moment : (localMoment(moment, zone) ?? moment));
    return { digits: null, cell: (text) => ({ moment: shown(Number(text) * 1000) }) };
  }
  return 'texts';
}
