import { sql } from 'kysely';
import { isVirtualColumn } from '#lib/fields/column-types.ts';
import { addDecimals, divideDecimals } from '#lib/fields/decimal.ts';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { cellText } from '../table/cell-text.ts';
import { findTable, rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import { rowsByIds, type TableRow } from './row.repo.ts';

/** Links that are read for the rows of one page. */
const LINKS_MAX = 50_000;

/** A linked row as a reader sees it: by its first value, or only that it is there. */
export type LinkedRow = { title: string } | { restricted: true };

/** What a page of rows shows of other tables. */
export type LinkedValues = {
  /** Values of links, lookups and rollups, by row. */
  values: Map<string, Values>;
  /** Linked rows by their ids. */
  linked: Record<string, LinkedRow>;
  /** Columns whose values this reader may not see. */
  restricted: string[];
};

export type LinkColumn = TableColumn & { options: { table: string; link: string } };

export const isLink = (column: TableColumn): column is LinkColumn =>
  column.options.type === 'link' && column.options.link !== undefined && column.options.table !== undefined;

/** The names of this row and of the linked one in `row_link`. */
const sidesOf = ({ options }: TableColumn) =>
  options.side === 'other'
    ? { own: sql.ref('other_row'), target: sql.ref('one_row') }
    : { own: sql.ref('one_row'), target: sql.ref('other_row') };

/** A linked table, where the caller may read it; null where they may not, or it is gone. */
export async function linkedTable(
  database: Database | Transaction,
  caller: Caller,
  itemId: string,
): Promise<Table | null> {
  try {
    const item = authorizeItem(await itemById(database, caller, itemId), 'item.download');
    return await findTable(database, item);
  } catch {
    return null;
  }
}

async function existingTable(database: Database | Transaction, itemId: string): Promise<boolean> {
  const { rows } = await sql`select from user_table where item_id = ${itemId}::uuid`.execute(database);
  return rows.length > 0;
}

/** The ids of linked rows by the ids of rows, in their order; deleted rows are left out. */
export async function linkedIds(
  database: Database | Transaction,
  column: LinkColumn,
  rowIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (rowIds.length === 0 || !(await existingTable(database, column.options.table))) return found;
  const { own, target } = sidesOf(column);
  const { rows } = await sql<{ own: string; target: string }>`
    select ${own} as own, ${target} as target from row_link
    where link_id = ${column.options.link}::uuid and ${own} = any(${rowIds}::uuid[])
      and exists (select from ${rowTableOf(column.options.table)} r where r.id = ${target})
    order by position, ${target} limit ${LINKS_MAX}`.execute(database);
  for (const one of rows) found.set(one.own, [...(found.get(one.own) ?? []), one.target]);
  return found;
}

/** Replaces the links of rows in one column. */
export async function saveLinks(
  trx: Transaction,
  column: LinkColumn,
  links: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (links.size === 0) return;
  const { own, target } = sidesOf(column);
  const ids = [...links.keys()];
  const pairs = [...links].flatMap(([from, to]) => to.map((id, at) => ({ from, id, at })));
  await sql`delete from row_link where link_id = ${column.options.link}::uuid and ${own} = any(${ids}::uuid[])`.execute(
    trx,
  );
  await sql`insert into row_link (link_id, ${own}, ${target}, position)
    select ${column.options.link}::uuid, given.own, given.target, given.position
    from unnest(${pairs.map(({ from }) => from)}::uuid[], ${pairs.map(({ id }) => id)}::uuid[],
      ${pairs.map(({ at }) => at)}::int[]) as given (own, target, position)
    on conflict do nothing`.execute(trx);
}

/** Which of these rows a table has. */
export async function existingRows(
  trx: Transaction,
  itemId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${rowTableOf(itemId)} where id = any(${ids}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

const isValue = (value: unknown) => value !== undefined && value !== null && value !== '';

/** What a rollup makes of the values of linked rows. */
export function rollUp(name: string | undefined, values: readonly unknown[]): unknown {
  const flat = values.flatMap((value) => (Array.isArray(value) ? value : [value])).filter(isValue);
  const numbers = flat.filter((value): value is number => typeof value === 'number');
  switch (name) {
    case 'count':
      return flat.length;
    case 'sum':
      return addDecimals(numbers);
    case 'avg':
      return numbers.length > 0 ? divideDecimals(addDecimals(numbers), numbers.length) : undefined;
    case 'min':
    case 'max': {
      const texts = flat.filter((value): value is string => typeof value === 'string').sort();
      const sorted = numbers.length > 0 ? [...numbers].sort((one, other) => one - other) : texts;
      return name === 'min' ? sorted[0] : sorted.at(-1);
    }
    default:
      return flat.length > 0 ? flat : undefined;
  }
}

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

/** The first column that names a row. */
const titleColumn = ({ columns }: Table) => columns.find(({ options }) => !isVirtualColumn(options));

/** A link as it is stored, with its place in the list of the row on its one side. */
export type StoredLink = { one: string; other: string; position: number };
const LINKS_OF_PART = 1000;

/** The links of a column, a part at a time; also those of deleted rows, which may be restored. */
export async function* linksOfColumn(
  database: Database,
  { options: { link } }: LinkColumn,
): AsyncGenerator<StoredLink[]> {
  let after: StoredLink | null = null;
  for (;;) {
    const { rows }: { rows: StoredLink[] } = await sql<StoredLink>`
      select one_row as one, other_row as other, position from row_link
      where link_id = ${link}::uuid
        ${after ? sql`and (one_row, other_row) > (${after.one}::uuid, ${after.other}::uuid)` : sql``}
      order by one_row, other_row limit ${LINKS_OF_PART}`.execute(database);
    if (rows.length > 0) yield rows;
    after = rows.at(-1) ?? null;
    if (rows.length < LINKS_OF_PART) return;
  }
}

/** Adds links of a column; those that are there stay. */
export async function addLinks(
  trx: Transaction,
  { options: { link } }: LinkColumn,
  links: readonly StoredLink[],
): Promise<void> {
  if (links.length === 0) return;
  await sql`insert into row_link (link_id, one_row, other_row, position)
    select ${link}::uuid, given.one, given.other, given.position
    from unnest(${links.map(({ one }) => one)}::uuid[], ${links.map(({ other }) => other)}::uuid[],
      ${links.map(({ position }) => position)}::int[]) as given (one, other, position)
    on conflict do nothing`.execute(trx);
}

/**
 * What rows show of other tables: links, lookups and rollups. Of a table that the caller may not read nothing is
 * shown but that there are linked rows.
 */
export function readLinkedValues(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
  rows: readonly TableRow[],
): Promise<LinkedValues> {
  return readLinkedThrough(database, (id) => linkedTable(database, caller, id), table, rows);
}

/** The same, for a reader whose rights `findLinked` knows: null for a table that they may not read. */
export async function readLinkedThrough(
  database: Database | Transaction,
  findLinked: (itemId: string) => Promise<Table | null>,
  table: Table,
  rows: readonly TableRow[],
): Promise<LinkedValues> {
  const result: LinkedValues = { values: new Map(), linked: {}, restricted: [] };
  const links = table.columns.filter(isLink);
  if (links.length === 0 || rows.length === 0) return result;
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
      for (const id of wanted) result.linked[id] = { restricted: true };
      result.restricted.push(...dependents.map(({ field }) => field.name));
      continue;
    }
    const title = titleColumn(other);
    const needed = new Set([title?.field.id, ...dependents.map(({ options }) => options.of)]);
    const columns = other.columns.filter(({ field }) => needed.has(field.id));
    const narrow: Table = { ...other, columns, fields: columns.map(({ field }) => field) };
    const found = await rowsByIds(database, narrow, wanted);
    for (const [id, row] of found)
      result.linked[id] = {
        title: title ? cellText(title.field, ownValue(row.values, title.field.name)) : '',
      };
    for (const { field, options } of dependents) {
      const of = columns.find((column) => column.field.id === options.of);
      for (const { id } of rows) {
        const targets = (ids.get(id) ?? []).flatMap((target) => found.get(target) ?? []);
        if (options.type === 'rollup' && options.function === 'count' && options.of === undefined) {
          put(id, field.name, targets.length);
          continue;
        }
        if (!of) continue;
        const values = targets.map((row) => systemValue(of, row) ?? ownValue(row.values, of.field.name));
        put(id, field.name, rollUp(options.type === 'lookup' ? 'list' : options.function, values));
      }
    }
  }
  return result;
}
