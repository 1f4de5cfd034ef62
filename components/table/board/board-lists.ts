import { isChoice } from '#lib/fields/field-types.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { RowGroup } from '../layouts/use-groups.ts';

/** A list of a board: the rows with one value of its column, or with none. */
export type BoardList = { key: string; value: string | null; count: number };

/**
 * The lists of a board: first the rows without a value where there are some, then the options of the column in their
 * order, also those without rows, then what else occurs.
 */
export function boardLists({ field }: GridColumn, groups: readonly RowGroup[]): BoardList[] {
  const counts = new Map<string | null, number>();
  for (const { value, count } of groups) {
    const key = typeof value === 'string' && value !== '' ? value : null;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const options = isChoice(field) ? (field.options ?? []).map(({ id }) => id) : [];
  const others = [...counts.keys()].filter((value) => value !== null && !options.includes(value));
  const values: (string | null)[] = [...options, ...others];
  if (counts.has(null) || values.length === 0) values.unshift(null);
  return values.map((value) => ({
    key: value === null ? 'none' : `=${value}`,
    value,
    count: counts.get(value) ?? 0,
  }));
}
