import { type RawBuilder, sql } from 'kysely';
import { keysBesides } from '#lib/contacts/further-keys.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { rowTableOf, type Table } from '../table/table.ts';

/** Stores the cards that rows were imported from: an export gives back what a contact list has no column for. */
export async function saveCards(
  trx: Transaction,
  table: Pick<Table, 'item' | 'fields' | 'country'>,
  cards: ReadonlyMap<string, string>,
): Promise<void> {
  if (cards.size === 0) return;
  const further = [...cards.values()].map((card) => JSON.stringify(keysBesides(table, card)));
  await sql`insert into row_vcard (item_id, row_id, card, further)
    select ${table.item.id}, row_id, card, array(select jsonb_array_elements_text(further::jsonb))
    from unnest(${[...cards.keys()]}::uuid[], ${[...cards.values()]}::text[], ${further}::text[]) as input (row_id, card, further)
    on conflict (item_id, row_id) do update set card = excluded.card, further = excluded.further`.execute(
    trx,
  );
}

/**
 * The rows of a list whose cards have these addresses or numbers, by them: such as of people who were merged. Of several rows with
 * one of them, the first.
 */
export async function rowsByFurther(
  database: Database | Transaction,
  itemId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; row_id: string }>`
    select distinct on (key) key, row_id from row_vcard, unnest(further) as key
    where item_id = ${itemId} and further <> '{}' and further && ${keys}::text[] and key = any(${keys}::text[])
      and exists (select from ${rowTableOf(itemId)} present where present.id = row_id)
    order by key, row_id`.execute(database);
  return new Map(rows.map(({ key, row_id }) => [key, row_id]));
}

/** Whether the card of row `r` has a text in one of its further addresses, or digits in one of its further numbers. */
export const hasFurtherSql = (itemId: string, text: string, digits: string | null): RawBuilder<unknown> =>
  sql`r.id in (select row_id from row_vcard, unnest(further) as key where item_id = ${itemId} and further <> '{}'
    and case when strpos(key, '@') > 0 then strpos(key, ${text.toLowerCase()}) > 0
      else ${digits === null ? sql`false` : sql`strpos(key, ${digits}) > 0`} end)`;

/** Gives the rows of a table's copy the same cards; those of deleted rows are not copied. */
export async function copyCards(trx: Transaction, from: string, to: string): Promise<void> {
  await sql`insert into row_vcard (item_id, row_id, card, further)
    select ${to}, card.row_id, card.card, card.further from row_vcard card
    join ${rowTableOf(to)} present on present.id = card.row_id where card.item_id = ${from}`.execute(trx);
}

/** Rows whose cards are read at once: each card may have a picture. */
export const CARDS_OF_PART = 20;

/** The cards of rows, a few at a time, by the rows' ids. */
export async function* cardParts(
  database: Database | Transaction,
  itemId: string,
  ids: readonly string[],
): AsyncGenerator<Map<string, string>> {
  for (let from = 0; from < ids.length; from += CARDS_OF_PART)
    yield await cardsOfRows(database, itemId, ids.slice(from, from + CARDS_OF_PART));
}

/** Deletes the cards of rows. */
export async function deleteCards(trx: Transaction, itemId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from row_vcard where item_id = ${itemId} and row_id = any(${ids}::uuid[])`.execute(trx);
}

/** The cards of rows, by the rows' ids; those that are longer than `longest` characters are left out. */
export async function cardsOfRows(
  database: Database | Transaction,
  itemId: string,
  ids: readonly string[],
  longest?: number,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ row_id: string; card: string }>`
    select row_id, card from row_vcard where item_id = ${itemId} and row_id = any(${ids}::uuid[])
      and ${longest === undefined ? sql`true` : sql`length(card) <= ${longest}`}`.execute(database);
  return new Map(rows.map(({ row_id, card }) => [row_id, card]));
}

/** The beginnings of the cards of rows, by the rows' ids: of a card with a picture what is before it. */
export async function cardBeginnings(
  database: Database,
  itemId: string,
  ids: readonly string[],
  length: number,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ row_id: string; card: string }>`
    select row_id, left(card, ${length}::integer) as card from row_vcard
    where item_id = ${itemId} and row_id = any(${ids}::uuid[])`.execute(database);
  return new Map(rows.map(({ row_id, card }) => [row_id, card]));
}

/** The cards of rows that are there now which name a photo and are no longer than `longest` characters, by the rows' ids. */
export async function cardsWithPhoto(
  database: Database,
  itemId: string,
  ids: readonly string[],
  longest: number,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ row_id: string; card: string }>`
    select card.row_id, card.card from row_vcard card join ${rowTableOf(itemId)} present on present.id = card.row_id
    where card.item_id = ${itemId} and card.row_id = any(${ids}::uuid[])
      and length(card.card) <= ${longest} and card.card ~* '(^|[\n.])PHOTO[;:]'`.execute(database);
  return new Map(rows.map(({ row_id, card }) => [row_id, card]));
}

/** Whether a card has values that could not be read. */
const IS_UNREAD = sql.raw(String.raw`replace(replace(card, E'\r\n ', ''), E'\n ', '') like '%X-UNREAD%'`);

/** Whether the card of row `r` has such values. */
export const hasUnreadSql = (itemId: string): RawBuilder<unknown> =>
  sql`exists (select from row_vcard where item_id = ${itemId} and row_id = r.id and ${IS_UNREAD})`;

/** Those of rows whose cards have values that could not be read. */
export async function rowsWithUnread(
  database: Database | Transaction,
  itemId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ row_id: string }>`
    select row_id from row_vcard where item_id = ${itemId} and row_id = any(${ids}::uuid[])
      and ${IS_UNREAD}`.execute(database);
  return rows.map(({ row_id }) => row_id);
}
