import { joinedFiles } from '#lib/contacts/joined-files.ts';
import { labelColumnOf, unitedLabels } from '#lib/contacts/labels.ts';
import type { Column, Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** A column of a merge: each entry's value, whether one is chosen, and which entry's value the result has at first. */
export type MergeColumn = {
  column: Column;
  values: unknown[];
  differs: boolean;
  initial: number;
  /** The result, where it has the files or labels of all entries. */
  joined?: unknown[];
};

/**
 * The columns of a merge that have a value in any entry. The result has the first entry's value, and what it lacks from
 * the next ones, as the server merges.
 */
export function mergeColumns(columns: readonly Column[], rows: readonly Row[]): MergeColumn[] {
  const labels = labelColumnOf(columns);
  return columns.flatMap((column): MergeColumn[] => {
    const values = rows.map((row): unknown => row.values[column.name]);
    const initial = values.findIndex((value) => !isEmpty(value));
    if (initial < 0) return [];
    if (column === labels || (column.type === 'file' && column.multiple)) {
      const own = values.filter((value) => !isEmpty(value));
      const filled = column === labels ? unitedLabels(own) : own;
      const joined = joinedFiles(column, filled);
      return [{ column, values, differs: false, initial, joined }];
    }
    const texts = values.map((value) => (isEmpty(value) ? null : JSON.stringify(value)));
    const differs = new Set(texts).size > 1 && column.formula === undefined;
    return [{ column, values, differs, initial }];
  });
}

/**
 * What is sent with a merge: the values that are not what the server takes by itself.
 * @param chosen by the name of a column, the entry whose value the result has
 */
export function chosenValues(
  columns: readonly MergeColumn[],
  chosen: Readonly<Record<string, number>>,
): Values {
  const sent: Values = {};
  for (const { column, values, initial } of columns) {
    const at = chosen[column.name] ?? initial;
    if (at !== initial) sent[column.name] = values[at] ?? null;
  }
  return sent;
}

/** As many rows become one by one request, at most. */
const MERGED_MAX = 20;

/**
 * Pairs as groups of which each entry is paired with each other one, in the order in which they were found: who is like
 * two people is not the reason why these are one. None has more than 20.
 */
export function personsOf(pairs: readonly (readonly [string, string])[]): string[][] {
  const known = new Set(pairs.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const groupOf = new Map<string, string[]>();
  for (const pair of pairs) {
    const [first, second] = pair.map((id) => groupOf.get(id) ?? [id]);
    if (!first || !second || first === second || first.length + second.length > MERGED_MAX) continue;
    if (!first.every((one) => second.every((other) => known.has(`${one} ${other}`)))) continue;
    first.push(...second);
    for (const id of first) groupOf.set(id, first);
  }
  return [...new Set(groupOf.values())];
}
