import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isLink } from '../table/link-column.ts';
import { lastTableOf, linkedSource, linksOf, resultOf, tablesOf } from '../table/linked-sources.ts';
import { peopleColumns } from '../table/people-columns.ts';
import type { LinkColumn, LinkedSource, Table, TableColumn } from '../table/table.ts';
import { rollUpLinks } from './roll-up-links.ts';
import { rowsByIds, type TableRow } from './row.repo.ts';
import { filesOfRows, type RowFile } from './row-file.repo.ts';
import { idsThroughLinks, linkedIds, linkedIdsThrough } from './row-links.ts';
import { type LinkedRow, shownTitle, titleColumn } from './row-title.ts';
import { shownSources } from './shown-sources.ts';
import { systemValue } from './system-value.ts';

/** What the links of rows, and lookups and rollups of these, show a reader; added to, link by link. */
export type ShownOfLinks = {
  /** Values of links, lookups and rollups, by row. */
  values: Map<string, Values>;
  /** Linked rows by their ids, also those that lookups show. */
  linked: Record<string, LinkedRow>;
  /** The files that lookups show, by their ids. */
  files: Map<string, RowFile>;
  /** Columns whose values this reader may not see. */
  restricted: string[];
  /** Columns that show people of linked rows. */
  people: Set<string>;
  /** The columns of other tables whose values lookups and rollups show, by the ids of these. */
  sources: Map<string, TableColumn>;
  /** What formulas read instead of ids, by the names of columns: names of people, titles of linked rows, labels. */
  names: Map<string, ReadonlyMap<string, string>>;
};

type LinkReading = {
  database: Database | Transaction;
  /** Null for a table that the reader may not read. */
  findLinked: (itemId: string) => Promise<Table | null>;
  shown: ShownOfLinks;
};

/** The rows where links of a page end, and which of them each row of the page leads to, by their ids. */
type Reached = {
  table: Table;
  ids: ReadonlyMap<string, readonly string[]>;
  found: ReadonlyMap<string, TableRow>;
};

const isValue = (value: unknown) => value !== undefined && value !== null && value !== '';

const labelsOf = ({ options = [] }: FieldDefinition) => new Map(options.map(({ id, label }) => [id, label]));

const titleOf = (row: LinkedRow | undefined): string[] => (row && 'title' in row ? [row.title] : []);

const titlesById = (ids: readonly string[], linked: ShownOfLinks['linked']) =>
  new Map(ids.flatMap((id) => titleOf(linked[id]).map((text): [string, string] => [id, text])));

/** A linked table with those of its columns alone that are read. */
const narrowed = (table: Table, ids: ReadonlySet<string | undefined>): Table => {
  const columns = table.columns.filter(({ field }) => ids.has(field.id));
  return { ...table, columns, fields: columns.map(({ field }) => field) };
};

function putValue({ values }: ShownOfLinks, id: string, name: string, value: unknown): void {
  if (value !== undefined) values.set(id, { ...values.get(id), [name]: value });
}

/** Adds rows that are shown. A copy of a table has rows of the same ids: what can be read of one stays. */
function addLinked(linked: ShownOfLinks['linked'], more: ShownOfLinks['linked']): void {
  for (const [id, row] of Object.entries(more)) if ('title' in row || !(id in linked)) linked[id] = row;
}

/** The names by which a lookup of files is read by formulas; of each file that some of these rows have in a column. */
async function addFiles(
  { database, shown: { files } }: LinkReading,
  { table, found }: Reached,
  { field }: TableColumn,
): Promise<ReadonlyMap<string, string>> {
  const only = narrowed(table, new Set([field.id]));
  const own = [...(await filesOfRows(database, only, [...found.keys()])).values()].flat();
  for (const file of own) if (file.field_id === field.id) files.set(file.id, file);
  return new Map(own.map(({ id, name }) => [id, name]));
}

/** The rows that linked rows link to by a column of theirs, with the titles of those whose table the reader may read. */
async function readLinkedRows(
  { database, findLinked }: LinkReading,
  of: LinkColumn,
  links: ReadonlyMap<string, readonly string[]>,
): Promise<{ ids: ReadonlyMap<string, readonly string[]>; linked: ShownOfLinks['linked'] }> {
  const ids = await linkedIdsThrough(database, of, links);
  const wanted = [...new Set([...ids.values()].flat())];
  const other = wanted.length > 0 ? await findLinked(of.options.table) : null;
  if (!other) return { ids, linked: Object.fromEntries(wanted.map((id) => [id, { restricted: true }])) };
  const title = titleColumn(other, peopleColumns(other.columns));
  const rows = await rowsByIds(database, narrowed(other, new Set([title?.field.id])), wanted);
  return { ids, linked: Object.fromEntries([...rows].map(([id, row]) => [id, shownTitle(title, row)])) };
}

/** Whether a reader may read all tables that a lookup or rollup reads, or leads through. */
async function areReadable({ findLinked }: LinkReading, tables: readonly string[]): Promise<boolean> {
  for (const id of tables) if (!(await findLinked(id))) return false;
  return true;
}

/** Whether the values of a source are people, or show them. */
export async function isOfPeople(
  reading: Pick<LinkReading, 'findLinked'>,
  source: LinkedSource,
): Promise<boolean> {
  const { of, rolled } = source;
  if (rolled) return rolled.function !== 'count' && isOfPeople(reading, rolled.source);
  const table = of && (await reading.findLinked(lastTableOf(source)));
  return table ? peopleColumns(table.columns).has(of.field.id) : false;
}

/** A lookup or rollup with what it reads. */
type Dependent = { column: TableColumn; source: LinkedSource };

/** What stands for the links by which lookups read: those that read by the same ones are read at once. */
const pathOf = (source: LinkedSource) =>
  linksOf(source)
    .map(({ options }) => `${options.link} ${options.side}`)
    .join();

/** The rows where the links of lookups end that read by the same ones, through several tables. */
async function rowsThroughLinks(
  { database, findLinked }: LinkReading,
  { source, ...first }: Dependent,
  dependents: readonly Dependent[],
  rowIds: readonly string[],
): Promise<Reached> {
  const links = linksOf(source);
  const table = await findLinked(links.at(-1)?.options.table ?? '');
  if (!table) throw new Error(`what ${first.column.field.id} reads is readable`);
  const ids = await idsThroughLinks(database, links, rowIds);
  const own = dependents.filter((one) => pathOf(one.source) === pathOf(source) && !one.source.rolled);
  const read = narrowed(table, new Set(own.map((one) => one.source.of?.field.id)));
  const wanted = [...new Set([...ids.values()].flat())];
  const found = read.columns.length > 0 ? await rowsByIds(database, read, wanted) : new Map();
  return { table, ids, found };
}

/** Adds the values of linked rows, each for itself. */
async function addLookup(
  reading: LinkReading,
  { column: { field }, source: { of, rolled } }: Dependent,
  reached: Reached,
): Promise<void> {
  const { database, shown } = reading;
  const { ids, found } = reached;
  if (!of) return;
  const put = (valuesOf: (target: string) => unknown) => {
    for (const [id, targets] of ids) {
      const values = targets.flatMap((target) => valuesOf(target)).filter(isValue);
      if (values.length > 0) putValue(shown, id, field.name, values);
    }
  };
  if (rolled) {
    const targets = [...new Set([...ids.values()].flat())];
    put(await rollUpLinks(database, rolled.source, rolled.function, targets));
    return;
  }
  if (isLink(of)) {
    const through = await readLinkedRows(reading, of, ids);
    addLinked(shown.linked, through.linked);
    for (const [id, targets] of through.ids) putValue(shown, id, field.name, targets);
    shown.names.set(field.name, titlesById(Object.keys(through.linked), through.linked));
    return;
  }
  if (of.field.type === 'file') shown.names.set(field.name, await addFiles(reading, reached, of));
  put((target) => {
    const row = found.get(target);
    return row && (systemValue(of, row) ?? ownValue(row.values, of.field.name));
  });
}

/** Shows of a lookup or rollup only that its reader may not see it. */
function restrict({ names, restricted }: ShownOfLinks, { field }: TableColumn): void {
  names.set(field.name, new Map());
  restricted.push(field.name);
}

/** Adds what lookups and rollups show that read by one column of links. */
async function addDependents(
  reading: LinkReading,
  dependents: readonly Dependent[],
  direct: Reached,
  rowIds: readonly string[],
): Promise<void> {
  const { database, shown } = reading;
  const reached = new Map<string, Reached>();
  const readable: Dependent[] = [];
  for (const dependent of dependents) {
    if (await areReadable(reading, tablesOf(dependent.source))) readable.push(dependent);
    else restrict(shown, dependent.column);
  }
  for (const dependent of readable) {
    const { column, source } = dependent;
    const { field, options } = column;
    if (options.function !== 'count') {
      if (await isOfPeople(reading, source)) shown.people.add(field.name);
      if (source.of && isChoice(source.of.field)) shown.names.set(field.name, labelsOf(source.of.field));
    }
    const name = resultOf(options);
    if (name) {
      const rolled = await rollUpLinks(database, source, name, rowIds);
      for (const id of rowIds) putValue(shown, id, field.name, rolled(id));
      continue;
    }
    if (source.more.length === 0) {
      await addLookup(reading, dependent, direct);
      continue;
    }
    const path = pathOf(source);
    const there = reached.get(path) ?? (await rowsThroughLinks(reading, dependent, readable, rowIds));
    reached.set(path, there);
    await addLookup(reading, dependent, there);
  }
}

/** Adds the links of a column, and what lookups and rollups show of their rows. */
export async function addLinkColumn(
  reading: LinkReading,
  { columns }: Table,
  link: LinkColumn,
  rowIds: readonly string[],
): Promise<void> {
  const { database, findLinked, shown } = reading;
  const ids = await linkedIds(database, link, rowIds);
  for (const [id, targets] of ids) putValue(shown, id, link.field.name, targets);
  const wanted = [...new Set([...ids.values()].flat())];
  const dependents = columns.filter(({ options }) => options.via === link.field.id);
  const table = await findLinked(link.options.table);
  if (!table) {
    addLinked(shown.linked, Object.fromEntries(wanted.map((id) => [id, { restricted: true }])));
    for (const { field } of [link, ...dependents]) shown.names.set(field.name, new Map());
    shown.restricted.push(...dependents.map(({ field }) => field.name));
    return;
  }
  const title = titleColumn(table, peopleColumns(table.columns));
  const needed = new Set([title?.field.id, ...dependents.map(({ options }) => options.of)]);
  const found = await rowsByIds(database, narrowed(table, needed), wanted);
  for (const [id, row] of found) shown.linked[id] = shownTitle(title, row);
  shown.names.set(link.field.name, titlesById(wanted, shown.linked));
  const sources = await shownSources(findLinked, { columns: [link, ...dependents] });
  for (const [id, source] of sources) shown.sources.set(id, source.column);
  const reads: Dependent[] = [];
  for (const column of dependents) {
    const source = linkedSource(link, column.options, table);
    if (source) reads.push({ column, source });
    else if (!(await areReadable(reading, column.through ?? []))) restrict(shown, column);
  }
  await addDependents(reading, reads, { table, ids, found }, rowIds);
}
