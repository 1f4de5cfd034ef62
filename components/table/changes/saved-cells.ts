import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { sameCell } from './same-cell.ts';

/**
 * What a save changed: cells, with what they were before, and the names of those in which somebody else's value was replaced.
 * @param before what was edited
 * @param previous what was stored when it was saved, where the server says so
 */
export function savedCells(before: Values, row: Row, names: readonly string[], previous: Values) {
  const replaced = names.filter(
    (name) => Object.hasOwn(previous, name) && !sameCell(previous[name], before[name]),
  );
  const cells = names.flatMap((name) => {
    const from = (replaced.includes(name) ? previous : before)[name] ?? null;
    const to = row.values[name] ?? null;
    return sameCell(from, to) ? [] : [{ id: row.id, name, from, to }];
  });
  return { cells, replaced };
}
