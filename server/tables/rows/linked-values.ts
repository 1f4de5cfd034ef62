import { ownValue } from '#lib/fields/own-value.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { namesInHub } from '#server/hubs/members/member.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { withinTime } from '#server/platform/database/within-time.ts';
import { dependentFormulas, readByFormulas } from '../table/dependent-formulas.ts';
import { isLink } from '../table/link-column.ts';
import { PEOPLE } from '../table/people-columns.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { addLinkColumn, type ShownOfLinks } from './link-column-values.ts';
import type { TableRow } from './row.repo.ts';
import { linkedTable } from './row-links.ts';
import { systemValue } from './system-value.ts';

/** What a page of rows shows of other tables. */
export type LinkedValues = Omit<ShownOfLinks, 'people' | 'sources' | 'names'> & {
  people: ReadonlySet<string>;
  sources: ReadonlyMap<string, TableColumn>;
  names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The names of those whom the rows have in columns of people, and show of others, by their ids. */
  namesById: ReadonlyMap<string, string>;
};

/** The same for somebody outside of the hub: without its people. */
export const withoutLinkedPeople = (linked: LinkedValues): LinkedValues => ({
  ...linked,
  values: new Map(
    [...linked.values].map(([id, values]) => [
      id,
      Object.fromEntries(Object.entries(values).filter(([name]) => !linked.people.has(name))),
    ]),
  ),
});

/** How long a statement takes at most that reads of linked rows what is returned of a write, in milliseconds. */
const BRIEFLY_MS = 2_000;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The names of people by the ids that cells have: any id may be in one that was a text once. */
const namesOfPeople = (database: Database | Transaction, hubId: string, ids: readonly unknown[]) =>
  namesInHub(database, hubId, [...new Set(ids.filter(isText).filter(isId))]);

/** Adds the names of the people whose ids formulas read; names of others are not looked up. */
async function addPeopleNames(
  database: Database | Transaction,
  { columns, item: { hub_id: hubId } }: Table,
  rows: readonly TableRow[],
  { values, people, names }: ShownOfLinks,
): Promise<void> {
  const read = readByFormulas(columns);
  const wanted = columns.filter(
    ({ field, options }) =>
      read.has(field.name) && (PEOPLE.has(options.type ?? '') || people.has(field.name)),
  );
  if (wanted.length === 0) return;
  const ids = rows.flatMap((row) =>
    wanted.flatMap((column) => [
      systemValue(column, row) ?? ownValue({ ...row.values, ...values.get(row.id) }, column.field.name),
    ]),
  );
  const known = await namesOfPeople(database, hubId, ids.flat());
  for (const { field } of wanted) names.set(field.name, known);
}

/**
 * What rows show of other tables: links, lookups and rollups. Of a table that the caller may not read nothing is
 * shown but that there are linked rows.
 */
export async function readLinkedValues(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
  rows: readonly TableRow[],
): Promise<LinkedValues> {
  const linked = await readLinkedThrough(database, (id) => linkedTable(database, caller, id), table, rows);
  const people = table.columns.filter(
    ({ field, options }) => options.type === 'person' || linked.people.has(field.name),
  );
  const ids = rows.flatMap(({ id, values }) =>
    people.flatMap(({ field }) => [ownValue({ ...values, ...linked.values.get(id) }, field.name)]),
  );
  return { ...linked, namesById: await namesOfPeople(database, table.item.hub_id, ids.flat()) };
}

/**
 * The same in a transaction that has rows locked: for a short time. Lookups and rollups are left out where one of them takes longer,
 * as those that the caller may not see; a page of rows shows them.
 */
export async function readLinkedBriefly(
  trx: Transaction,
  caller: Caller,
  table: Table,
  rows: readonly TableRow[],
): Promise<LinkedValues> {
  const dependents = table.columns.filter(({ options }) => options.via !== undefined);
  if (rows.length === 0 || dependents.length === 0) return readLinkedValues(trx, caller, table, rows);
  const all = await withinTime(trx, BRIEFLY_MS, () => readLinkedValues(trx, caller, table, rows));
  if (all) return all;
  const columns = table.columns.filter((column) => !dependents.includes(column));
  const linked = await readLinkedValues(trx, caller, { ...table, columns }, rows);
  const names = dependents.map(({ field }) => field.name);
  const formulas = dependentFormulas(table.columns, names);
  const unknown = table.columns.filter(({ field }) => formulas.has(field.id)).map(({ field }) => field.name);
  return { ...linked, restricted: [...linked.restricted, ...names, ...unknown] };
}

/** The same, for a reader whose rights `find` knows: null for a table that they may not read. */
export async function readLinkedThrough(
  database: Database | Transaction,
  find: (itemId: string) => Promise<Table | null>,
  table: Table,
  rows: readonly TableRow[],
): Promise<LinkedValues> {
  const tables = new Map<string, Promise<Table | null>>();
  const findLinked = (id: string) => {
    const found = tables.get(id) ?? find(id);
    tables.set(id, found);
    return found;
  };
  const shown: ShownOfLinks = {
    ...{ values: new Map(), linked: {}, files: new Map(), restricted: [] },
    ...{ people: new Set<string>(), sources: new Map(), names: new Map() },
  };
  if (rows.length > 0) {
    const rowIds = rows.map(({ id }) => id);
    for (const link of table.columns.filter(isLink))
      await addLinkColumn({ database, findLinked, shown }, table, link, rowIds);
    await addPeopleNames(database, table, rows, shown);
  }
  return { ...shown, namesById: new Map() };
}
