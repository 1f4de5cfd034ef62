import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import { isFilled } from '#lib/fields/is-filled.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { unreadCells } from '../export/unread-cells.ts';
import { matchKeyOf, rowsByKeys } from '../rows/match-rows.ts';
import type { TableRow } from '../rows/row.repo.ts';
import type { Table } from '../table/table.ts';
import type { Match } from './people-lines.ts';
import type { ReadLine } from './read-line.ts';

/** A person of whom an import could not read a value that a line has now, and the values that it corrects. */
export type Correction = { row: TableRow; values: Values };

/** Whether an import into the list left values of people out that could not be read. */
async function hasPeopleInPart(trx: Transaction, { item }: Table): Promise<boolean> {
  const { rows } = await sql`select from job join table_import reading on reading.job_id = job.id
    where job.item_id = ${item.id} and reading.partial > 0 limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * The people of lines who are in the list without a value that could not be read, and that their line has now: who was imported
 * without an address is known by the next value that the line has.
 * @param known the rows that lines are known by, by their values
 */
export async function correctionsOf(
  trx: Transaction,
  table: Table,
  match: Match,
  lines: readonly ReadLine[],
  known: ReadonlyMap<Values, TableRow>,
): Promise<ReadonlyMap<ReadLine, Correction>> {
  const corrections = new Map<ReadLine, Correction>();
  if (!match?.inOrder || match.onMatch === 'add' || !(await hasPeopleInPart(trx, table))) return corrections;
  const isIn = (values: Values, name: string) => isFilled(ownValue(values, name));
  const people = new Map<ReadLine, TableRow>();
  for (const line of lines) {
    const row = known.get(line.values);
    if (row) people.set(line, row);
  }
  for (const [at, column] of match.columns.entries()) {
    const before = match.columns.slice(0, at).map(({ field }) => field.name);
    const open = lines.filter(
      (line) =>
        !people.has(line) &&
        before.some((name) => isIn(line.values, name)) &&
        matchKeyOf([column], line.values) !== null,
    );
    if (open.length === 0) continue;
    const found = await rowsByKeys(
      trx,
      table,
      [column],
      open.map(({ values }) => values),
    );
    for (const line of open) {
      const row = found.get(matchKeyOf([column], line.values) ?? '');
      const isOther = before.some((name) => row && isIn(line.values, name) && isIn(row.values, name));
      if (row && !isOther) people.set(line, row);
    }
  }
  const unread = await unreadCells(trx, table, [...new Set(people.values())]);
  for (const [line, row] of people) {
    const cells = unread.get(row.id);
    const own = table.fields.filter(({ id, name }) => cells?.has(id) && isIn(line.values, name));
    const isKnown = known.has(line.values);
    const names = new Set(own.map(({ name }) => name));
    // Somebody else of the same name has what this one never had.
    const missing = match.columns.map(({ field }) => field.name).find((name) => isIn(line.values, name));
    if (own.length === 0 || !(isKnown || (missing !== undefined && names.has(missing)))) continue;
    const values = Object.fromEntries([...names].map((name) => [name, line.values[name]]));
    corrections.set(line, { row, values });
  }
  return corrections;
}
