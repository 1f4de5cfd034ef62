import { sql } from 'kysely';
import type { Values } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { FieldProblem } from '#lib/fields/problem.ts';
import { normalizeStoredValue } from '#lib/fields/stored-value.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { prepareMatching } from '../lists/row-index.ts';
import { matchKeyOf, rowsByKeys, withoutKey } from '../rows/match-rows.ts';
import type { Table, TableColumn } from '../table/table.ts';
import type { TypedNumbers } from '../table/typed-numbers.ts';
import { changeRows, insertRows, type RowWriteOutcome, type RowWriter } from './row.service.ts';

/** The result of a row that was added, or changed where one of the same key was there. */
export type UpsertOutcome =
  | { status: 'added' | 'changed' | 'unchanged'; outcome: Extract<RowWriteOutcome, { status: 'done' }> }
  | { status: 'refused'; outcome: Extract<RowWriteOutcome, { status: 'refused' }> };

/** Whether rows can be known by the values of a column. */
export const isComparable = ({ type, field }: TableColumn): boolean =>
  type !== null && field.formula === undefined;

/**
 * The columns that rows are matched by, each once: a list may name one by its id and by its name.
 * @throws ApiError 422 for unknown columns, and for those whose values can't be compared
 */
export function matchColumns({ columns }: Table, names: readonly string[]): TableColumn[] {
  const found = names.map((name, at) => {
    const column =
      columns.find(({ field }) => field.id === name) ?? columns.find(({ field }) => field.name === name);
    const path = `match_on[${at}]`;
    if (!column) throw invalid({ [path]: [`There is no column “${name.slice(0, 100)}”`] });
    if (!isComparable(column)) throw invalid({ [path]: [`Rows cannot be known by ${column.field.label}`] });
    return column;
  });
  return [...new Set(found)];
}

/** Writers that add rows by a key wait for each other, so that two of them never add the same one. */
const lockKeys = (trx: Transaction, { item }: Table) =>
  sql`select from user_table where item_id = ${item.id} for no key update`.execute(trx);

/** What was sent, as it is compared. @returns null as the key where a column of it is empty or invalid */
function keyed({ country }: Table, columns: readonly TableColumn[], values: Values) {
  const own = { ...values };
  for (const { field } of columns)
    if (Object.hasOwn(own, field.name))
      own[field.name] = normalizeStoredValue(field, own[field.name], country);
  return { own, key: matchKeyOf(columns, own) };
}

/** The same rows with the ids of those that are there already: what they have decides what may be written. */
export async function identifyRows<Row extends { values: Values }>(
  trx: Transaction,
  table: Table,
  matchOn: readonly string[],
  rows: readonly Row[],
): Promise<(Row & { id?: string })[]> {
  const columns = matchColumns(table, matchOn);
  await lockKeys(trx, table);
  const keys = rows.map(({ values }) => keyed(table, columns, values));
  const sent = keys.flatMap(({ own, key }) => (key === null ? [] : [own]));
  const known = await rowsByKeys(trx, table, columns, sent);
  return rows.map((row, at) => {
    const found = known.get(keys[at]?.key ?? '');
    return found ? { ...row, id: found.id } : row;
  });
}

type Sent = { values: Values; links?: CellChanges; typed?: TypedNumbers | undefined };
/** `sent`: the values as they were sent; the others are those by which rows are compared. */
type Keyed = Sent & { at: number; key: string; sent: Values };

/** Who writes: one for all rows, or one who adds new ones and one who changes those that are there. */
type UpsertWriter = RowWriter | { adds: RowWriter; changes: RowWriter };

/** Adds or changes rows of different keys. Where it takes long to find those that are there, an index is made. */
async function writeWave(
  services: Pick<Services, 'jobs'>,
  trx: Transaction,
  table: Table,
  columns: readonly TableColumn[],
  wave: readonly Keyed[],
  writer: UpsertWriter,
): Promise<Map<number, UpsertOutcome>> {
  const before = performance.now();
  const known = await rowsByKeys(
    trx,
    table,
    columns,
    wave.map(({ values }) => values),
  );
  const [column] = columns;
  if (column) await prepareMatching(services, trx, table, { column, took: performance.now() - before });
  const results = new Map<number, UpsertOutcome>();
  const changes = wave.flatMap((one) => {
    const row = known.get(one.key);
    return row ? [{ ...one, id: row.id, values: withoutKey(columns, one.values) }] : [];
  });
  const fresh = wave.filter(({ key }) => !known.has(key));
  const by = 'adds' in writer ? writer : { adds: writer, changes: writer };
  const changed = changes.length > 0 ? await changeRows(trx, table, changes, by.changes) : [];
  const added =
    fresh.length > 0
      ? await insertRows(
          trx,
          table,
          fresh.map(({ sent, typed }) => ({ values: sent, typed })),
          by.adds,
        )
      : [];
  for (const [n, { at }] of changes.entries()) {
    const outcome = changed[n];
    if (outcome?.status === 'done') {
      const isSame = Object.keys(outcome.previous ?? {}).length === 0;
      results.set(at, { status: isSame ? 'unchanged' : 'changed', outcome });
    } else if (outcome?.status === 'refused') results.set(at, { status: 'refused', outcome });
  }
  for (const [n, { at }] of fresh.entries()) {
    const outcome = added[n];
    if (outcome?.status === 'done') results.set(at, { status: 'added', outcome });
    else if (outcome?.status === 'refused') results.set(at, { status: 'refused', outcome });
  }
  return results;
}

/**
 * Adds rows, and changes those that are there already, as the given columns tell; of several rows with the same key
 * the first is changed. The table must be locked (`requireTable(…, 'rows')`).
 * @returns the result of each, in their order
 */
export async function upsertRows(
  services: Pick<Services, 'jobs'>,
  trx: Transaction,
  table: Table,
  matchOn: readonly string[],
  rows: readonly Sent[],
  writer: UpsertWriter,
): Promise<UpsertOutcome[]> {
  const columns = matchColumns(table, matchOn);
  await lockKeys(trx, table);
  const results = new Map<number, UpsertOutcome>();
  const waves: Map<string, Keyed>[] = [];
  for (const [at, row] of rows.entries()) {
    const { own, key } = keyed(table, columns, row.values);
    if (key === null) {
      const problems: FieldProblem[] = columns
        .filter((column) => matchKeyOf([column], own) === null)
        .map(({ field: { name, label } }) => {
          const value = ownValue(own, name);
          const isEmpty = value === undefined || value === null || value === '';
          return isEmpty
            ? { code: 'required', params: { label }, path: name }
            : { code: 'invalid', params: { label, type: 'value' }, path: name };
        });
      results.set(at, { status: 'refused', outcome: { status: 'refused', errors: englishErrors(problems) } });
      continue;
    }
    // A key that is in the request again is written after the first one, as by two requests.
    const wave = waves.find((one) => !one.has(key)) ?? new Map<string, Keyed>();
    if (wave.size === 0) waves.push(wave);
    wave.set(key, { ...row, at, values: own, sent: row.values, key });
  }
  for (const wave of waves)
    for (const [at, result] of await writeWave(services, trx, table, columns, [...wave.values()], writer))
      results.set(at, result);
  return rows.map((_, at) => {
    const result = results.get(at);
    if (!result) throw new Error('each row has a result');
    return result;
  });
}
