import { dateFormatOf, isMissing } from '#lib/fields/comparison.ts';
import { dateTimeKey, isIsoDate, isIsoDateTime, isIsoTime, parseDate, timeKey } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isList } from '#lib/fields/field-types.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';

/**
 * The type in which the database stores a column's values; null for those that it does not compare: lists,
 * JSON and nested forms are in `extra`.
 */
export function columnValueType(field: FieldDefinition): ValueType | null {
  if (isList(field)) return null;
  switch (field.type) {
    case 'json':
    case 'form':
    case 'file':
      return null;
    case 'number':
      return 'double precision';
    case 'date':
      return 'date';
    case 'time':
      return 'time';
    case 'datetime':
      return 'timestamptz';
    default:
      return 'text';
  }
}

/**
 * A cell as the database stores it: the comparable value, and the value itself where that is not complete.
 */
export type StoredCell = { typed: string | number | null; extra?: unknown };

/** A time without its fraction where that is zero: the format in which a typed column is read again. */
const writtenMoment = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000Z', 'Z');

function typedOf(field: FieldDefinition, type: ValueType, value: unknown): string | number | null {
  switch (type) {
    case 'double precision':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'text':
      return typeof value === 'string' ? value : null;
    case 'date': {
      if (typeof value !== 'string') return null;
      const format = dateFormatOf(field);
      if (format === 'YYYY-MM-DD') return isIsoDate(value) ? value : null;
      const read = parseDate(value, format);
      return 'day' in read ? read.day : null;
    }
    case 'time':
      return typeof value === 'string' && isIsoTime(value) ? timeKey(value) : null;
    case 'timestamptz':
      // Seconds since 1970, so that a year before the first one in UTC is no matter.
      return typeof value === 'string' && isIsoDateTime(value) ? dateTimeKey(value) / 1000 : null;
  }
}

/** How a typed cell is read; `typed` as the repo selects it (a time as seconds since 1970). */
export function parseTypedCell(type: ValueType, typed: unknown): unknown {
  if (typed === null || typed === undefined) return undefined;
  if (type === 'timestamptz')
    return typeof typed === 'number' ? writtenMoment(Math.round(typed * 1000)) : undefined;
  if (type === 'time') return typeof typed === 'string' && typed.endsWith(':00') ? typed.slice(0, 5) : typed;
  return typed;
}

/** Stores a value: nothing of it is lost, whether it fits the column or not. */
export function toStoredCell(field: FieldDefinition, value: unknown): StoredCell {
  if (isMissing(field, value)) return { typed: null };
  const type = columnValueType(field);
  const typed = type && typedOf(field, type, value);
  if (type && typed !== null && parseTypedCell(type, typed) === value) return { typed };
  return { typed: typed ?? null, extra: value };
}

/** A test of a column's values, made once for many: true for one that its typed column stores as it is, as nearly every one. */
export function wholeCellTest(field: FieldDefinition): (value: unknown) => value is string | number {
  const type = columnValueType(field);
  if (type === 'text') return (value): value is string => typeof value === 'string' && value !== '';
  if (type === 'double precision') return (value): value is number => Number.isFinite(value);
  return type === 'date' && dateFormatOf(field) === 'YYYY-MM-DD'
    ? (value): value is string => typeof value === 'string' && isIsoDate(value)
    : (_value): _value is never => false;
}
