import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { TableType } from '#lib/fields/column-base.ts';
import { parseColumnText } from '#lib/fields/column-text.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { hintFor } from '#lib/fields/hints.ts';
import type { ParsedFieldText } from '#lib/fields/parse-field-text.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import { normalizeStoredValue } from '#lib/fields/stored-value.ts';
import { plainCell } from '#lib/forms/plain-cell.ts';
import { unguarded } from '#lib/text/csv.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { isBlank } from '#lib/text/text.ts';
import { matchKeyOf } from '../rows/match-rows.ts';
import { readPeople } from '../rows/people-by-names.ts';
import type { Table } from '../table/table.ts';
import { type TypedNumbers, textsOfNumbers } from '../table/typed-numbers.ts';
import type { NumberedLine } from './line-cursor.ts';
import { readLinks } from './line-links.ts';
import { type LineNames, NO_NAMES } from './line-names.ts';
import { lineKey, type Match } from './people-lines.ts';
import type { RefusedLine } from './refused-lines.repo.ts';

/** The field of each column of a file; null for columns without one. */
export type Headers = readonly (FieldDefinition | null)[];

const folded = (text: string) => text.trim().toLowerCase();

/** Computed fields are never filled, nor files, which a line can't contain. */
export const isImportable = ({ formula, type }: FieldDefinition): boolean =>
  formula === undefined && type !== 'file';

/** The first field with each of these keys. */
function firstBy(
  fields: readonly FieldDefinition[],
  keysOf: (field: FieldDefinition) => readonly string[],
): ReadonlyMap<string, FieldDefinition> {
  const first = new Map<string, FieldDefinition>();
  for (const field of fields) for (const key of keysOf(field)) if (!first.has(key)) first.set(key, field);
  return first;
}

/**
 * Finds the field of each header: by the mapping (the second `City` is its `City (2)`), else by its label,
 * name or id.
 */
export function mapHeaders(
  fields: readonly FieldDefinition[],
  header: readonly string[],
  mapping: Record<string, string> | null,
): Headers {
  const taken = new Set<string>();
  const distinct = distinctHeaders(header);
  const byId = new Map(fields.map((field) => [field.id, field]));
  const byName = firstBy(fields, ({ name }) => [name]);
  const byText = firstBy(fields, ({ label, name }) => [folded(label), folded(name)]);
  return header.map((written, at) => {
    const name = distinct[at] ?? written;
    const wanted =
      mapping === null ? unguarded(written) : Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    if (wanted === undefined || wanted.trim() === '') return null;
    const field = byId.get(wanted) ?? byName.get(wanted.trim()) ?? byText.get(folded(wanted));
    // Without a mapping, the first of several headers of one name; a mapping that names a field twice is refused before.
    if (!field || !isImportable(field) || taken.has(field.id)) return null;
    taken.add(field.id);
    return field;
  });
}

export type ReadLine = {
  line: NumberedLine;
  values: Values;
  /** How its phone numbers were written, where the values have them as they are stored. */
  typed?: TypedNumbers | undefined;
  key: string | null;
  /** The report of a line of which not everything can be read. */
  inPart?: RefusedLine;
};
export type Read = ReadLine | RefusedLine;

export function reasonOf(errors: FieldErrors, hints: FieldErrors = {}): string {
  const sentences = Object.entries(errors).map(([path, problems]) =>
    [...problems, ...(hints[path] ?? [])].join('. '),
  );
  return [...new Set(sentences)].slice(0, 10).join('. ') || 'This line could not be taken';
}

/** A line that is refused, with its card. */
export const refused = ({ line, cells, card }: NumberedLine, reason: string): RefusedLine => ({
  ...{ line, reason, cells },
  ...(card === undefined ? {} : { card }),
});

/** The types that columns have beside their fields', by the ids of these. */
type ColumnTypes = ReadonlyMap<string, TableType | null>;

export const typesOf = ({ columns }: Table): ColumnTypes =>
  new Map(columns.map(({ field, options }) => [field.id, options.type ?? null]));

/** What a cell of people or links names; null in other columns. */
function readNamed(field: FieldDefinition, type: TableType | null, cell: string, names: LineNames) {
  if (type === 'person') return readPeople(field, cell, names.people);
  return type === 'link' ? readLinks(field, cell, names.links) : null;
}

/**
 * The values of a line by the columns of its table, or why it can't be imported.
 * @param formats of its columns, by their places
 * @param names what its cells may name
 */
export function readLine(
  headers: Headers,
  types: ColumnTypes,
  match: Match,
  line: NumberedLine,
  country: string | null,
  formats: readonly InputFormat[],
  names: LineNames = NO_NAMES,
): Read {
  const values: Values = {};
  let typed: TypedNumbers | undefined;
  const problems: string[] = [];
  for (const [at, field] of headers.entries()) {
    if (!field) continue;
    const written = line.cells[at] ?? '';
    // A cell of blanks alone is an empty one.
    const cell = isBlank(written) ? '' : unguarded(written);
    const type = types.get(field.id) ?? null;
    const named = cell === '' ? null : readNamed(field, type, cell, names);
    if (named && 'reason' in named) {
      problems.push(named.reason);
      continue;
    }
    // No key of the database: rows can't be matched by it.
    const read: ParsedFieldText = cell.includes('\0')
      ? { value: cell, problem: { code: 'unreadable', params: { label: field.label } } }
      : named
        ? { value: named.value, problem: null }
        : parseColumnText(field, type, plainCell(field, type, cell), formats[at] ?? {});
    if (read.problem) {
      // The options' labels are listed already.
      const hint = isChoice(field) ? null : hintFor(read.problem, field, read.value, { country });
      const sentence = englishProblem(read.problem);
      problems.push(hint ? `${sentence}. ${hint}` : sentence);
    }
    const isEmpty = read.value === undefined || read.value === null;
    // A card has no empty values, only those that it doesn't have; one that was made of cells says nothing of these.
    const isOfCard = line.card !== undefined && line.isCardMade !== true;
    if (match && isEmpty && (!match.clears || isOfCard)) continue;
    // An empty cell is null: in an existing row, it clears the value.
    const value = match ? normalizeStoredValue(field, read.value, country) : read.value;
    values[field.name] = value ?? null;
    if (field.type === 'phone' && value !== read.value)
      typed = { ...typed, [field.name]: textsOfNumbers(value, read.value) };
  }
  if (problems.length > 0) return refused(line, problems.slice(0, 10).join('. '));
  if (!match || match.onMatch === 'add') return { line, values, typed, key: null };
  const key = lineKey(match, values);
  if (key !== null || match.inOrder) return { line, values, typed, key };
  const empty = match.columns.filter((column) => matchKeyOf([column], values) === null);
  const labels = empty.map(({ field }) => field.label).join(', ');
  const verb = empty.length > 1 ? 'are' : 'is';
  return refused(line, `${labels} ${verb} empty, so that this line is not known again`);
}
