import { addDays } from '#lib/fields/dates.ts';
import type { RowComparison, RowCondition } from '#lib/fields/definition.ts';
import { type FilterField, type FilterKind, ME } from '#lib/fields/filter-kind.ts';
import { type DayClock, isRelativeDays, periodOf, startOfDay } from '#lib/fields/relative-days.ts';

/** Who reads, and when: what “me” and “today” are. */
export type RowReader = {
  /** The account; null for somebody without one. */
  me: string | null;
  clock: DayClock;
};

/** Finds no row. */
export const NOTHING: RowCondition = { or: [] };

/**
 * A relative day or period as bounds; of moments as those at which days begin. Bounds that one and the same of several values is
 * within stay together.
 */
function resolveDays(
  { field: id, op, value }: RowComparison,
  { field, isLinked }: FilterField,
  clock: DayClock,
): RowCondition {
  const period = periodOf(String(value), clock);
  if (!period) return NOTHING;
  const { first, last } = period;
  if (field.type === 'date') {
    if (op === 'before') return { field: id, op: 'before', value: first };
    if (op === 'after') return { field: id, op: 'after', value: last };
    if (isLinked) return { field: id, op: 'within', value: [first, last] };
    return {
      and: [
        { field: id, op: 'greater_or_equal', value: first },
        { field: id, op: 'less_or_equal', value: last },
      ],
    };
  }
  const next = addDays(last, 1);
  const start = startOfDay(first, clock.timeZone);
  const stop = next === null ? null : startOfDay(next, clock.timeZone);
  if (start === null || stop === null) return NOTHING;
  if (op === 'before') return { field: id, op: 'less', value: start };
  if (op === 'after') return { field: id, op: 'greater_or_equal', value: stop };
  if (isLinked) return { field: id, op: 'within', value: [start, stop] };
  return {
    and: [
      { field: id, op: 'greater_or_equal', value: start },
      { field: id, op: 'less', value: stop },
    ],
  };
}

const NAMES_PERSON: ReadonlySet<RowComparison['op']> = new Set(['equals', 'not_equals']);
const NAMES_PEOPLE: ReadonlySet<RowComparison['op']> = new Set(['includes', 'contains', 'not_contains']);
const NEGATED: ReadonlySet<RowComparison['op']> = new Set(['not_equals', 'not_contains']);

/** “me” as the account of the reader; without one nobody is meant. */
function resolvePeople(comparison: RowComparison, kind: FilterKind, me: string | null): RowCondition {
  const { field, op, value } = comparison;
  if (Array.isArray(value)) {
    if (!value.includes(ME)) return comparison;
    if ((op === 'all_of' || op === 'exactly') && me === null) return NOTHING;
    return { field, op, value: value.flatMap((one: string) => (one === ME ? (me ?? []) : one)) };
  }
  const isNamed = (kind === 'people' ? NAMES_PEOPLE : NAMES_PERSON).has(op);
  if (value !== ME || !isNamed) return comparison;
  return { field, op: NEGATED.has(op) ? 'none_of' : 'any_of', value: me === null ? [] : [me] };
}

/** A condition without what depends on who reads and when. */
export function resolveCondition(
  condition: RowCondition,
  find: (id: string) => FilterField | undefined,
  reader: RowReader,
): RowCondition {
  const resolve = (one: RowCondition): RowCondition => {
    if ('and' in one) return { and: one.and.map(resolve) };
    if ('or' in one) return { or: one.or.map(resolve) };
    if ('not' in one) return { not: resolve(one.not) };
    const found = find(one.field);
    if (!found || one.value === undefined) return one;
    const { kind } = found;
    if (kind === 'person' || kind === 'people') return resolvePeople(one, kind, reader.me);
    const isRelative = kind === 'day' && (one.op === 'within' || isRelativeDays(String(one.value)));
    return isRelative ? resolveDays(one, found, reader.clock) : one;
  };
  return resolve(condition);
}

/** The comparisons of a condition. */
export function comparisonsOf(condition: RowCondition): RowComparison[] {
  if ('and' in condition) return condition.and.flatMap(comparisonsOf);
  if ('or' in condition) return condition.or.flatMap(comparisonsOf);
  return 'not' in condition ? comparisonsOf(condition.not) : [condition];
}
