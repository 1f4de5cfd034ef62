import { dateFormatOf } from '#lib/fields/comparison.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { toLocalDateTime } from '#lib/fields/local-date-time.ts';

/** What a new row has of how it was added: when, or by whom. */
export const CREATION_DEFAULTS = ['now', 'creator'] as const;
export type CreationDefault = (typeof CREATION_DEFAULTS)[number];

/** How a row is added. */
export type Creation = {
  now: Date;
  timeZone: string | undefined;
  /** The member who adds it; null for anybody else. */
  creator: string | null;
};

/** The default that a column of a type may take of how a row is added. */
export function creationDefaultOf(type: unknown): CreationDefault | null {
  if (type === 'date' || type === 'datetime') return 'now';
  return type === 'person' ? 'creator' : null;
}

const dayAs = (day: string, format: string) =>
  format.replace('YYYY', day.slice(0, 4)).replace('MM', day.slice(5, 7)).replace('DD', day.slice(8, 10));

function creationValue(
  field: FieldDefinition,
  from: CreationDefault,
  { now, timeZone, creator }: Creation,
): string | null {
  if (from === 'creator') return creator;
  // To the minute, as its editor has it.
  const moment = `${now.toISOString().slice(0, 16)}:00Z`;
  return field.type === 'date'
    ? dayAs(toLocalDateTime(moment, timeZone).slice(0, 10), dateFormatOf(field))
    : moment;
}

/** The values of a new row that follow from how it is added, by the names of the columns. */
export function creationDefaults(
  columns: readonly { field: FieldDefinition; from: CreationDefault | undefined }[],
  creation: Creation,
): Values {
  const values: Values = {};
  for (const { field, from } of columns) {
    const value = from === undefined ? null : creationValue(field, from, creation);
    if (value !== null) values[field.name] = field.multiple ? [value] : value;
  }
  return values;
}
