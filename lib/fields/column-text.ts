import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { TableType } from '#lib/fields/column-types.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { parseDuration } from '#lib/fields/duration.ts';
import { type ParsedFieldText, parseFieldText } from '#lib/fields/parse-field-text.ts';

/** Where workbooks begin to count days; they have one day too many before March 1900, and a longer time is a date. */
const DAYS_FROM = Date.UTC(1899, 11, 31);
const DAYS_RIGHT_FROM = Date.UTC(1900, 2, 1);
const DAYS_UNTIL = Date.UTC(1910, 0, 1);
const DAY_MS = 86_400_000;

/** Seconds of a duration of a day or more, which workbooks write as a point in time: `1900-01-01 12:00`. */
function workbookDuration(text: string): number | null {
  if (!/^(?:1899|190\d)-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/.test(text)) return null;
  const [day = '', time = '00:00'] = text.split(' ');
  const moment = Date.parse(`${day}T${time}Z`);
  if (!(moment >= DAYS_FROM && moment < DAYS_UNTIL)) return null;
  return (moment - DAYS_FROM + (moment >= DAYS_RIGHT_FROM ? DAY_MS : 0)) / 1000;
}

/** A percent sign, a currency's sign or name and the like around a number. */
const bareNumber = (text: string) => text.replace(/^[\s\p{Sc}A-Z]+|[\s\p{Sc}%A-Z]+$/gu, '');

/** A text as a value of a table's column: amounts also with their currency, durations as clocks show them. */
export function parseColumnText(
  field: FieldDefinition,
  type: TableType | null,
  text: string,
  writtenIn: InputFormat,
): ParsedFieldText {
  if (type === 'duration') {
    const seconds = parseDuration(text) ?? workbookDuration(text.trim());
    if (seconds !== null) return { value: seconds, problem: null };
  }
  const isAmount = type === 'currency' || type === 'percent';
  const read = parseFieldText(field, isAmount ? bareNumber(text) : text, writtenIn);
  return read.problem && isAmount ? { ...read, value: text } : read;
}
