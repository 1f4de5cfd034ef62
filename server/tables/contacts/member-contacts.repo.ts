import { type RawBuilder, sql } from 'kysely';
import { mayViewAs, principalsIn, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import { limitOfKeys } from '#server/platform/database/batch-loader.ts';
import type { Database } from '#server/platform/database/database.ts';
import { hubLexeme, kindLexeme, quoteLexeme } from '#server/platform/indexing/lexemes.ts';
import { readColumn, type StoredColumn } from '../table/read-column.ts';
import { columnRef, isStored, rowTableOf, type TableColumn } from '../table/table.ts';

/** Who asks, in which hub, and whether they may know its suspended members. */
export type ContactReader = { hubId: string; userId: string; knowsSuspended?: boolean };

/** An account that belongs to the hub, with its confirmed address as it was typed and as it is compared. */
export type ConfirmedMember = { id: string; email: string; email_key: string };

/** Rows that are looked at for one address: others than those of its person can name it, too. */
const ROWS_OF_ADDRESS_MAX = 200;

/** Those among some accounts who belong to the hub, as far as its reader may know, and have confirmed their address. */
export async function confirmedMembers(
  database: Database,
  { hubId, knowsSuspended = false }: ContactReader,
  ids: readonly string[],
): Promise<ConfirmedMember[]> {
  const { rows } = await sql<ConfirmedMember>`
    select person.id, person.email, person.email_key
    from membership join app_user person on person.id = membership.user_id
    where membership.hub_id = ${hubId} and person.id = any(${ids}::uuid[]) and person.is_email_verified
      and (membership.suspended_at is null or ${knowsSuspended})`.execute(database);
  return rows;
}

/** The languages of a hub's texts. */
export async function languagesOfHub(database: Database, hubId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select language from hub_language where hub_id = ${hubId}`.execute(database);
  return rows.map(({ language }) => language);
}

/** What the tokens of one address are indexed as, in their order: of each any of these lexemes; none of one that is passed over. */
export type AddressTokens = readonly (readonly string[])[];

/** The query for an address: its tokens one behind the other, since many rows have common ones here and there. */
function addressQuery(tokens: AddressTokens): string {
  let query = '';
  let distance = 1;
  for (const lexemes of tokens) {
    const any = `(${lexemes.map(quoteLexeme).join(' | ')})`;
    if (lexemes.length > 0) query += query === '' ? any : ` <${distance}> ${any}`;
    distance = lexemes.length > 0 ? 1 : distance + 1;
  }
  return `(${query})`;
}

/**
 * The query for the rows of a hub's contact lists that have the tokens of one of the addresses, in lists that the reader may see.
 * Passages are read by the index of their lexemes (`offset 0`: never all those of a list), so that it takes the same time
 * whatever the number of lists and rows; the rights are checked for each row before it counts.
 */
export function rowsWithTokens(
  { hubId, userId }: ContactReader,
  addresses: readonly AddressTokens[],
): RawBuilder<{ item_id: string; row_id: string }> {
  const place = [hubLexeme(hubId), kindLexeme('contact')].map(quoteLexeme);
  const queries = addresses.map((tokens) => [addressQuery(tokens), ...place].join(' & '));
  return sql`
    with reader as materialized (
      select ${principalsIn('me')} as principals from membership me
      where me.hub_id = ${hubId} and me.user_id = ${userId} and me.suspended_at is null
    )
    select distinct found.item_id, found.row_id
    from (
      select * from unnest(${queries}::text[]) as query limit ${limitOfKeys(queries)}
    ) as wanted cross join lateral (
      select i.id as item_id, p.place ->> 'row_id' as row_id
      from (
        select item_id, place from passage where lexemes @@ wanted.query::tsquery offset 0
      ) as p join item i on i.id = p.item_id
      where i.hub_id = ${hubId} and i.kind = 'contact' and i.trashed_at is null and i.archived_at is null
        and p.place ->> 'type' = 'row'
        and ${mayViewAs('i.scope_id', sql`(select principals from reader)`)}
      limit ${sql.lit(ROWS_OF_ADDRESS_MAX)}
    ) as found`;
}

/** Rows that may have an address, by the ids of their lists ({@link rowsWithTokens}). */
export async function rowsByList(
  database: Database,
  reader: ContactReader,
  addresses: readonly AddressTokens[],
): Promise<Map<string, string[]>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await rowsWithTokens(reader, addresses).execute(database);
  const byList = Map.groupBy(rows, ({ item_id }) => item_id);
  return new Map([...byList].map(([id, found]) => [id, found.map(({ row_id }) => row_id)]));
}

/** A contact list as its reader sees it. */
export type SeenList = { id: string; title: string; space_slug: string };

/** Those among some contact lists that the reader may see. */
export async function seenLists(
  database: Database,
  { hubId, userId }: ContactReader,
  ids: readonly string[],
): Promise<SeenList[]> {
  const { rows } = await sql<SeenList>`
    select item.id, item.title,
      case when item.scope_id = space.scope_id or ${roleOnScope('space.scope_id', 'me')} is not null
        then space.slug else '' end as space_slug
    from item join space on space.id = item.space_id
      join membership me on me.hub_id = item.hub_id and me.user_id = ${userId} and me.suspended_at is null
    where item.id = any(${ids}::uuid[]) and item.hub_id = ${hubId} and item.trashed_at is null
      and item.archived_at is null
      and ${roleOnScope('item.scope_id', 'me')} is not null
    order by lower(item.title), item.id`.execute(database);
  return rows;
}

/** The column that has the addresses of a list's people (as `contactColumns` of `lib/contacts` finds it), by the list's id. */
export async function addressColumns(
  database: Database,
  itemIds: readonly string[],
): Promise<Map<string, TableColumn>> {
  const { rows } = await sql<StoredColumn & { item_id: string }>`
    select item_id, definition, name, pg_type, revision, options from table_column
    where item_id = any(${itemIds}::uuid[])
      and (definition ->> 'type' = 'email' or definition ->> 'name' = 'email')
    order by (definition ->> 'name' = 'email') desc, position, column_id`.execute(database);
  const columns = new Map<string, TableColumn>();
  for (const { item_id, ...stored } of rows) {
    const column = readColumn(stored);
    if (isStored(column) && !columns.has(item_id)) columns.set(item_id, column);
  }
  return columns;
}

/** A row of a contact list with what its column of addresses has: one, or a list of them. */
export type AddressedRow = { item_id: string; id: string; emails: unknown };

/** What the columns of addresses of some rows have, list by list in the order of the rows, in one query. */
export async function addressesOfRows(
  database: Database,
  lists: readonly { id: string; column: TableColumn; rows: readonly string[] }[],
): Promise<AddressedRow[]> {
  const parts = lists.map(({ id, column, rows }): RawBuilder<unknown> => {
    const inExtra = sql`r.extra -> ${sql.lit(column.name)}`;
    const emails =
      column.type === null ? inExtra : sql`coalesce(${inExtra}, to_jsonb(${columnRef(column, 'r')}))`;
    return sql`select ${id}::uuid as item_id, r.id, r.position, ${emails} as emails
      from ${rowTableOf(id)} r where r.id = any(${rows}::uuid[])`;
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<AddressedRow>`
    select item_id, id, emails from (${sql.join(parts, sql` union all `)}) as found
    order by position, id`.execute(database);
  return rows;
}
