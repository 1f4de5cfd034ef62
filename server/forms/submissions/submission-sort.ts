import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import type { VersionField } from '#server/forms/definition/version-fields.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';

/** The sort key of a field: a typed column of its values, or the order of its options. */
export type SortKey =
  | { column: 'num' | 'ts' | 'text'; field: FieldDefinition }
  | { column: 'option'; field: FieldDefinition; options: string[] };

/**
 * An order of submissions. Those without a value come last in either direction; equal ones are ordered by
 * time.
 */
export type SubmissionSort = { descending: boolean; by: SortKey | null };

const COLUMNS: Partial<Record<FieldDefinition['type'], 'num' | 'ts' | 'text'>> = {
  number: 'num',
  date: 'ts',
  datetime: 'ts',
  text: 'text',
  textarea: 'text',
  email: 'text',
  phone: 'text',
  url: 'text',
  time: 'text',
};

function keyOf(field: FieldDefinition | undefined): SortKey | null {
  if (!field) return null;
  if (isChoice(field)) return { column: 'option', field, options: (field.options ?? []).map(({ id }) => id) };
  const column = COLUMNS[field.type];
  return column ? { column, field } : null;
}

/** @throws ApiError 422 for what submissions can't be sorted by. */
export function parseSubmissionSort(
  sort: string | undefined,
  fieldsById: ReadonlyMap<string, VersionField>,
): SubmissionSort {
  const descending = sort === undefined || sort.startsWith('-');
  const what = sort?.replace(/^-/, '') ?? 'created_at';
  if (what === 'created_at') return { descending, by: null };
  const by = what.startsWith('field:') ? keyOf(fieldsById.get(what.slice('field:'.length))?.field) : null;
  if (by) return { descending, by };
  throw invalid({
    sort: ['Sort must be created_at, or field:<id> of a field that answers can be sorted by'],
  });
}

/** A submission's position in an order: its value (as text; null without one) and its id. */
export type SubmissionCursor = { key: string | null; id: string };

/** A position as the next page's address contains it; by time, only the id. */
export function encodeCursor({ by }: SubmissionSort, { key, id }: SubmissionCursor): string {
  return by ? Buffer.from(JSON.stringify([key, id])).toString('base64url') : id;
}

/** @returns null for an invalid position of this order. */
export function decodeCursor({ by }: SubmissionSort, text: string): SubmissionCursor | null {
  if (!by) return isId(text) ? { key: null, id: text } : null;
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [key, id]: unknown[] = Array.isArray(read) ? read : [];
    const fits = key === null || (typeof key === 'string' && keyFits(by, key));
    return fits && typeof id === 'string' && isId(id) ? { key: key === null ? null : String(key), id } : null;
  } catch {
    return null;
  }
}

/** Whether the database can parse a key: anybody may have written it. */
function keyFits(by: SortKey, key: string): boolean {
  if (by.column === 'num') return /^-?[\d.]+(?:e[+-]?\d+)?$/i.test(key) && Number.isFinite(Number(key));
  if (by.column === 'ts') return /^\d{4,}-\d{2}-\d{2}T[\d:.]+Z$/.test(key) && !Number.isNaN(Date.parse(key));
  return by.column === 'option' ? by.options.includes(key) : !key.includes('\0') && key.isWellFormed();
}
