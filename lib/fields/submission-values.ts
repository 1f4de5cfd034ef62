import { isRecord } from '#lib/text/is-record.ts';
import { dateFormatOf, isMissing } from './comparison.ts';
import { dateTimeKey, parseDate } from './dates.ts';
import type { FieldDefinition, Values } from './definition.ts';
import { isChoice, isList } from './field-types.ts';

/** One value of a submission as summaries count it: in the column of its type. */
export type SubmissionValue = {
  field_id: string;
  /** The index of a field's values in one submission. */
  position: number;
  text: string | null;
  num: number | null;
  ts: string | null;
  bool: boolean | null;
  option: string | null;
};

/** Summaries and filters use no more of a text, in UTF-16 units. */
export const VALUE_TEXT_MAX = 500;

const NOTHING = { text: null, num: null, ts: null, bool: null, option: null };

type Kind = Partial<Omit<SubmissionValue, 'field_id' | 'position'>>;

/** A time in the database's format: of the years 1 to 9999, also in UTC. */
function momentOf(text: string): string | null {
  const time = dateTimeKey(text);
  const iso = Number.isNaN(time) ? '' : new Date(time).toISOString();
  return /^(?!0000)\d{4}-/.test(iso) ? iso : null;
}

function timeOf(field: FieldDefinition, text: string): string | null {
  if (field.type === 'datetime') return momentOf(text);
  if (field.type !== 'date') return null;
  const read = parseDate(text, dateFormatOf(field));
  return 'day' in read ? `${read.day}T00:00:00Z` : null;
}

function kindOf(field: FieldDefinition, value: unknown): Kind {
  if (typeof value === 'boolean') return { bool: value };
  if (typeof value === 'number') return { num: value };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (isChoice(field)) return { option: text.slice(0, VALUE_TEXT_MAX).toWellFormed() };
  const ts = timeOf(field, text);
  // A pair that is cut through can't be stored.
  return ts ? { ts } : { text: text.slice(0, VALUE_TEXT_MAX).toWellFormed() };
}

/** The values of a submission, one by one, including nested forms. */
export function submissionValues(fields: readonly FieldDefinition[], values: Values): SubmissionValue[] {
  const found: SubmissionValue[] = [];
  const counts = new Map<string, number>();
  const add = (field: FieldDefinition, kind: Kind): void => {
    const position = counts.get(field.id) ?? 0;
    counts.set(field.id, position + 1);
    found.push({ field_id: field.id, position, ...NOTHING, ...kind });
  };
  const visit = (list: readonly FieldDefinition[], record: Values): void => {
    for (const field of list) {
      const value = Object.hasOwn(record, field.name) ? record[field.name] : undefined;
      if (isMissing(field, value)) continue;
      for (const one of isList(field) && Array.isArray(value) ? value : [value]) {
        if (field.type === 'form') {
          add(field, {});
          if (isRecord(one)) visit(field.fields ?? [], one);
        } else add(field, kindOf(field, one));
      }
    }
  };
  visit(fields, values);
  return found;
}
