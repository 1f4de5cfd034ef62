import { isVirtualColumn } from '#lib/fields/column-base.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { namesInHub } from '#server/hubs/members/member.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { cellText } from '../table/cell-text.ts';
import { readByFormulas } from '../table/dependent-formulas.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { isLink } from '../table/link-column.ts';
import { PEOPLE, peopleColumns } from '../table/people-columns.ts';
import type { LinkColumn, Table, TableColumn } from '../table/table.ts';
import { rollUpLinks } from './roll-up-links.ts';
import { rowsByIds, type TableRow } from './row.repo.ts';
import { filesOfRows, type RowFile } from './row-file.repo.ts';
import { linkedIds, linkedIdsThrough, linkedTable } from './row-links.ts';
import { shownSources } from './shown-sources.ts';

/** A linked row as a reader sees it: by its first value, or only that it is there. */
export type LinkedRow = { title: string } | { restricted: true };

/** What a page of rows shows of other tables. */
export type LinkedValues = {
  /** Values of links, lookups and rollups, by row. */
  values: Map<string, Values>;
  /** Linked rows by their ids, also those that lookups show. */
  linked: Record<string, LinkedRow>;
  /** The files that lookups show, by their ids. */
  files: Map<string, RowFile>;
  /** Columns whose values this reader may not see. */
  restricted: string[];
  /** Columns that show people of linked rows. */
  people: ReadonlySet<string>;
  /** The columns of other tables whose values lookups and rollups show, by the ids of these. */
  sources: ReadonlyMap<string, TableColumn>;
  /** The names of those whom the rows have in columns of people, and show of others, by their ids. */
  namesById: ReadonlyMap<string, string>;
  /** What formulas read instead of ids, by the names of columns: names of people, titles of linked rows, labels. */
  names: ReadonlyMap<string, ReadonlyMap<string, string>>;
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

const isText = (value: unknown): value is string => typeof value === 'string';

const isValue = (value: unknown) => value !== undefined && value !== null && value !== '';

const SYSTEM_VALUES: Record<string, (row: TableRow) => unknown> = {
  auto_number: ({ number }) => number,
  created_at: ({ created_at }) => created_at.toISOString(),
  updated_at: ({ updated_at }) => updated_at.toISOString(),
  created_by: ({ created_by }) => created_by ?? undefined,
  updated_by: ({ updated_by }) => updated_by ?? undefined,
};

/** A column's value that is metadata of its row; undefined for other columns. */
export const systemValue = ({ options }: TableColumn, row: TableRow): unknown =>
  SYSTEM_VALUES[options.type ?? '']?.(row);

/** The first column that names a row; people are no names of it. */
export const titleColumn = ({ columns }: Table, people: ReadonlySet<string>): TableColumn | undefined =>
  columns.find(
    ({ field, options }) =>
      !isVirtualColumn(options) && !people.has(field.id) && !lateFormulas({ columns }).has(field.id),
  );

const labelsOf = ({ options = [] }: FieldDefinition) => new Map(options.map(({ id, label }) => [id, label]));

const titleOf = (row: LinkedRow | undefined): string[] => (row && 'title' in row ? [row.title] : []);

/** The names of people by the ids that cells have: any id may be in one that was a text once. */
const namesOfPeople = (database: Database | Transaction, hubId: string, ids: readonly unknown[]) =>
  namesInHub(database, hubId, [...new Set(ids.filter(isText).filter(isId))]);

const titlesById = (ids: readonly string[], linked: LinkedValues['linked']) =>
  new Map(ids.flatMap((id) => titleOf(linked[id]).map((text): [string, string] => [id, text])));

/** A linked table with those of its columns alone that are read. */
const narrowed = (table: Table, isRead: (column: TableColumn) => boolean): Table => {
  const columns = table.columns.filter(isRead);
  return { ...table, columns, fields: columns.map(({ field }) => field) };
};

const shownTitle = (title: TableColumn | undefined, row: TableRow): LinkedRow => ({
  title: title ? cellText(title.field, ownValue(row.values, title.field.name)) : '',
});

/** The names by which a lookup of files is read by formulas; of each file that some of these rows have in a column. */
async function addFiles(
  database: Database | Transaction,
  table: Table,
  of: TableColumn,
  found: ReadonlyMap<string, TableRow>,
  files: LinkedValues['files'],
): Promise<ReadonlyMap<string, string>> {
  const only = narrowed(table, (column) => column === of);
  const own = [...(await filesOfRows(database, only, [...found.keys()])).values()].flat();
  for (const file of own) if (file.field_id === of.field.id) files.set(file.id, file);
  return new Map(own.map(({ id, name }) => [id, name]));
}

/** The rows that linked rows link to by a column of theirs, with the titles of those whose table the reader may read. */
async function readLinkedRows(
  database: Database | Transaction,
  findLinked: (itemId: string) => Promise<Table | null>,
  of: LinkColumn,
  links: ReadonlyMap<string, readonly string[]>,
): Promise<{ ids: ReadonlyMap<string, readonly string[]>; linked: LinkedValues['linked'] }> {
  const ids = await linkedIdsThrough(database, of, links);
  const wanted = [...new Set([...ids.values()].flat())];
  const other = wanted.length > 0 ? await findLinked(of.options.table) : null;
  if (!other) return { ids, linked: Object.fromEntries(wanted.map((id) => [id, { restricted: true }])) };
  const title = titleColumn(other, peopleColumns(other.columns));
  const rows = await rowsByIds(
    database,
    narrowed(other, (column) => column === title),
    wanted,
  );
  return { ids, linked: Object.fromEntries([...rows].map(([id, row]) => [id, shownTitle(title, row)])) };
}

/** Adds rows that are shown. A copy of a table has rows of the same ids: what can be read of one stays. */
function addLinked(linked: LinkedValues['linked'], more: LinkedValues['linked']): void {
  for (const [id, row] of Object.entries(more)) if ('title' in row || !(id in linked)) linked[id] = row;
}

/** Adds the names of the people whose ids formulas read; names of others are not looked up. */
async function addPeopleNames(
  database: Database | Transaction,
  { columns, item: { hub_id: hubId } }: Table,
  rows: readonly TableRow[],
  { values, people }: LinkedValues,
  names: Map<string, ReadonlyMap<string, string>>,
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
  const people = new Set<string>();
  const names = new Map<string, ReadonlyMap<string, string>>();
  const namesById = new Map<string, string>();
  const sources = new Map<string, TableColumn>();
  const files: LinkedValues['files'] = new Map();
  const result: LinkedValues = {
    ...{ values: new Map(), linked: {}, restricted: [], people, names, namesById, sources, files },
  };
  const links = table.columns.filter(isLink);
  if (rows.length === 0) return result;
  const put = (id: string, name: string, value: unknown) => {
    if (value === undefined) return;
    result.values.set(id, { ...result.values.get(id), [name]: value });
  };
  const rowIds = rows.map(({ id }) => id);
  for (const link of links) {
    const ids = await linkedIds(database, link, rowIds);
    for (const [id, targets] of ids) put(id, link.field.name, targets);
    const wanted = [...new Set([...ids.values()].flat())];
    const dependents = table.columns.filter(({ options }) => options.via === link.field.id);
    const other = await findLinked(link.options.table);
    if (!other) {
      addLinked(result.linked, Object.fromEntries(wanted.map((id) => [id, { restricted: true }])));
      for (const { field } of [link, ...dependents]) names.set(field.name, new Map());
      result.restricted.push(...dependents.map(({ field }) => field.name));
      continue;
    }
    const otherPeople = peopleColumns(other.columns);
    // What is computed when a row is shown has no results that another table could show, whatever is stored.
    const late = lateFormulas(other);
    const title = titleColumn(other, otherPeople);
    const needed = new Set([title?.field.id, ...dependents.map(({ options }) => options.of)]);
    const narrow = narrowed(other, ({ field }) => needed.has(field.id));
    const { columns } = narrow;
    const found = await rowsByIds(database, narrow, wanted);
    for (const [id, source] of await shownSources(async () => other, { columns: [link, ...dependents] }))
      sources.set(id, source);
    for (const [id, row] of found) result.linked[id] = shownTitle(title, row);
    names.set(link.field.name, titlesById(wanted, result.linked));
    for (const { field, options } of dependents) {
      const of = columns.find((column) => column.field.id === options.of);
      if (of && options.function !== 'count' && late.has(of.field.id)) continue;
      if (of && options.function !== 'count' && otherPeople.has(of.field.id)) people.add(field.name);
      if (of && isChoice(of.field) && options.function !== 'count') names.set(field.name, labelsOf(of.field));
      if (options.type === 'rollup' && options.function !== 'list') {
        const rolled = await rollUpLinks(database, link, options, of, rowIds);
        for (const id of rowIds) put(id, field.name, rolled(id));
        continue;
      }
      if (!of) continue;
      if (isLink(of)) {
        const through = await readLinkedRows(database, findLinked, of, ids);
        addLinked(result.linked, through.linked);
        for (const [id, targets] of through.ids) put(id, field.name, targets);
        names.set(field.name, titlesById(Object.keys(through.linked), through.linked));
        continue;
      }
      if (of.field.type === 'file') names.set(field.name, await addFiles(database, narrow, of, found, files));
      for (const id of rowIds) {
        const targets = (ids.get(id) ?? []).flatMap((target) => found.get(target) ?? []);
        const values = targets.flatMap((row) => systemValue(of, row) ?? ownValue(row.values, of.field.name));
        const filled = values.filter(isValue);
        put(id, field.name, filled.length > 0 ? filled : undefined);
      }
    }
  }
  await addPeopleNames(database, table, rows, result, names);
  return result;
}
