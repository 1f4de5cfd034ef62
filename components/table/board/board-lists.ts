import { isChoice } from '#lib/fields/field-types.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { RowGroup } from '../layouts/use-groups.ts';

/** A list of a board: the rows with one value of its column, or with none. */
export type BoardList = {
  key: string;
  value: string | null;
  count: number;
  /** What its rows sum up to; null where that is not known. */
  sums: RowGroup['values'] | null;
};

/** Lists of a board of people, some of them empty; more where more people have rows. */
const PEOPLE_MAX = 25;

/** Those who occur and some who don't, in the order of the people, so that a list stays where it is once it has rows. */
function withPeople(occurring: readonly (string | null)[], people: readonly string[]): (string | null)[] {
  const known = new Set(people);
  const having = new Set(occurring);
  const capacity = Math.max(0, PEOPLE_MAX - having.size);
  const empty = new Set(people.filter((id) => !having.has(id)).slice(0, capacity));
  const shown = people.filter((id) => having.has(id) || empty.has(id));
  return [...shown, ...occurring.filter((id) => id === null || !known.has(id))];
}

/**
 * The lists of a board: first the rows without a value where there are some, then the options of the column in their
 * order, also those without rows, then what else occurs.
 * @param people ids of people in the order of their lists in a board of people, also of those without rows as far as there are few lists
 */
export function boardLists(
  { column, field }: Pick<GridColumn, 'column' | 'field'>,
  groups: readonly RowGroup[],
  people: readonly string[] = [],
): BoardList[] {
  const counts = new Map<string | null, number>();
  const sums = new Map<string | null, RowGroup['values']>();
  for (const { value, count, values } of groups) {
    const key = typeof value === 'string' && value !== '' ? value : null;
    // Two groups in one list have no sum that can be told.
    sums.set(key, counts.has(key) ? undefined : values);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const options = isChoice(field) ? (field.options ?? []).map(({ id }) => id) : [];
  const others = [...counts.keys()].filter((value) => value !== null && !options.includes(value));
  const values: (string | null)[] =
    column.type === 'person' ? withPeople(others, people) : [...options, ...others];
  if (counts.has(null) || values.length === 0) values.unshift(null);
  return values.map((value) => ({
    key: value === null ? 'none' : `=${value}`,
    value,
    count: counts.get(value) ?? 0,
    sums: sums.get(value) ?? null,
  }));
}
