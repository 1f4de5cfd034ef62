import type { ColumnType, RollupFunction } from '#lib/fields/column-base.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList, operatorsFor, type RowOperator } from '#lib/fields/field-types.ts';

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

/** A column that rows are filtered by. */
export type FilterField = { field: FieldDefinition; kind: FilterKind };

/** Stands for whoever reads, among the ids of people. */
export const ME = 'me';

/** What of a column says how rows are filtered by it. */
type Column = {
  type?: ColumnType | undefined;
  function?: RollupFunction | undefined;
  late?: boolean | undefined;
  /** Of a rollup: the column that it shows. */
  shown_as?: { type: ColumnType } | undefined;
};

const PEOPLE: ReadonlySet<string> = new Set(['person', 'created_by', 'updated_by']);

const NUMBERS: ReadonlySet<string> = new Set([
  ...['number', 'rating', 'currency', 'percent', 'duration', 'auto_number'],
]);

/** Counts and sums are numbers always, other rollups where there is one; a list is compared by its links. */
function rollupKind({ function: name, shown_as }: Column): FilterKind | null {
  if (name === 'count' || name === 'sum') return 'count';
  if (name === 'avg') return 'average';
  const isNumber = shown_as === undefined || NUMBERS.has(shown_as.type);
  return (name === 'min' || name === 'max') && isNumber ? 'average' : null;
}

/** Null for a column whose values no filter can compare: they are computed when they are shown. */
function filterKind(field: Pick<FieldDefinition, 'type' | 'multiple'>, column: Column): FilterKind | null {
  const { type = field.type } = column;
  if (column.late || type === 'lookup') return null;
  if (type === 'rollup') return rollupKind(column);
  if (type === 'link') return 'link';
  if (PEOPLE.has(type)) return isList(field) ? 'people' : 'person';
  if (isChoice(field)) return isList(field) ? 'choices' : 'choice';
  return (field.type === 'date' || field.type === 'datetime') && !isList(field) ? 'day' : 'plain';
}

const isNumber = (kind: FilterKind) => kind === 'count' || kind === 'average';

/** A column as rows are filtered by it: what linked rows are together is a number. */
export function filterField(field: FieldDefinition, column: Column): FilterField | null {
  const kind = filterKind(field, column);
  return kind && { field: isNumber(kind) ? { ...field, type: 'number' } : field, kind };
}

const PRESENCE: readonly RowOperator[] = ['is_empty', 'is_not_empty'];
const SOME: readonly RowOperator[] = ['any_of', 'none_of'];
const LISTED: readonly RowOperator[] = ['any_of', 'all_of', 'none_of', ...PRESENCE];

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

/** The operators that a filter of rows is made with. */
export const offeredOperators = (field: FieldDefinition, kind: FilterKind): readonly RowOperator[] =>
  kind === 'plain' ? operatorsFor(field) : OFFERED[kind];

/** The operators that a filter of rows may have: also those with which older filters were made. */
export function rowOperators(field: FieldDefinition, kind: FilterKind): readonly RowOperator[] {
  if (kind === 'plain' || kind === 'link' || isNumber(kind)) return offeredOperators(field, kind);
  return [...new Set([...OFFERED[kind], ...operatorsFor(field)])];
}

/** The operators that compare with a list of values. */
export const LIST_COMPARISONS: ReadonlySet<RowOperator> = new Set(['any_of', 'all_of', 'none_of']);
