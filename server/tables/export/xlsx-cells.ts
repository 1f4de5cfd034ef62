import { type RawBuilder, sql } from 'kysely';
import { dateFormatOf } from '#lib/fields/comparison.ts';
import { DEFAULT_CURRENCY } from '#lib/text/constants.ts';
import {
  CELL_LETTERS,
  DAY_MS,
  ENCODED_SIGN,
  FIRST_DAY,
  FIRST_OWN_STYLE,
  FIRST_SAFE,
  STYLE,
  textCell,
} from '#server/platform/archives/xlsx.ts';
import { type CellFormat, numberDigits } from '../table/cell-sql.ts';
import type { TableColumn } from '../table/table.ts';

type Part = RawBuilder<unknown>;

export const DAY_SECONDS = 86_400;

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
export const shareFormatOf = (digits: number): string =>
  shareFormat(digits === 0 ? 0 : Math.min(Math.max(digits, SHARE_DIGITS.least), SHARE_DIGITS.most));

const SHARE_FORMATS = Array.from({ length: SHARE_DIGITS.most }, (_, at) =>
  shareFormat(at === 0 ? 0 : at + 1),
);

/** How a column's numbers are shown; null for plain ones and for shares, of which each has the digits that it needs. */
export function formatOf({ options }: TableColumn): string | null {
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

/** What XML can not hold, and what stands for something else in it. */
const UNSPEAKABLE = String.raw`[\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]`;
const SPECIAL = String.raw`[\u0001-\u0008\u000B-\u001F\uFFFE\uFFFF&<>"]`;
/** As in `textCell`. */
const ENCODED = '_(?=x[0-9A-Fa-f]{4}_)';
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

const escaped = (text: Part): Part => {
  const valid = sql`regexp_replace(${text}, ${sql.lit(UNSPEAKABLE)}, '', 'g')`;
  const plain = sql`case when strpos(${valid}, '_x') > 0
    then regexp_replace(${valid}, ${sql.lit(ENCODED)}, ${sql.lit(ENCODED_SIGN)}, 'g') else ${valid} end`;
  const whole = Object.entries(ESCAPES).reduce<Part>(
    (part, [sign, written]) => sql`replace(${part}, ${sql.lit(sign)}, ${sql.lit(written)})`,
    plain,
  );
  return sql`case when ${text} ~ ${sql.lit(SPECIAL)} or strpos(${text}, '_x') > 0 then ${whole} else ${text} end`;
};

const [TEXT_START, TEXT_END] = textCell('|').split('|');
const EMPTY = sql.lit(textCell(''));

/** A number with a style; null where the number is. */
const styled = (style: Part | number, digits: Part): Part =>
  sql`'<c s="' || ${typeof style === 'number' ? sql.lit(String(style)) : style} || '"><v>' || ${digits} || '</v></c>'`;

/** Days since the first one that spreadsheets count, of milliseconds since 1970. */
const daysOf = (milliseconds: Part): Part =>
  numberDigits(sql`((${milliseconds} - ${sql.lit(FIRST_DAY)}) / ${sql.lit(DAY_MS)}::double precision)`);
const SAFE_DAY = sql.lit(new Date(FIRST_SAFE).toISOString().slice(0, 10));
const milliseconds = (seconds: Part): Part => sql`(${seconds}::double precision * 1000)`;

/** A duration in days; shorter ones than a second would be too small a number. */
const durationDigits = (seconds: Part): Part =>
  sql`case when ${seconds} = 0 or abs(${seconds}) >= 1 then ${numberDigits(sql`(${seconds} / ${sql.lit(DAY_SECONDS)})`)} end`;

/** A share of which binary fractions change no digit. */
function shareCell(number: Part, style: number): Part {
  const digits = numberDigits(number);
  const fraction = sql`length(split_part(${digits}, '.', 2))`;
  const own = sql`${sql.lit(style)} + least(greatest(${fraction} - 1, case when ${fraction} > 0 then 1 else 0 end), ${sql.lit(SHARE_DIGITS.most - 1)})`;
  const share = sql`case when ${number} = 0 then '0' else trim_scale((${digits})::numeric * 0.01)::text end`;
  return sql`case when length(translate(${digits}, '-.', '')) <= 15 then ${styled(sql`(${own})`, share)} end`;
}

/**
 * Cells of a sheet as `xlsx` writes them.
 * @param formats those that the file has first
 * @param zone in which points in time are shown: the database writes those of UTC, whose clocks no two programs set differently
 */
export function xlsxCells(formats: readonly string[], zone: string): CellFormat {
  const styleOf = (format: string): number | null => {
    const at = formats.indexOf(format);
    return at < 0 ? null : FIRST_OWN_STYLE + at;
  };
  const number = (digits: Part, value: Part, column: TableColumn): Part => {
    const isShare = column.options.type === 'percent';
    const format = isShare ? shareFormat(0) : formatOf(column);
    if (format === null) return sql`'<c><v>' || ${digits} || '</v></c>'`;
    const style = styleOf(format);
    // The column became one of another type after the file was begun.
    if (style === null) return sql`null::text`;
    if (isShare) return shareCell(value, style);
    const shown = column.options.type === 'duration' ? durationDigits(value) : digits;
    return styled(style, shown);
  };
  return {
    empty: EMPTY,
    text: (
      text,
    ) => sql`case when ${text} = '' then ${EMPTY} when octet_length(${text}) <= ${sql.lit(CELL_LETTERS)}
      then ${sql.lit(TEXT_START)} || ${escaped(text)} || ${sql.lit(TEXT_END)} end`,
    plain: (text) => sql`${sql.lit(TEXT_START)} || (${text}) || ${sql.lit(TEXT_END)}`,
    number,
    typed: {
      // Days that are written otherwise are texts for `xlsx` where a cell has them as the database does.
      date: (ref, { field }) =>
        dateFormatOf(field) === 'YYYY-MM-DD'
          ? sql`case when ${ref} >= ${SAFE_DAY} and ${ref} < '10000-01-01'
        then ${styled(STYLE.day, daysOf(milliseconds(sql`extract(epoch from ${ref})`)))} end`
          : sql`null::text`,
      time: (ref) => sql`case when extract(microseconds from ${ref})::integer % 1000000 = 0
        then ${styled(STYLE.time, numberDigits(sql`(${milliseconds(sql`extract(epoch from ${ref})`)} / ${sql.lit(DAY_MS)})`))} end`,
      timestamptz: (ref) =>
        zone === 'UTC'
          ? sql`case when ${ref} >= (${SAFE_DAY} || ' 00:00+00')::timestamptz and ${ref} < '10000-01-01 00:00+00'
        then ${styled(STYLE.moment, daysOf(milliseconds(sql`floor(extract(epoch from ${ref}))`)))} end`
          : sql`null::text`,
    },
    label: textCell,
    list: null,
  };
}
