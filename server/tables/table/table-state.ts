import { type RawBuilder, sql } from 'kysely';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { Table } from './table-types.ts';

/** An index for lists of rows that was asked for, or made. */
export type StoredRowIndex = { key: string; descending: boolean; is_ready: boolean; is_stale: boolean };

/** What is known of a table with its item: which state its columns are in, and what else its rows are read with. */
export type TableState = Pick<Table, 'country'> & {
  /** The version of its columns, also of those that were deleted: another one after each change. */
  version: string;
  time_zone: string | null;
  /** How many rows it has. */
  rows: number | null;
  indexes: StoredRowIndex[];
};

/** The state of the table of an item, null where it has none; absent where nobody asked for that. */
export type WithTableState = { table_state?: TableState | null };

/** An item with the state of its table. */
export type TableItem = ItemView & WithTableState;

/** The country of a hub's phone numbers that have none. */
export const COUNTRY_OF_HUB = sql`coalesce(hub.country, substring(hub.locale from '-([A-Z]{2})(?:-|$)'))`;

/** Which rows of the database a table's columns are: a change of one makes another row, by another transaction. */
const versionsOf = (table: 'table_column' | 'deleted_column', itemId: RawBuilder<unknown>) => sql`(
  select count(*) || ' ' || coalesce(bit_xor(hashtextextended(one.xmin::text || one.ctid::text, 0)), 0) from ${sql.table(table)} as one
  where one.item_id = ${itemId})`;

/**
 * The version of the columns of an item's table, as a text. A database that was restored counts its transactions from an earlier one
 * again, but it was started later.
 */
export const columnsVersion = (itemId: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`concat_ws('/', pg_postmaster_start_time(), ${versionsOf('table_column', itemId)}, ${versionsOf('deleted_column', itemId)})`;

/** The indexes of a table's lists; stale is one whose use was noted more than a day ago. */
const INDEXES = sql`(select coalesce(json_agg(json_build_object('key', row_index.key, 'descending', row_index.descending,
    'is_ready', row_index.is_ready, 'is_stale', row_index.used_at < now() - interval '1 day')), '[]')
  from row_index where row_index.item_id = item.id)`;

/** The state of the table of an `item` in its `hub`, as JSON; null where it has none. */
export const TABLE_STATE = sql`, (
  select json_build_object('version', ${columnsVersion(sql`item.id`)}, 'country', ${COUNTRY_OF_HUB},
    'time_zone', hub.time_zone, 'rows', item.meta -> 'rows', 'indexes', ${INDEXES})
  from user_table where user_table.item_id = item.id) as table_state`;
