import { sql } from 'kysely';
import { joinColumn } from '#lib/fields/column-types.ts';
import type { Values } from '#lib/fields/definition.ts';
import { FolderNames } from '#server/platform/archives/archive-name.ts';
import { LINE_MAX_BYTES } from '#server/platform/archives/json-lines.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { withoutPeopleParts } from '../columns/people-parts.ts';
import { exportedValue, rowBatches } from '../export/export-rows.ts';
import { type LinkedValues, readLinkedThrough, withoutLinkedPeople } from '../rows/linked-values.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { fileFieldsOf, rowFile } from '../rows/row-file.repo.ts';
import { linksOfColumn } from '../rows/row-links.ts';
import { cardParts } from '../rows/row-vcard.repo.ts';
import { cellText } from '../table/cell-text.ts';
import { isLink } from '../table/link-column.ts';
import { tablesReadBy } from '../table/linked-sources.ts';
import { withoutPeople } from '../table/people-columns.ts';
import type { LinkColumn, Table, TableColumn } from '../table/table.ts';
import { archivedNumbers } from '../table/typed-numbers.ts';
import { withoutComparedPeople } from '../views/outsider-views.ts';
import { sharedViews } from '../views/view.service.ts';
import type { ArchivedCard, ArchivedLinks, ArchivedRow } from './table-archive.ts';

/** A table that is archived, for its reader. */
export type TableToArchive = {
  database: Database;
  /** The table's item, its rights checked again. @throws once its reader may not read it any more */
  itemAnew: () => Promise<Table['item']>;
  /** A linked table; null where the reader may not read it. */
  findLinked: (itemId: string) => Promise<Table | null>;
  isInArchive: (itemId: string) => boolean;
  /** Whether the reader may know the addresses of the hub's people. */
  namesPeople: boolean;
  /** The folder of its files in the archive, with a slash at its end. */
  folder: string;
};

/** How its rows are read: with what they show of other tables. */
const choiceOf = ({ database, findLinked }: TableToArchive) => ({
  readLinked: (table: Table, rows: readonly TableRow[]) =>
    readLinkedThrough(database, findLinked, table, rows),
});

/** The paths of a row's files below the folder of its table, by their ids: always the same. */
function pathsOf(row: TableRow): Map<string, string> {
  const names = new FolderNames();
  const files = [...(row.files ?? [])].sort((one, other) => (one.id < other.id ? -1 : 1));
  return new Map(files.map(({ id, name }) => [id, `${row.number}/${names.take(name)}`]));
}

/** How the table is exported as CSV or JSON beside: its files by their paths from there. */
export const readableChoice = (table: TableToArchive) => ({
  ...choiceOf(table),
  isOutsider: !table.namesPeople,
  namesOf: (row: TableRow) => {
    const folder = table.folder.slice(table.folder.lastIndexOf('/', table.folder.length - 2) + 1);
    return new Map([...pathsOf(row)].map(([id, path]) => [id, `${folder}${path}`]));
  },
});

/** Whether a column's values are those of a table that is not in the archive, or are read through one. */
function isFromElsewhere(column: TableColumn, { isInArchive }: TableToArchive): boolean {
  const { type, table } = column.options;
  const tables = type === 'link' ? [table ?? []].flat() : tablesReadBy(column);
  return !tables.every(isInArchive);
}

/** Links are written once, with the column of their one side where it is there. */
const writesLinks = (column: TableColumn): column is LinkColumn =>
  isLink(column) && (column.options.side === 'one' || column.options.opposite === undefined);

type People = Map<string, { name: string; email: string }>;

async function peopleOf(table: Table, rows: readonly TableRow[], database: Database): Promise<People> {
  const names = table.columns.flatMap(({ field, options }) =>
    options.type === 'person' ? [field.name] : [],
  );
  const ids = new Set(rows.flatMap(({ values }) => names.flatMap((name) => idsIn(values[name]))));
  if (ids.size === 0) return new Map();
  const found = await sql<{ id: string; name: string; email: string }>`
    select person.id, trim(person.first_name || ' ' || person.last_name) as name, person.email
    from app_user person join membership on membership.user_id = person.id
    where membership.hub_id = ${table.item.hub_id} and person.id = any(${[...ids]}::uuid[])`.execute(
    database,
  );
  return new Map(found.rows.map(({ id, name, email }) => [id, { name, email }]));
}

const idsIn = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && isId(one));

type Batch = { table: Table; linked: LinkedValues | null; people: People };

/** A row's values without people of the hub. */
const ownValues = ({ values }: TableRow, table: Table): Values => {
  const names = new Set(withoutPeople(table).fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
};

/** A row with everything that it is made of again. */
function lineOf(row: TableRow, { table, linked, people }: Batch, about: TableToArchive): string {
  const texts: Record<string, string> = {};
  for (const column of table.columns) {
    if (!isFromElsewhere(column, about)) continue;
    const value = exportedValue(column, row, linked);
    // A linked row whose title the exporter may not read has an empty one.
    const shown = Array.isArray(value) ? value.filter((one) => one !== '') : value;
    const text = cellText({ ...column.field, type: 'text' }, shown);
    if (text !== '') texts[column.field.name] = text;
  }
  const own: People = new Map();
  for (const { field, options } of table.columns)
    if (options.type === 'person')
      for (const id of idsIn(row.values[field.name])) {
        const person = people.get(id);
        if (person) own.set(id, person);
      }
  const paths = pathsOf(row);
  const files = (row.files ?? []).flatMap(({ id, name, field_id }) => {
    const path = paths.get(id);
    return path ? [[id, { path: `${about.folder}${path}`, name, field: field_id }]] : [];
  });
  const line = {
    ...{ id: row.id, number: row.number, position: row.position },
    created_at: row.created_at,
    updated_at: row.updated_at,
    values: about.namesPeople ? row.values : ownValues(row, table),
    // As the interface shows them: not to readers outside the hub.
    ...(about.namesPeople && row.typed ? { typed: archivedNumbers(row.typed) } : {}),
    ...(Object.keys(texts).length > 0 ? { texts } : {}),
    ...(own.size > 0 ? { people: Object.fromEntries(own) } : {}),
    ...(files.length > 0 ? { files: Object.fromEntries(files) } : {}),
  } satisfies Partial<Record<keyof ArchivedRow, unknown>>;
  return `${JSON.stringify(line)}\n`;
}

async function headOf(table: Table, about: TableToArchive): Promise<string> {
  const { database, namesPeople } = about;
  const columns = table.columns.map((column) => {
    const { changing: _, unique_pending: __, ...options } = column.options;
    const written = {
      ...joinColumn(column.field, options),
      ...(options.link ? { link: options.link, side: options.side } : {}),
    };
    // People of a definition are named like those of the rows.
    return namesPeople ? written : withoutPeopleParts(written, column, table.columns);
  });
  // What shows other tables is text there, by which rows can be sorted.
  const asText = table.columns.filter((column) => isFromElsewhere(column, about));
  const shared = await sharedViews(database, table, new Set(asText.map(({ field }) => field.id)));
  // Without a filter that compares people, a view would show other rows.
  const readable = namesPeople
    ? shared
    : shared.map((view) => withoutComparedPeople(table, view)).filter((view) => !view.unreadable_filter);
  const views = readable.map(({ revision: _revision, personal: _personal, ...view }) => view);
  return `${JSON.stringify({ format: 'hubkeep-table', columns, views })}\n`;
}

/** The cards that rows were imported from; one that is too long for a line stays where it is. */
async function* cardLines(
  database: Database,
  { item }: Table,
  rows: readonly TableRow[],
): AsyncGenerator<string> {
  if (item.kind !== 'contact') return;
  const ids = rows.map(({ id }) => id);
  for await (const cards of cardParts(database, item.id, ids))
    for (const [card, text] of cards) {
      const line = `${JSON.stringify({ card, text } satisfies ArchivedCard)}\n`;
      if (Buffer.byteLength(line) <= LINE_MAX_BYTES) yield line;
    }
}

/**
 * A table as lines of JSON, from which an import makes it again: its columns and shared views, then its rows with their cards, then its links to
 * tables that are in the archive, too.
 */
export async function* tableLines(about: TableToArchive): AsyncGenerator<string> {
  const { database, itemAnew, isInArchive } = about;
  let known: Table | null = null;
  for await (const { table, rows, linked: read } of rowBatches(database, itemAnew, choiceOf(about))) {
    const linked = read && !about.namesPeople ? withoutLinkedPeople(read) : read;
    if (!known) yield headOf(table, about);
    known ??= table;
    const people: People = about.namesPeople ? await peopleOf(table, rows, database) : new Map();
    for (const row of rows) yield lineOf(row, { table, linked, people }, about);
    yield* cardLines(database, table, rows);
  }
  for (const column of known?.columns.filter(writesLinks) ?? []) {
    if (!isInArchive(column.options.table)) continue;
    for await (const part of linksOfColumn(database, column)) {
      await itemAnew();
      const line: ArchivedLinks = {
        link: column.field.id,
        pairs: part.map(({ one, other, position }) => [one, other, position]),
      };
      yield `${JSON.stringify(line)}\n`;
    }
  }
}

export type ArchivedRowFile = { path: string; sha256: string; size: number; mime: string | null };

/** The files of a table's rows, with their paths in the archive. */
export async function* filesOfArchivedTable(about: TableToArchive): AsyncGenerator<ArchivedRowFile> {
  const { database, itemAnew, folder } = about;
  for await (const { table, rows } of rowBatches(database, itemAnew)) {
    if (fileFieldsOf(table.fields).size === 0) return;
    for (const row of rows)
      for (const [id, path] of pathsOf(row)) {
        const file = await rowFile(database, table.item.id, id, { userId: null, mayRestore: false });
        if (file) {
          const { file_sha256: sha256, size, mime } = file;
          yield { path: `${folder}${path}`, sha256, size, mime };
        }
      }
  }
}
