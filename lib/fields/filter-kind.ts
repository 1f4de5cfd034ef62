import type { ColumnType, RollupFunction } from '#lib/fields/column-base.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList, operatorsFor, type RowOperator } from '#lib/fields/field-types.ts';
import { SET_TYPES } from '#lib/fields/set-types.ts';

/** What the values of a column are for a filter of rows. */
export type FilterKind =
  | 'plain'
  | 'choice'
  | 'choices'
  | 'person'
  | 'people'
  | 'link'
  | 'day'
  | 'count'
  | 'average';

/** A column that rows are filtered by; of a lookup as the column that it shows. */
export type FilterField = {
  field: FieldDefinition;
  kind: FilterKind;
  /** Its values are those of linked rows: a comparison means any of them, and one that says "not" none of them. */
  isLinked?: true;
};

/** Stands for the reader, among the ids of people. */
export const ME = 'me';

/** A column of a linked table that a lookup or rollup shows. */
export type ShownColumn = { field: FieldDefinition; type?: ColumnType | undefined };

/** What of a column says how rows are filtered by it. */
type Column = {
  type?: ColumnType | undefined;
  function?: RollupFunction | undefined;
  late?: boolean | undefined;
};

const PEOPLE: ReadonlySet<string> = new Set(['person', 'created_by', 'updated_by']);

/** Types whose values have an order that a least and a greatest value have in common with them. */
const SINGLE: ReadonlySet<string> = new Set(['text', 'textarea', 'email', 'phone', 'url', 'time']);

const isDay = (field: FieldDefinition) => field.type === 'date' || field.type === 'datetime';

/** The least or greatest value of a column is compared as one of its own. */
function extremeField(field: FieldDefinition, shown: ShownColumn | undefined): FilterField | null {
  const number: FilterField = { field: { ...field, type: 'number' }, kind: 'average' };
  if (!shown) return number;
  const { type } = shown.field;
  const { id, name, label } = field;
  if (PEOPLE.has(shown.type ?? '') || isList(shown.field)) return null;
  if (type === 'number') return number;
  const own = { ...shown.field, id, name, label };
  if (isDay(shown.field)) return { field: own, kind: 'day' };
  return SINGLE.has(type) ? { field: own, kind: 'plain' } : null;
}

/** Values of linked rows are compared as those of their column: one by one, lists of choices and of people as well. */
function linkedField(field: FieldDefinition, shown: ShownColumn): FilterField | null {
  const kind = filterKind(shown.field, { type: shown.type });
  const { id, name, label } = field;
  const own = { ...shown.field, id, name, label };
  if (kind === 'choice' || kind === 'choices') return { field: own, kind: 'choices', isLinked: true };
  if (kind === 'person' || kind === 'people') return { field: own, kind: 'people', isLinked: true };
  if (kind === 'link') return { field: own, kind, isLinked: true };
  if (shown.field.type === 'file') return { field: own, kind: 'plain', isLinked: true };
  const isPlain = kind === 'day' || kind === 'plain';
  return isPlain && !isList(shown.field) ? { field: own, kind, isLinked: true } : null;
}

/** Null for a column whose values no filter can compare: they are computed when they are shown. */
function filterKind(field: Pick<FieldDefinition, 'type' | 'multiple'>, column: Column): FilterKind | null {
  const { type = field.type } = column;
  if (column.late || type === 'lookup' || type === 'rollup') return null;
  if (type === 'link') return 'link';
  if (PEOPLE.has(type)) return isList(field) ? 'people' : 'person';
  if (isChoice(field)) return isList(field) ? 'choices' : 'choice';
  return (field.type === 'date' || field.type === 'datetime') && !isList(field) ? 'day' : 'plain';
}

/**
 * A column as rows are filtered by it: counts, sums and averages are numbers.
 * @param shown of a lookup or rollup: the column of the linked table; null where there is none, or the reader may not read it, and
 * absent where it is not known: a least value is a number then
 */
export function filterField(
  field: FieldDefinition,
  column: Column,
  shown?: ShownColumn | null,
): FilterField | null {
  const { type, function: name } = column;
  if (type !== 'lookup' && type !== 'rollup') {
    const kind = filterKind(field, column);
    return kind && { field, kind };
  }
  if (name === 'count' || name === 'sum') return { field: { ...field, type: 'number' }, kind: 'count' };
  if (name === 'avg') return { field: { ...field, type: 'number' }, kind: 'average' };
  if (shown === null) return null;
  if (name === 'min' || name === 'max') return extremeField(field, shown);
  return shown ? linkedField(field, shown) : null;
}

const isNumber = (kind: FilterKind) => kind === 'count' || kind === 'average';

const PRESENCE: readonly RowOperator[] = ['is_empty', 'is_not_empty'];
const SOME: readonly RowOperator[] = ['any_of', 'none_of'];
const LISTED: readonly RowOperator[] = ['any_of', 'all_of', 'none_of', 'exactly', ...PRESENCE];

const SIZES: readonly RowOperator[] = [
  ...(['equals', 'not_equals', 'greater', 'greater_or_equal', 'less', 'less_or_equal'] as const),
];

const OFFERED: Record<Exclude<FilterKind, 'plain'>, readonly RowOperator[]> = {
  choice: ['equals', 'not_equals', ...SOME, ...PRESENCE],
  choices: LISTED,
  person: ['equals', 'not_equals', ...SOME, ...PRESENCE],
  people: LISTED,
  link: [...LISTED, 'contains', 'not_contains'],
  day: ['within', 'equals', 'not_equals', 'before', 'after', ...PRESENCE],
  count: SIZES,
  average: [...SIZES, ...PRESENCE],
};

const OF_LINKED: readonly RowOperator[] = [...SOME, 'exactly', ...PRESENCE];

const OF_LINKS: readonly RowOperator[] = [...SOME, 'exactly', ...PRESENCE, 'contains', 'not_contains'];

/** The operators that a filter of rows is made with. */
export function offeredOperators({ field, kind, isLinked }: FilterField): readonly RowOperator[] {
  if (isLinked && (kind === 'choices' || kind === 'people')) return OF_LINKED;
  if (isLinked && kind === 'link') return OF_LINKS;
  return kind === 'plain' ? operatorsFor(field) : OFFERED[kind];
}

/** The operators that a filter of rows may have: also those with which older filters were made. */
export function rowOperators(filtered: FilterField): readonly RowOperator[] {
  const { field, kind, isLinked } = filtered;
  const offered = offeredOperators(filtered);
  // How the rows of a group are found; nobody writes such lists of texts by hand.
  if (isLinked && kind !== 'link' && SET_TYPES.has(field.type))
    return [...new Set([...offered, 'exactly' as const])];
  if (isLinked || kind === 'plain' || kind === 'link' || isNumber(kind)) return offered;
  return [...new Set([...offered, ...operatorsFor(field)])];
}

/** What a comparison of values of linked rows says of one of them; null where it says so itself. */
const DENIED: Partial<Record<RowOperator, RowOperator>> = {
  ...{ not_equals: 'equals', not_contains: 'contains', none_of: 'any_of', is_empty: 'is_not_empty' },
};

/** A comparison that says "not", as the one that it denies. */
export function deniedBy(op: RowOperator): RowOperator | null {
  return DENIED[op] ?? null;
}

/** The operators that compare with a list of values. */
export const LIST_COMPARISONS: ReadonlySet<RowOperator> = new Set(['any_of', 'all_of', 'none_of', 'exactly']);
