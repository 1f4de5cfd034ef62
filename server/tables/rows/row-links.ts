import { sql } from 'kysely';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { findTable, type LinkColumn, rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import { findReadableItem } from '../table/table-access.ts';

/** Links of one row that can be written at once. */
export const LINKS_OF_ROW = 1000;
/** Links that are shown of the rows of a page: of few rows more of each, of many at least as many as can be written. */
const LINKS_OF_PAGE = 50_000;
/** Rows whose links to show are read at once where each may have as many as can be written. */
const ROW_BATCH = 100;

/** The names of this row and of the linked one in `row_link`. */
export const sidesOf = ({ options }: TableColumn) =>
  options.side === 'other'
    ? { own: sql.ref('other_row'), target: sql.ref('one_row') }
    : { own: sql.ref('one_row'), target: sql.ref('other_row') };

/** A linked table, where the caller may read it; null where they may not, or it no longer exists. */
export async function linkedTable(
  database: Database | Transaction,
  caller: Caller,
  itemId: string,
): Promise<Table | null> {
  const item = await findReadableItem(database, caller, itemId);
  return item && findTable(database, item);
}

async function existingTable(database: Database | Transaction, itemId: string): Promise<boolean> {
  const { rows } = await sql`select from user_table where item_id = ${itemId}::uuid`.execute(database);
  return rows.length > 0;
}

/**
 * The ids of linked rows by the ids of rows, in their order, the first `most` of each; deleted rows are left out.
 * @param besides rows of which it is known that they are linked
 */
export async function linkedIds(
  database: Database | Transaction,
  column: LinkColumn,
  rowIds: readonly string[],
  most = Math.max(LINKS_OF_ROW, Math.floor(LINKS_OF_PAGE / Math.max(rowIds.length, 1))),
  besides: readonly string[] = [],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (rowIds.length === 0 || !(await existingTable(database, column.options.table))) return found;
  const { own, target } = sidesOf(column);
  const { rows } = await sql<{ own: string; target: string }>`
    select rows.id as own, link.target from unnest(${rowIds}::uuid[]) as rows (id) cross join lateral (
      select ${target} as target, position from row_link
      where link_id = ${column.options.link}::uuid and ${own} = rows.id
        and exists (select from ${rowTableOf(column.options.table)} r where r.id = ${target})
      order by position, ${target} limit ${most}
    ) link where ${besides.length > 0 ? sql`link.target not in (select unnest(${besides}::uuid[]))` : sql`true`}
    order by link.position, link.target`.execute(database);
  for (const one of rows) {
    const list = found.get(one.own);
    if (list) list.push(one.target);
    else found.set(one.own, [one.target]);
  }
  return found;
}

/** The ids of linked rows of very many rows, read in parts: a million links at once need far more memory than those that are new. */
async function linkedIdsInParts(
  database: Database | Transaction,
  column: LinkColumn,
  rowIds: readonly string[],
  besides: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let from = 0; from < rowIds.length; from += ROW_BATCH) {
    const part = rowIds.slice(from, from + ROW_BATCH);
    for (const [id, linked] of await linkedIds(database, column, part, LINKS_OF_ROW, besides))
      found.set(id, linked);
  }
  return found;
}

/** What is in each of these sets. */
function knownToAll(sets: readonly ReadonlySet<string>[]): string[] {
  const [smallest, ...others] = sets.toSorted((one, other) => one.size - other.size);
  return [...(smallest ?? [])].filter((id) => others.every((one) => one.has(id)));
}

/**
 * The ids of the rows that linked rows link to by a column of theirs, by the ids of rows: in the order of both links, each once, as many of
 * a row as it can link to itself. However many rows link to a row, its links are read once; and of what a row links to only as much as it
 * takes.
 * @param ids what each row links to, in its order
 */
export async function linkedIdsThrough(
  database: Database | Transaction,
  of: LinkColumn,
  ids: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string[]>> {
  const found = new Map([...ids.keys()].map((id) => [id, new Set<string>()]));
  const isFull = (id: string) => (found.get(id)?.size ?? 0) >= LINKS_OF_ROW;
  let open = [...ids];
  for (let from = 0, count = 1; open.length > 0; from += count, count *= 4) {
    const parts = open.map(([id, targets]) => [id, targets.slice(from, from + count)] as const);
    const targets = [...new Set(parts.flatMap(([, part]) => part))];
    const known = knownToAll(open.map(([id]) => found.get(id) ?? new Set()));
    const next = await linkedIdsInParts(database, of, targets, known);
    for (const [id, part] of parts)
      for (const target of part)
        for (const linked of next.get(target) ?? []) if (!isFull(id)) found.get(id)?.add(linked);
    open = open.filter(([id, all]) => all.length > from + count && !isFull(id));
  }
  return new Map([...found].flatMap(([id, those]) => (those.size > 0 ? [[id, [...those]]] : [])));
}

/**
 * The ids of the rows where links through several tables end, by the ids of rows: in the order of the links, as often as a row is linked,
 * of each row the first that can be shown, on each step.
 */
export async function idsThroughLinks(
  database: Database | Transaction,
  links: readonly LinkColumn[],
  rowIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (rowIds.length === 0) return found;
  // Each step reads what the one before found, in its order, and ends once there is enough: it is not sorted before that.
  let reached = sql`select rows.id as target, '{}'::int[] as places`;
  for (const link of links) {
    const { own, target } = sidesOf(link);
    reached = sql`select step.target, array_append(before.places, step.place) as places
      from (${reached}) before cross join lateral (
        select ${target} as target, (row_number() over (order by position, ${target}))::int as place from row_link
        where link_id = ${link.options.link}::uuid and ${own} = before.target
          and exists (select from ${rowTableOf(link.options.table)} r where r.id = ${target})
        order by position, ${target} limit ${sql.lit(LINKS_OF_ROW)}
      ) step limit ${sql.lit(LINKS_OF_ROW)}`;
  }
  const { rows } = await sql<{ own: string; targets: string[] }>`
    select rows.id as own, array(select target from (${reached}) reached order by places) as targets
    from unnest(${rowIds}::uuid[]) as rows (id)`.execute(database);
  for (const { own, targets } of rows) if (targets.length > 0) found.set(own, targets);
  return found;
}

/** Those of some rows that have more links in a column than are shown; deleted rows are left out, as they are there. */
export async function rowsWithManyLinks(
  database: Database | Transaction,
  column: LinkColumn,
  rowIds: readonly string[],
): Promise<Set<string>> {
  if (!(await existingTable(database, column.options.table))) return new Set();
  const { own, target } = sidesOf(column);
  const { rows } = await sql<{ id: string }>`
    select rows.id from unnest(${rowIds}::uuid[]) as rows (id) where exists (
      select from row_link where link_id = ${column.options.link}::uuid and ${own} = rows.id
        and exists (select from ${rowTableOf(column.options.table)} r where r.id = ${target})
      offset ${sql.lit(LINKS_OF_ROW)})`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether one of some rows leads to more rows by links through several tables than are shown, on any step.
 * @param distinct whether rows where the links end are shown once, however often they are linked
 */
export async function leadsToMoreRows(
  database: Database | Transaction,
  links: readonly LinkColumn[],
  rowIds: readonly string[],
  { distinct = false } = {},
): Promise<boolean> {
  let reached = sql`select rows.id as target`;
  for (const [at, link] of links.entries()) {
    const { own, target } = sidesOf(link);
    const first = sql.raw(distinct && at === links.length - 1 ? 'distinct' : '');
    reached = sql`select ${first} step.target from (${reached}) before cross join lateral (
        select ${target} as target from row_link
        where link_id = ${link.options.link}::uuid and ${own} = before.target
          and exists (select from ${rowTableOf(link.options.table)} r where r.id = ${target})
      ) step`;
    const { rows } = await sql`select from unnest(${rowIds}::uuid[]) as rows (id)
      where exists (select from (${reached}) reached offset ${sql.lit(LINKS_OF_ROW)}) limit 1`.execute(
      database,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

/** Replaces the links of rows in one column; those to deleted rows stay, for when they are restored. */
export async function saveLinks(
  trx: Transaction,
  column: LinkColumn,
  links: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (links.size === 0) return;
  const { own, target } = sidesOf(column);
  const ids = [...links.keys()];
  const pairs = [...links].flatMap(([from, to]) => to.map((id, at) => ({ from, id, at })));
  await sql`delete from row_link where link_id = ${column.options.link}::uuid and ${own} = any(${ids}::uuid[])
    and exists (select from ${rowTableOf(column.options.table)} r where r.id = ${target})`.execute(trx);
  await sql`insert into row_link (link_id, ${own}, ${target}, position)
    select ${column.options.link}::uuid, input.own, input.target, input.position
    from unnest(${pairs.map(({ from }) => from)}::uuid[], ${pairs.map(({ id }) => id)}::uuid[],
      ${pairs.map(({ at }) => at)}::int[]) as input (own, target, position)
    on conflict do nothing`.execute(trx);
}

/** Which of these rows a table has. */
export async function existingRows(
  trx: Database | Transaction,
  itemId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${rowTableOf(itemId)} where id = any(${ids}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

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
    select ${link}::uuid, input.one, input.other, input.position
    from unnest(${links.map(({ one }) => one)}::uuid[], ${links.map(({ other }) => other)}::uuid[],
      ${links.map(({ position }) => position)}::int[]) as input (one, other, position)
    on conflict do nothing`.execute(trx);
}
