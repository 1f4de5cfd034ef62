import { readFormula } from '#lib/fields/formula.ts';
import type { TableColumn } from './table.ts';

/**
 * The ids of the formulas that read certain columns, also through other formulas.
 * @param names of the columns that are read
 */
export function dependentFormulas(
  columns: readonly TableColumn[],
  names: Iterable<string>,
): ReadonlySet<string> {
  const read = new Set(names);
  const ids = new Set<string>();
  if (read.size === 0) return ids;
  const formulas = columns.flatMap(({ field: { id, name, formula } }) => {
    const parsed = formula === undefined ? null : readFormula(formula);
    return parsed?.ok ? [{ id, name, reads: parsed.formula.paths.map(([first = '']) => first) }] : [];
  });
  for (let before = -1; before < ids.size; ) {
    before = ids.size;
    for (const { id, name, reads } of formulas)
      if (reads.some((one) => read.has(one))) {
        ids.add(id);
        read.add(name);
      }
  }
  return ids;
}
