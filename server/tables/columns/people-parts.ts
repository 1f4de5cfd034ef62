import type { Condition } from '#lib/fields/definition.ts';
import { comparisonsOf } from '#lib/fields/resolve-condition.ts';
import { peopleColumns } from '../table/people-columns.ts';
import type { TableColumn } from '../table/table.ts';

/** The parts of a column's definition that name people of the hub: somebody outside of it is shown none of these. */
export function partsOfPeople(
  { field, options }: TableColumn,
  columns: readonly TableColumn[],
): ('default' | 'visible_if' | 'required_if')[] {
  const people = peopleColumns(columns);
  const namesPeople = (condition: Condition | undefined) =>
    condition !== undefined && comparisonsOf(condition).some((one) => people.has(one.field));
  return [
    ...(options.type === 'person' ? (['default'] as const) : []),
    ...(['visible_if', 'required_if'] as const).filter((key) => namesPeople(field[key])),
  ];
}
