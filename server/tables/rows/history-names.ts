import { sql } from 'kysely';
import type { HistoryFile, HistoryRow } from '#lib/contract/table-rows.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { namesInHub } from '#server/hubs/members/member.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { deletedColumnsOf } from '../table/deleted-columns.ts';
import { isLink } from '../table/link-column.ts';
import { PEOPLE, peopleColumns } from '../table/people-columns.ts';
import type { LinkColumn, Table, TableColumn } from '../table/table.ts';
import { rowsByIds } from './row.repo.ts';
import type { RowChangeEntry } from './row-history.repo.ts';
import { linkedTable } from './row-links.ts';
import { shownTitle, titleColumn } from './row-title.ts';

/** What the ids of a row's changes stand for: rows it links to or did, files it has or had, people. */
export type HistoryNames = {
  linked: ReadonlyMap<string, HistoryRow>;
  files: ReadonlyMap<string, HistoryFile>;
  people: ReadonlyMap<string, string>;
  /** For readers outside of the hub: ids of its people in columns that have other values now, but had people. */
  hidden: ReadonlySet<string>;
};

const isOfFiles = ({ field }: TableColumn) => field.type === 'file';
const isOfPeople = ({ options }: TableColumn) => PEOPLE.has(options.type ?? '');
const isText = (value: unknown): value is string => typeof value === 'string';

/** Columns whose values are ids of something else. */
const columnsOfIds = ({ columns }: Pick<Table, 'columns'>): ReadonlySet<string> =>
  new Set(
    columns.flatMap((column) =>
      isLink(column) || isOfFiles(column) || isOfPeople(column) ? [column.field.id] : [],
    ),
  );

const ID_IN_LIST = /"([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})"/g;

/** A value of ids as its history has it: a long list may have been cut as a text, and files have their names. */
function idsOfHistory(value: unknown): unknown {
  if (isText(value) && value.startsWith('["'))
    return [...[...value.matchAll(ID_IN_LIST)].map(([, id]) => id), '…'];
  if (Array.isArray(value)) return value.map(idsOfHistory);
  return isRecord(value) && isText(value.file_id) ? value.file_id : value;
}

/** Columns whose values may be objects of any shape. */
const OBJECTS: ReadonlySet<string> = new Set(['json', 'form']);

/** A file as its history has it. */
const isNamedFile = (value: unknown): value is { file_id: string; name: string } =>
  isRecord(value) && isText(value.file_id) && isId(value.file_id) && isText(value.name);

/** A value of a column that has other values now, or is deleted: what were files is their ids. */
function withoutFileNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFileNames);
  return isNamedFile(value) ? value.file_id : value;
}

/** How a value is read that the history has of a column. */
export function historyReader({
  columns,
  fields,
}: Pick<Table, 'columns' | 'fields'>): (columnId: string) => (value: unknown) => unknown {
  const ofIds = columnsOfIds({ columns });
  const ofObjects = new Set(fields.flatMap(({ id, type }) => (OBJECTS.has(type) ? [id] : [])));
  return (id) => {
    if (ofIds.has(id)) return idsOfHistory;
    return ofObjects.has(id) ? (value) => value : withoutFileNames;
  };
}

/** The ids that changes have in a column, each once. */
function idsIn(changes: readonly RowChangeEntry[], { field }: TableColumn): string[] {
  const ids = changes.flatMap(({ cells }) => [cells[field.id] ?? []].flat().map(idsOfHistory)).flat();
  return [...new Set(ids.filter(isText).filter(isId))];
}

/** Ids of a hub's people that changes have in columns of other values: these were columns of people once. */
async function peopleElsewhere(
  database: Database,
  { item, columns }: Pick<Table, 'item' | 'columns'>,
  changes: readonly RowChangeEntry[],
): Promise<ReadonlySet<string>> {
  if (item.is_outsider === false) return new Set();
  const ofIds = columnsOfIds({ columns });
  const others = columns.filter(({ field }) => !ofIds.has(field.id));
  const ids = [...new Set(others.flatMap((column) => idsIn(changes, column)))];
  return new Set(ids.length > 0 ? (await namesInHub(database, item.hub_id, ids)).keys() : []);
}

/** Names that files had when their rows were changed. */
const storedNames = (changes: readonly RowChangeEntry[]): [string, string][] =>
  changes.flatMap(({ cells }) =>
    Object.values(cells)
      .flat(2)
      .flatMap((one): [string, string][] => (isNamedFile(one) ? [[one.file_id, one.name]] : [])),
  );

/** What rows of a linked table are called, where the reader may read it; of those that are not there only that they were deleted. */
async function namedRows(
  database: Database,
  caller: Caller,
  { options }: LinkColumn,
  ids: readonly string[],
): Promise<[string, HistoryRow][]> {
  const other = ids.length > 0 ? await linkedTable(database, caller, options.table) : null;
  if (!other) return ids.map((id) => [id, { restricted: true }]);
  const title = titleColumn(other, peopleColumns(other.columns));
  const columns = title ? [title] : [];
  const narrowed = { ...other, columns, fields: columns.map(({ field }) => field) };
  const rows = await rowsByIds(database, narrowed, ids);
  return ids.map((id) => {
    const row = rows.get(id);
    return [id, row ? shownTitle(title, row) : { deleted: true }];
  });
}

async function fileNames(
  database: Database | Transaction,
  itemId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`select id, name from row_file
    where item_id = ${itemId} and id = any(${ids}::uuid[])`.execute(database);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What a page of a row's history names, as this reader may see it. */
export async function readHistoryNames(
  database: Database,
  caller: Caller,
  { item, columns }: Table,
  changes: readonly RowChangeEntry[],
): Promise<HistoryNames> {
  const linked = new Map<string, HistoryRow>();
  // A copy of a table has rows of the same ids: what can be read of one stays.
  for (const link of columns.filter(isLink))
    for (const [id, row] of await namedRows(database, caller, link, idsIn(changes, link)))
      if ('title' in row || !linked.has(id)) linked.set(id, row);
  const fileIds = columns.filter(isOfFiles).flatMap((column) => idsIn(changes, column));
  const stored = storedNames(changes);
  const names = new Map([...stored, ...(await fileNames(database, item.id, fileIds))]);
  // Also those of columns that are deleted, or have other values now.
  const ids = new Set([...fileIds, ...stored.map(([id]) => id)]);
  const files = [...ids].map((id): [string, HistoryFile] => {
    const name = names.get(id);
    return [id, name === undefined ? { deleted: true } : { name }];
  });
  const people = columns.filter(isOfPeople).flatMap((column) => idsIn(changes, column));
  return {
    ...{ linked, files: new Map(files) },
    people: people.length > 0 ? await namesInHub(database, item.hub_id, [...new Set(people)]) : new Map(),
    hidden: await peopleElsewhere(database, { item, columns }, changes),
  };
}

/** Changes as the history stores them: files, also those of deleted columns, with their names, for when these are deleted. */
export async function withFileNames<Row extends { cells: CellChanges }>(
  trx: Transaction,
  table: Table,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const gone = new Set(table.deleted?.map(({ id }) => id));
  const isOfDeleted = rows.some(({ cells }) => Object.keys(cells).some((id) => gone.has(id)));
  const columns = [...table.columns, ...(isOfDeleted ? await deletedColumnsOf(trx, table) : [])];
  const ofFiles = columns.filter(isOfFiles).map(({ field }) => field.id);
  const ids = rows.flatMap(({ cells }) => ofFiles.flatMap((id) => [cells[id]].flat(2)));
  const names = await fileNames(trx, table.item.id, [...new Set(ids.filter(isText).filter(isId))]);
  if (names.size === 0) return rows;
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    const name = isText(value) && names.get(value);
    return name ? { file_id: value, name } : value;
  };
  return rows.map((row) => {
    const cells = { ...row.cells };
    for (const id of ofFiles) {
      const pair = cells[id];
      if (pair) cells[id] = [named(pair[0]), named(pair[1])];
    }
    return { ...row, cells };
  });
}
