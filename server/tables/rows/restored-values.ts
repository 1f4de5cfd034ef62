import type { Values } from '#lib/fields/definition.ts';
import type { Table } from '../table/table.ts';
import type { DeletedRow } from './deleted-row.repo.ts';

/** The values of a deleted row under the columns of a table; those of others are left out. */
export function restoredValues(
  { fields }: Pick<Table, 'fields'>,
  { cells }: Pick<DeletedRow, 'cells'>,
): Values {
  return Object.fromEntries(
    fields.flatMap(({ id, name }) =>
      Object.hasOwn(cells, id) && cells[id] !== null && cells[id] !== undefined ? [[name, cells[id]]] : [],
    ),
  );
}
