import type { RowCondition } from '#lib/fields/definition.ts';
import type { FilterField } from '#lib/fields/filter-kind.ts';
import { createProblemCollector } from '#lib/fields/problem-collector.ts';
import { readRowCondition } from '#lib/fields/read-row-condition.ts';
import { comparisonsOf } from '#lib/fields/resolve-condition.ts';
import { unknownPartsOfCondition } from '#lib/fields/unknown-parts.ts';
import * as message from '#lib/text/messages.ts';
import { invalid, invalidFields } from '#server/platform/http/api-error.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { filterFields } from './prepared-filter.ts';

type Columns = Pick<Table, 'columns'>;

/** Comparisons of one filter with values of linked rows: each reads the whole linked table. */
const VALUES_MAX = 10;

/** Whether a filter compares values of linked rows more often than a list can bear. */
function comparesManyValues({ columns }: Columns, condition: RowCondition): boolean {
  const links = new Set(columns.flatMap(({ field, options }) => (options.type === 'link' ? [field.id] : [])));
  const rollups = new Set(
    columns.flatMap(({ field, options }) =>
      options.type === 'rollup' || options.type === 'lookup' ? [field.id] : [],
    ),
  );
  const values = comparisonsOf(condition).filter(
    ({ field, op }) =>
      rollups.has(field) || (links.has(field) && (op === 'contains' || op === 'not_contains')),
  );
  return values.length > VALUES_MAX;
}

/** Reads a condition by all columns, also by those that no filter can compare. */
function readByColumns(table: Columns, input: unknown) {
  const problems = createProblemCollector();
  const known = new Map(filterFields(table).map((one) => [one.field.id, one]));
  const all = table.columns.map(
    ({ field }): FilterField => known.get(field.id) ?? { field, kind: 'plain' as const },
  );
  const condition = readRowCondition(input, 'filter', all, problems);
  const ids = new Set(condition ? comparisonsOf(condition).map(({ field }) => field) : []);
  const uncompared: TableColumn | undefined = table.columns.find(
    ({ field }) => ids.has(field.id) && !known.has(field.id),
  );
  return { condition, problems, uncompared };
}

/** A condition as it was sent. @throws ApiError 422 naming what is wrong */
export function readTableFilter(table: Columns, input: unknown): RowCondition | undefined {
  const unknown = unknownPartsOfCondition(input, 'filter');
  if (unknown.length > 0) throw invalidFields(unknown);
  const { condition, problems, uncompared } = readByColumns(table, input);
  if (!problems.none()) throw invalidFields(problems.problems);
  if (uncompared)
    throw invalid({
      filter: [`${uncompared.field.label} cannot be filtered by: it is computed when it is shown`],
    });
  if (condition && comparesManyValues(table, condition))
    throw invalid({ filter: [`Compare values of linked rows ${VALUES_MAX} times at most`] });
  return condition;
}

/** The same of a query, as JSON. @throws ApiError 422 */
export function readFilter(table: Columns, text: string): RowCondition | undefined {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw invalid({ filter: [message.invalidType('Filter', 'condition')] });
  }
  return readTableFilter(table, input);
}

/** A stored filter, as far as its columns are still there; null where they are not. */
export function currentFilter(table: Columns, stored: unknown): RowCondition | null {
  const { condition, problems, uncompared } = readByColumns(table, stored);
  return problems.none() && condition && !uncompared ? condition : null;
}
