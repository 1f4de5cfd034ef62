import { dateFormatOf } from '#lib/fields/comparison.ts';
import { dateTimeKey, isIsoTime, parseDate, timeKey } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { toLocalDateTime } from '#lib/fields/local-date-time.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { XlsxCell } from '#server/platform/archives/xlsx.ts';

/** The names of a submission's files, by their ids. */
export type FileNames = ReadonlyMap<string, string>;

export type FormatCell = (value: unknown, files: FileNames) => XlsxCell;
type WriteText = (value: unknown, files: FileNames) => string;

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Between the fields of a record, and between records. */
const FIELD_END = '; ';
const RECORD_END = '\n';

/** The local time of a zone at a time, as milliseconds that a spreadsheet shows as the same. */
export function dateTimeParts(moment: number, zone: string): number {
  const local = toLocalDateTime(new Date(moment).toISOString(), zone);
  const shown = Date.parse(`${local}Z`);
  // Beyond the year 9999 there.
  return Number.isNaN(shown) ? moment : shown;
}

/** The local time of a zone at a time: `2026-02-28 14:30:00`. */
export const formatDateTimeParts = (moment: number, zone: string): string =>
  new Date(dateTimeParts(moment, zone)).toISOString().slice(0, 19).replace('T', ' ');

function recordWriter(fields: readonly FieldDefinition[], zone: string | null): WriteText {
  const writers = fields.map((field) => ({ field, write: textFormatter(field, zone) }));
  return (value, files) => {
    if (!isRecord(value)) return plain(value);
    const parts = writers.flatMap(({ field, write }) => {
      const own = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
      return own === undefined || own === null ? [] : [`${field.label}: ${write(own, files)}`];
    });
    return parts.join(FIELD_END);
  };
}

/**
 * Values of a field as users read them: the labels of a choice, a file's name, a record with its labels,
 * times in a zone.
 */
export function textFormatter(field: FieldDefinition, zone: string | null): WriteText {
  const one = oneWriter(field, zone);
  const separator = field.type === 'form' ? RECORD_END : FIELD_END;
  return (value, files) =>
    Array.isArray(value) && (isList(field) || field.type === 'form')
      ? value.map((each) => one(each, files)).join(separator)
      : one(value, files);
}

function oneWriter(field: FieldDefinition, zone: string | null): WriteText {
  if (field.type === 'form') return recordWriter(field.fields ?? [], zone);
  if (field.type === 'file') return (value, files) => files.get(plain(value)) ?? plain(value);
  if (field.type === 'datetime' && zone !== null) {
    return (value) => {
      const moment = typeof value === 'string' ? dateTimeKey(value) : Number.NaN;
      return Number.isNaN(moment) ? plain(value) : formatDateTimeParts(moment, zone);
    };
  }
  if (!isChoice(field)) return plain;
  const labels = new Map(field.options?.map(({ id, label }) => [id, label]));
  return (value) => labels.get(plain(value)) ?? plain(value);
}

/** The same, but numbers, days and times keep their type where there is one. */
export function cellFormatter(field: FieldDefinition, zone: string | null): FormatCell {
  const text = textFormatter(field, zone);
  if (isList(field)) return text;
  if (field.type === 'number')
    return (value, files) => (typeof value === 'number' ? value : text(value, files));
  if (field.type === 'date') {
    const format = dateFormatOf(field);
    return (value, files) => {
      const read = typeof value === 'string' ? parseDate(value, format) : null;
      return read && 'day' in read ? { day: Date.parse(`${read.day}T00:00:00Z`) } : text(value, files);
    };
  }
  if (field.type === 'time') {
    return (value, files) =>
      typeof value === 'string' && isIsoTime(value)
        ? { time: Date.parse(`1970-01-01T${timeKey(value)}Z`) }
        : text(value, files);
  }
  if (field.type === 'datetime') {
    return (value, files) => {
      const moment = typeof value === 'string' ? dateTimeKey(value) : Number.NaN;
      if (Number.isNaN(moment)) return text(value, files);
      return { moment: zone === null ? moment : dateTimeParts(moment, zone) };
    };
  }
  return text;
}
