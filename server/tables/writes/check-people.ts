import { sql } from 'kysely';
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

/** How long the person who took somebody out of a cell may put them back. */
const UNDO_TIME = '1 day';

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

/** People whom a writer took out of cells, by the cells. */
type TakenOut = ReadonlyMap<string, ReadonlySet<string>>;

const cellOf = (rowId: string | undefined, { id }: TableColumn['field']) => `${rowId} ${id}`;

/** Whom this writer took out of cells of these rows during the last day: undo puts them back. */
async function takenOut(
  trx: Transaction,
  table: Table,
  columns: readonly TableColumn[],
  rows: readonly Checked[],
  writerId: string | null,
): Promise<TakenOut> {
  const ids = rows.flatMap(({ row: { id } }) => (id !== undefined && isId(id) ? [id] : []));
  if (ids.length === 0 || writerId === null) return new Map();
  const { rows: changes } = await sql<{ id: string; column: string; before: unknown }>`
    select row_id as id, own.id as column, cells -> own.id -> 0 as before
    from row_change cross join unnest(${columns.map(({ field }) => field.id)}::text[]) as own (id)
    where item_id = ${table.item.id}::uuid and row_id = any(${ids}::uuid[]) and made_by = ${writerId}::uuid
      and kind = 'changed' and made_at > now() - ${sql.lit(UNDO_TIME)}::interval and cells ? own.id`.execute(
    trx,
  );
  const taken = new Map<string, Set<string>>();
  for (const { id, column, before } of changes) {
    const cell = `${id} ${column}`;
    const people = taken.get(cell) ?? new Set();
    for (const one of idsOf({ before }, 'before')) people.add(one);
    taken.set(cell, people);
  }
  return taken;
}

/**
 * Refuses people who are no members of the hub, unless they left it since: their row has them already, or this writer has just
 * taken them out of the same cell.
 */
export async function checkPeople(
  trx: Transaction,
  table: Table,
  rows: readonly Checked[],
  writerId: string | null,
): Promise<void> {
  const people = peopleOf(table);
  const wanted = rows.flatMap(({ row }) => people.flatMap(({ field }) => idsOf(row.values, field.name)));
  const known = await membersAmong(trx, table.item.hub_id, wanted);
  const concerned = rows.filter(({ row }) =>
    people.some(({ field }) => idsOf(row.values, field.name).some((id) => !known.has(id))),
  );
  if (concerned.length === 0) return;
  const before = await peopleBefore(trx, table, people, concerned);
  const strangers = concerned.flatMap((one) =>
    people.flatMap(({ field }) => {
      const { id: rowId, values } = one.row;
      const had = new Set(idsOf((rowId !== undefined && before.get(rowId)) || {}, field.name));
      const ids = idsOf(values, field.name).filter((id) => !known.has(id) && !had.has(id));
      return ids.length > 0 ? [{ one, field, ids }] : [];
    }),
  );
  if (strangers.length === 0) return;
  const rowsOf = [...new Set(strangers.map(({ one }) => one))];
  const taken = await takenOut(trx, table, people, rowsOf, writerId);
  for (const { one, field, ids } of strangers) {
    const own = taken.get(cellOf(one.row.id, field));
    if (!ids.every((id) => own?.has(id))) one.errors[field.name] = [notAMember(field)];
  }
}
