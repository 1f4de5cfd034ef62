import { type RawBuilder, sql } from 'kysely';
import { RESULT } from '../table/linked-sources.ts';
import type { ComparedFunction, LinkedSource, TableColumn } from '../table/table.ts';
import { rowsTogether, someRowsTogether } from './linked-rows.ts';
import { rolledResult } from './rolled-result.ts';

/**
 * What all rows with links have in a rollup, as rows `id`, `c_0` and `extra`. All links of the column are read once, however many rows
 * are compared or put in order.
 */
export const rolledRows = (source: LinkedSource, name: ComparedFunction): RawBuilder<unknown> =>
  rowsTogether(source, rolledResult(source, name));

/** The same of some rows alone: of what they lead to. */
export const someRolledRows = (
  source: LinkedSource,
  name: ComparedFunction,
  rowIds: readonly string[],
): RawBuilder<unknown> => sql`(${someRowsTogether(source, rolledResult(source, name), rowIds)})`;

/** The results as a column over those rows. */
export function rolledColumn(
  { field }: Pick<TableColumn, 'field'>,
  { of }: LinkedSource,
  name: ComparedFunction,
): TableColumn {
  const isExtreme = name === 'min' || name === 'max';
  const type = isExtreme && of?.type ? of.type : ('double precision' as const);
  return { field, name: RESULT, type, revision: 1, options: {} };
}
