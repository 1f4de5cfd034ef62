import { evaluateComparison, isMissing } from './comparison.ts';
import type { FieldDefinition, RowComparison, RowCondition } from './definition.ts';
import { hasNoValue } from './field-types.ts';
import { deniedBy, type FilterField } from './filter-kind.ts';
import { comparisonsOf, type RowReader, resolveCondition } from './resolve-condition.ts';

/** The value of a column in a row; of a link, the ids of linked rows. */
type CellOf = (filtered: FilterField) => unknown;
/** The titles of linked rows, as far as they may be read. */
type TitlesOf = (ids: readonly unknown[]) => string[];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Whether a day is within bounds; of moments the end is none of them. */
function isWithin(field: FieldDefinition, value: unknown, [first, last]: readonly string[]): boolean {
  const isBefore = field.type === 'date' ? 'less_or_equal' : 'less';
  return (
    evaluateComparison(field, 'greater_or_equal', value, first) &&
    evaluateComparison(field, isBefore, value, last)
  );
}

/** Of values of linked rows any one is meant, and none by a comparison that says "not". */
function matchesLinked(
  comparison: RowComparison,
  { field, kind }: FilterField,
  value: unknown,
  titlesOf: TitlesOf,
): boolean {
  const values = isMissing(field, value) ? [] : listOf(value);
  if (comparison.op === 'exactly')
    return Array.isArray(comparison.value) && isSameSet(values.flat(), comparison.value);
  const denied = deniedBy(comparison.op);
  const wanted = { ...comparison, op: denied ?? comparison.op };
  const isAny = values.some((one) => matches(wanted, { field, kind }, one, titlesOf));
  return denied ? !isAny : isAny;
}

/** Whether a list has these values and no others, in any order. */
const isSameSet = (values: readonly unknown[], wanted: readonly string[]): boolean =>
  values.length > 0 &&
  wanted.every((one) => values.includes(one)) &&
  values.every((one) => wanted.some((other) => other === one));

function matches(
  { op, value: wanted }: RowComparison,
  { field, kind }: FilterField,
  value: unknown,
  titlesOf: TitlesOf,
): boolean {
  const values = isMissing(field, value) ? [] : listOf(value);
  if (Array.isArray(wanted)) {
    if (op === 'within') return isWithin(field, value, wanted);
    if (op === 'all_of') return wanted.length > 0 && wanted.every((one: string) => values.includes(one));
    if (op === 'exactly') return isSameSet(values, wanted);
    const isAny = wanted.some((one: string) => values.includes(one));
    return op === 'none_of' ? !isAny : op === 'any_of' && isAny;
  }
  if (op === 'any_of' || op === 'all_of' || op === 'none_of' || op === 'exactly' || op === 'within')
    return false;
  if (kind !== 'link' || hasNoValue(op)) return evaluateComparison(field, op, value, wanted);
  const isPart = titlesOf(values).some((title) => evaluateComparison(field, 'contains', title, wanted));
  return op === 'not_contains' ? !isPart : op === 'contains' && isPart;
}

/** Whether a condition that depends on nobody any more holds of a row. */
export function matchesRow(
  condition: RowCondition,
  find: (id: string) => FilterField | undefined,
  cellOf: CellOf,
  titlesOf: TitlesOf = () => [],
): boolean {
  const test = (one: RowCondition): boolean => {
    if ('and' in one) return one.and.every(test);
    if ('or' in one) return one.or.some(test);
    if ('not' in one) return !test(one.not);
    const found = find(one.field);
    if (!found) return false;
    const compare = found.isLinked ? matchesLinked : matches;
    return compare(one, found, cellOf(found), titlesOf);
  };
  return test(condition);
}

/** Colours rows by the first rule that holds; one about a column that is not there holds of no row. */
export function createColorOf<Color extends string>(
  rules: readonly { color: Color; filter: RowCondition }[],
  columns: readonly FilterField[],
  reader: RowReader,
): (cellOf: CellOf, titlesOf?: TitlesOf) => Color | null {
  const byId = new Map(columns.map((column) => [column.field.id, column]));
  const find = (id: string) => byId.get(id);
  const usable = rules.flatMap(({ color, filter }) =>
    // Not even where it says "not".
    comparisonsOf(filter).every(({ field }) => byId.has(field))
      ? { color, filter: resolveCondition(filter, find, reader) }
      : [],
  );
  return (cellOf, titlesOf) =>
    usable.find(({ filter }) => matchesRow(filter, find, cellOf, titlesOf))?.color ?? null;
}
