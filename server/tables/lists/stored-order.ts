import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ValueType } from '#server/platform/database/schema/tables.ts';
import { sidesOf } from '../rows/row-links.ts';
import { readingLinks } from '../table/linked-sources.ts';
import {
  columnRef,
  type LinkedSource,
  rowTableOf,
  type Table,
  type TableColumn,
  typeSql,
} from '../table/table.ts';
import { type LinkedOrder, linkedOrder } from './linked-order.ts';
import type { RowIndexKey } from './row-index.repo.ts';
import { isOfPeople } from './sort-key.ts';

type Part = RawBuilder<unknown>;

/** An order by what linked rows have, whose keys can be stored: which index it is of its table, and how it is computed. */
export type StoredOrder = {
  index: RowIndexKey;
  /** Of the table that has its keys. */
  name: string;
  linked: LinkedOrder;
};

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** What the key of such an index begins with: a digest of how it is computed. Whatever else is computed of its column has another one. */
const STORED_KEY = /^l[0-9a-f]{16}_c_\d{1,5}$/;
export const isStoredOrderKey = (key: string): boolean => STORED_KEY.test(key);

/** The name of the column by which rows are in an order of such a key. */
export const columnOfOrderKey = (key: string): string => key.replace(/^l[0-9a-f]{16}_/, '');

/** The name of the table that has the keys of an index. */
export const storedOrderName = ({ itemId, key, down }: RowIndexKey): string =>
  `o_${digest(`${itemId} ${key} ${down}`, 24)}`;

/** The type of its keys. */
export const storedTypeOf = ({ type, entries }: LinkedOrder): Part =>
  type === null ? sql`${typeSql(entries ?? 'text')}[]` : typeSql(type satisfies ValueType);

/** All rows of a table with their positions and keys. */
export const allKeys = ({ item }: Pick<Table, 'item'>, { joined }: LinkedOrder): Part => sql`
  select r.id, r.position, ${joined.value} from ${rowTableOf(item.id)} r
    left join ${joined.rows} ${sql.id(joined.name)} on ${sql.id(joined.name, 'id')} = r.id`;

/** The same of some rows. */
export const someKeys = (
  { item }: Pick<Table, 'item'>,
  { joined }: LinkedOrder,
  rowIds: readonly string[],
): Part => sql`
  select r.id, r.position, ${joined.value} from ${rowTableOf(item.id)} r
    left join ${joined.some(rowIds)} ${sql.id(joined.name)} on ${sql.id(joined.name, 'id')} = r.id
  where r.id = any(${rowIds}::uuid[])`;

/**
 * The order by a column as it can be stored; null of other columns, and of people: their names change.
 * @param table as its reader compares its rows
 */
export function storedOrderOf(
  database: Database | Transaction,
  table: Pick<Table, 'item'>,
  { column, down }: { column: TableColumn; down: boolean },
): StoredOrder | null {
  const linked = linkedOrder(column, 0);
  if (!linked || isOfPeople(linked.compared)) return null;
  const { sql: text, parameters } = sql`${allKeys(table, linked)}, ${linked.order.own()}, ${storedTypeOf(
    linked,
  )}`.compile(database);
  const key = `l${digest(JSON.stringify([text, parameters]), 16)}_${column.name}`;
  if (!isStoredOrderKey(key)) return null;
  const index = { itemId: table.item.id, key, down };
  return { index, name: storedOrderName(index), linked };
}

/** The links that an order reads one after the other: which rows are on their near side. */
export const linksOfOrder = ({ source }: Pick<LinkedOrder, 'source'>) =>
  readingLinks(source).map((link, step) => ({
    step,
    link_id: link.options.link,
    is_other: link.options.side === 'other',
    ...sidesOf(link),
  }));

/** The column at the end of its links whose values are read; null where rows are counted. */
function lastColumn({ of, rolled }: LinkedSource): TableColumn | null {
  return rolled ? lastColumn(rolled.source) : of;
}

/** What a trigger of a row's table notes. */
export type NotedRows = { itemId: string; step: number; isChanged: Part };

/** Which rows are noted as they are changed, added or deleted: those that are sorted, and those that the links lead to. */
export function notedRows(
  { item }: Pick<Table, 'item'>,
  { source }: Pick<LinkedOrder, 'source'>,
): NotedRows[] {
  const links = readingLinks(source);
  const of = lastColumn(source);
  const valueIn = (row: string): Part => {
    if (!of) return sql`null`;
    const extra = sql`${sql.id(row, 'extra')} -> ${sql.lit(of.name)}`;
    return of.type === null ? extra : sql`(${columnRef(of, row)}, ${extra})`;
  };
  return [
    { itemId: item.id, step: 0, isChanged: sql`old.position <> new.position` },
    ...links.map(({ options }, at) => ({
      itemId: options.table,
      step: at + 1,
      isChanged:
        at === links.length - 1 && of
          ? sql`${valueIn('old')} is distinct from ${valueIn('new')}`
          : sql`false`,
    })),
  ];
}
