import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { rowsByIds } from '../rows/row.repo.ts';
import { membersAmong, notAMember } from '../table/members-among.ts';
import type { Table, TableColumn } from '../table/table.ts';

const peopleOf = ({ columns }: Table) => columns.filter(({ options }) => options.type === 'person');

export const hasPeople = (table: Table) => peopleOf(table).length > 0;

const idsOf = (values: Values, name: string): string[] =>
  [ownValue(values, name)].flat().filter((one): one is string => typeof one === 'string' && one !== '');

type Checked = { row: { id?: string | undefined; values: Values }; errors: FieldErrors };

/** What rows have in columns of people so far, by their ids. */
async function peopleBefore(
  trx: Transaction,
  table: Table,
  columns: TableColumn[],
  rows: readonly Checked[],
): Promise<ReadonlyMap<string, Values>> {
  const ids = rows.flatMap(({ row: { id } }) => (id !== undefined && isId(id) ? [id] : []));
  if (ids.length === 0) return new Map();
  const narrow: Table = { ...table, columns, fields: columns.map(({ field }) => field) };
  const before = await rowsByIds(trx, narrow, ids);
  return new Map([...before].map(([id, { values }]) => [id, values]));
}

/** Refuses people who are no members of the hub, unless their row has them already: they left it since. */
export async function checkPeople(trx: Transaction, table: Table, rows: readonly Checked[]): Promise<void> {
  const people = peopleOf(table);
  const wanted = rows.flatMap(({ row }) => people.flatMap(({ field }) => idsOf(row.values, field.name)));
  const known = await membersAmong(trx, table.item.hub_id, wanted);
  const concerned = rows.filter(({ row }) =>
    people.some(({ field }) => idsOf(row.values, field.name).some((id) => !known.has(id))),
  );
  if (concerned.length === 0) return;
  const before = await peopleBefore(trx, table, people, concerned);
  for (const { row, errors } of concerned)
    for (const { field } of people) {
      const had = new Set(idsOf((row.id !== undefined && before.get(row.id)) || {}, field.name));
      if (idsOf(row.values, field.name).some((id) => !known.has(id) && !had.has(id)))
        errors[field.name] = [notAMember(field)];
    }
}
