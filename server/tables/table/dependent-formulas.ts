import { readFormula } from '#lib/fields/formula.ts';
import type { TableColumn } from './table-types.ts';

/**
 * The ids of the formulas that read certain columns, or call certain functions, also through other formulas.
 * @param names of the columns that are read
 */
export function dependentFormulas(
  columns: readonly TableColumn[],
  names: Iterable<string>,
  functions: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const read = new Set(names);
  const ids = new Set<string>();
  if (read.size === 0 && functions.size === 0) return ids;
  const formulas = columns.flatMap(({ field: { id, name, formula } }) => {
    const parsed = formula === undefined ? null : readFormula(formula);
    if (!parsed?.ok) return [];
    const { paths, calls } = parsed.formula;
    const isCaller = [...calls].some((one) => functions.has(one));
    return [{ id, name, isCaller, reads: paths.map(([first = '']) => first) }];
  });
  for (let before = -1; before < ids.size; ) {
    before = ids.size;
    for (const { id, name, isCaller, reads } of formulas)
      if (isCaller || reads.some((one) => read.has(one))) {
        ids.add(id);
        read.add(name);
      }
  }
  return ids;
}

/** The names of the columns that formulas read. */
export function readByFormulas(columns: readonly Pick<TableColumn, 'field'>[]): ReadonlySet<string> {
  const parsed = columns.flatMap(({ field }) =>
    field.formula === undefined ? [] : [readFormula(field.formula)],
  );
  return new Set(parsed.flatMap((one) => (one.ok ? one.formula.paths.map(([first = '']) => first) : [])));
}
