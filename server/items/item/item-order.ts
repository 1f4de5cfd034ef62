import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ItemListQuery } from '#lib/contract/item.ts';
import { isId } from '#server/platform/database/id.ts';
import { invalid } from '#server/platform/http/api-error.ts';

/** What a list can be sorted by, and the order of the trash. */
type SortName = NonNullable<ItemListQuery['sort']> | '-trashed_at';

type Key = {
  /** Of `item` and `creator`. */
  sql: string;
  /** The value that the cursor's text is parsed into. */
  type: 'text collate natural_order' | 'timestamptz' | 'bigint' | 'integer';
};

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** Titles and names in natural order: "Minutes 9" before "minutes 10" (the Unicode Collation Algorithm, numeric). */
/** Of `creator`. */
export const CREATOR_NAME = "trim(creator.first_name || ' ' || creator.last_name) collate natural_order";
const TITLE: Key = { sql: 'item.title collate natural_order', type: 'text collate natural_order' };
const NAME: Key = {
  sql: CREATOR_NAME,
  type: 'text collate natural_order',
};

/** In the order of the kinds' tabs. */
const KIND: Key = {
  sql: `(case item.kind when 'document' then 1 when 'table' then 2 when 'email' then 3 when 'contact' then 4
    when 'image' then 5 when 'media' then 6 when 'general' then 7 else 0 end)`,
  type: 'integer',
};

/** Those without a position are behind all others. */
const POSITION: Key = { sql: 'coalesce(item.position, 2147483647)', type: 'integer' };

const KEYS: Record<string, readonly Key[]> = {
  title: [TITLE],
  position: [POSITION, TITLE],
  // Ids are made in the order of time.
  created_at: [],
  updated_at: [{ sql: 'item.updated_at', type: 'timestamptz' }],
  trashed_at: [{ sql: 'item.trashed_at', type: 'timestamptz' }],
  size: [{ sql: 'item.size', type: 'bigint' }],
  kind: [KIND, TITLE],
  created_by: [NAME],
};

const FOLDER = "(item.kind = 'folder')::int";

/** Where a page ended: the sort keys of its last item, as text. */
export type ItemCursor = { isFolder: boolean; keys: string[]; id: string };

/** An order of items: folders first, then by its keys, and last by the id, so that it is the same each time. */
export type ItemOrder = {
  name: SortName;
  keys: readonly Key[];
  down: boolean;
  /** Folders don't come first in the trash, which is read by time. */
  foldersFirst: boolean;
  cursor: ItemCursor | null;
};

const cursorShape = z.tuple([z.string(), z.boolean(), z.array(z.string()), z.string()]);

const invalidCursor = () => invalid({ after: ['After is not a place in this list; begin again'] });

/** @throws ApiError 422 for a cursor of another order. */
function readCursor(text: string, name: SortName, keys: readonly Key[]): ItemCursor {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalidCursor();
  }
  const { data } = cursorShape.safeParse(read);
  if (!data) throw invalidCursor();
  const [sort, isFolder, values, id] = data;
  const fits = keys.every(({ type }, at) => {
    const key = values[at] ?? '';
    if (type === 'timestamptz') return MOMENT.test(key) && !Number.isNaN(Date.parse(key));
    return type.startsWith('text') ? !key.includes('\0') : /^\d{1,15}$/.test(key);
  });
  if (sort !== name || values.length !== keys.length || !fits || !isId(id)) throw invalidCursor();
  return { isFolder, keys: values, id };
}

/** The order that a query requests. @throws ApiError 422 for a cursor of another one. */
export function parseItemOrder(
  {
    sort,
    trashed,
    after,
    parent,
  }: Pick<ItemListQuery, 'trashed' | 'after' | 'parent'> & {
    sort?: SortName | undefined;
  },
  isOutsider: boolean,
): ItemOrder {
  const requested: SortName = sort ?? (trashed ? '-trashed_at' : '-updated_at');
  // A caller outside the hub learns nothing of its people, not by an order either.
  const name = isOutsider && requested.endsWith('created_by') ? 'title' : requested;
  const down = name.startsWith('-');
  // A place among those of one folder says nothing of those of all folders.
  const key = name === 'position' && parent === undefined ? 'title' : name;
  const keys = KEYS[down ? key.slice(1) : key] ?? [];
  const cursor = after === undefined ? null : readCursor(after, name, keys);
  return { name, keys, down, foldersFirst: name !== '-trashed_at', cursor };
}

/** Whether the order needs the creator's name. */
export const ordersByCreator = ({ keys }: ItemOrder): boolean => keys.includes(NAME);

/** The columns selected of an item for its order: `is_folder`, `key_0`, … */
export function selectOrderKeys({ keys, foldersFirst }: ItemOrder): RawBuilder<unknown> {
  const folder = sql.raw(foldersFirst ? `${FOLDER} as is_folder` : '0 as is_folder');
  return sql.join([folder, ...keys.map((key, at) => sql.raw(`${key.sql} as key_${at}`))]);
}

const direction = ({ down }: ItemOrder) => (down ? 'desc' : 'asc');

/** `order by` within folders, or within other kinds, of `item` and `creator`. */
export function orderByKeys(order: ItemOrder): RawBuilder<unknown> {
  const parts = [...order.keys.map((key) => key.sql), 'item.id'];
  return sql.raw(parts.map((part) => `${part} ${direction(order)}`).join(', '));
}

/** `order by` of what was selected with its keys, under the name `alias`. */
export function orderBySelectedKeys(order: ItemOrder, alias: string): RawBuilder<unknown> {
  const keys = order.keys.map((_, at) => `${alias}.key_${at}`);
  const parts = [...keys, `${alias}.id`].map((part) => `${part} ${direction(order)}`);
  return sql.raw([`${alias}.is_folder desc`, ...parts].join(', '));
}

/** The keys of a selected row as texts, for the cursor after it. */
export function orderKeysAsText({ keys }: ItemOrder, alias: string): RawBuilder<unknown> {
  const texts = keys.map(({ type }, at) =>
    type === 'timestamptz'
      ? `to_char(${alias}.key_${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
      : `${alias}.key_${at}::text`,
  );
  return sql.raw(`array[${texts.join(', ')}]::text[]`);
}

export function encodeItemCursor(
  { name }: ItemOrder,
  last: { is_folder: number; keys: readonly string[]; id: string },
): string {
  return Buffer.from(JSON.stringify([name, last.is_folder === 1, last.keys, last.id])).toString('base64url');
}

/** What follows the cursor within its group. */
function afterWithin(order: ItemOrder, { keys, id }: ItemCursor): RawBuilder<unknown> {
  const own = sql.raw([...order.keys.map((key) => key.sql), 'item.id'].join(', '));
  const keyValues = order.keys.map(({ type }, at) => sql`${keys[at]}::${sql.raw(type)}`);
  return sql`(${own}) ${sql.raw(order.down ? '<' : '>')} (${sql.join([...keyValues, sql`${id}::uuid`])})`;
}

/** A separately ordered part of a list, and the cursor after which it continues, where it contains that. */
export type OrderGroup = { is: RawBuilder<unknown>; after: ItemCursor | null };

/** The groups that a page may include: folders, and the rest. */
export function orderGroups(
  { foldersFirst, cursor }: ItemOrder,
  kind: ItemListQuery['kind'],
): readonly OrderGroup[] {
  if (!foldersFirst) return [{ is: sql`true`, after: cursor }];
  const groups: OrderGroup[] = [];
  if ((!kind || kind === 'folder') && cursor?.isFolder !== false)
    groups.push({ is: sql.raw(`${FOLDER} = 1`), after: cursor });
  if (kind !== 'folder')
    groups.push({ is: sql.raw(`${FOLDER} = 0`), after: cursor?.isFolder ? null : cursor });
  return groups;
}

/** The conditions of the groups. */
export function orderGroupConditions(order: ItemOrder, kind: ItemListQuery['kind']): RawBuilder<unknown>[] {
  return orderGroups(order, kind).map(({ is, after }) =>
    after ? sql`${is} and ${afterWithin(order, after)}` : is,
  );
}
