import type { RowComparison, RowCondition } from '#lib/fields/definition.ts';
import type { SortKey } from './row-order.ts';

/** Comparisons of a value with an order, which an index in that order finds. */
const RANGES = new Set<RowComparison['op']>([
  ...(['equals', 'within', 'greater', 'after', 'less', 'before'] as const),
  ...(['greater_or_equal', 'less_or_equal'] as const),
]);

/** Comparisons that have to be true all of them; null where it is enough that some are, or where one is negated. */
function allOf(condition: RowCondition): RowComparison[] | null {
  if ('or' in condition || 'not' in condition) return null;
  if (!('and' in condition)) return [condition];
  const parts = condition.and.map(allOf);
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

/**
 * Whether the first rows that conditions find are best read in their order, by its index where there is one, whatever the conditions'
 * values are: nothing is compared but the column that they are sorted by, as its index has it. Where another one is compared, it depends on the value: rows that few
 * others have it in common with are found and sorted.
 */
export function isNarrowedByOrder(
  [first]: readonly SortKey[],
  conditions: readonly (RowCondition | null | undefined)[],
): boolean {
  const comparisons = conditions.map((one) => (one ? allOf(one) : []));
  if (comparisons.includes(null)) return false;
  const all = comparisons.flatMap((part) => part ?? []);
  if (all.length === 0) return true;
  if (!first || first.joined || first.column.type === null || first.column.type === 'text') return false;
  const { id } = first.column.field;
  return all.every(({ field, op, value }) => field === id && RANGES.has(op) && value !== undefined);
}
