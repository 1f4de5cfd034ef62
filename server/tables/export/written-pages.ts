import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { RowCursor } from '../lists/row-order.ts';
import { type RowQuery, selectedKey } from '../rows/row.repo.ts';
import { rowTableOf, type Table } from '../table/table.ts';
import { afterListed, listedCursor, type PageQuery } from './listed-rows.ts';

type Part = RawBuilder<unknown>;

/** Rows as the database wrote them. */
export type WrittenRows = { text: string; count: number };

/** Rows that follow each other; `next` is where they end, null where no more follow. */
export type Page = { parts: (WrittenRows | { missing: string })[]; count: number; next: RowCursor | null };

/** How rows are written and read. */
export type PageReading = {
  /** A row `r`; null for one that only the server can write. */
  line: Part;
  /** What the row has as `left_cells`. */
  left: Part;
  separator: string;
  /** Of a format whose rows a cell's text may break: whether none does, and the row where that is null of those with such a text. */
  check?: { isIntact: (rows: WrittenRows) => boolean; line: Part };
  queryAfter: (after: RowCursor | null, limit: number) => PageQuery;
};

/** Rows that are one text; longer ones would be large in memory where rows are long. */
const TOGETHER = 100;
/** A page ends where its texts are larger than this, in bytes. */
const PAGE_BYTES = 4 * 1024 ** 2;
/** What a row counts for that is left to the server. */
const MISSING_BYTES = 4 * 1024;

type RawPlace = { position: number; id: string } & Record<string, unknown>;
type RawPart = RawPlace & {
  /** Null also of rows beyond the page. */
  text: string | null;
  count: number;
  missing: string | null;
  is_beyond: boolean;
};

const keyNames = (keys: RowQuery['keys']) => keys.map((_, at) => sql.id(`key_${at}`));

function cursorOf(raw: RawPlace, { keys, listed }: Pick<PageQuery, 'keys' | 'listed'>): RowCursor {
  if (listed) return listedCursor(Number(raw.key_0));
  return { keys: keys.map((_, at) => selectedKey(raw, at)), position: raw.position, id: raw.id };
}

/** A page of rows, many of them as one text; a row that the database can't write begins a new one. */
export async function readPage(
  database: Database,
  table: Pick<Table, 'item'>,
  { check, ...reading }: Omit<PageReading, 'queryAfter'>,
  query: PageQuery,
): Promise<Page> {
  const page = await selectPage(database, table, reading, query);
  if (!check || page.parts.every((part) => !('text' in part) || check.isIntact(part))) return page;
  return selectPage(database, table, { ...reading, line: check.line }, query);
}

async function selectPage(
  database: Database,
  { item }: Pick<Table, 'item'>,
  { line, left, separator }: Pick<PageReading, 'line' | 'left' | 'separator'>,
  query: PageQuery,
): Promise<Page> {
  const { before = sql``, from = rowTableOf(item.id), where, order, keys, limit } = query;
  // Of the last of rows that are together, and of all.
  const ofLast = (name: Part) => sql`(array_agg(${name}) filter (where is_end))[1]`;
  const keyColumns = keys.map(({ selected }) => sql`, ${selected}`);
  const lastKeys = keyNames(keys).map((name) => sql`, ${ofLast(name)} as ${name}`);
  const group = sql`/ ${sql.lit(TOGETHER)}`;
  const partKeys = keyNames(keys).map((name) => sql`, ${name}`);
  // Without `offset`, the planner would write each line twice. Texts beyond the page stay in the database.
  const { rows } = await sql<RawPart>`${before}
    select count, missing, position, id${sql.join(partKeys, sql``)}, is_beyond, case when not is_beyond then text end as text
    from (select parts.*, coalesce(sum(bytes) over (order by first ${group} groups between unbounded preceding and 1 preceding), 0)
        >= ${sql.lit(PAGE_BYTES)} as is_beyond from (
      select texts.*, coalesce(octet_length(text), 0)
        + case when missing is null then 0 else ${sql.lit(MISSING_BYTES)} end as bytes from (
        select string_agg(line, ${separator} order by n) as text, count(line)::integer as count,
          (array_agg(id) filter (where line is null))[1] as missing, min(n) as first,
          ${ofLast(sql`position`)} as position, ${ofLast(sql`id`)} as id${sql.join(lastKeys, sql``)}
        from (
          select written.*, count(*) filter (where line is null) over (order by n) as run,
            n % ${sql.lit(TOGETHER)} = ${sql.lit(TOGETHER - 1)} or n = ${limit} as is_end from (
            select n, r.id, r.position, ${line} as line${sql.join(keyColumns, sql``)}
            from (select r.*, ${left} as left_cells, row_number() over (order by ${order}) as n
              from (select r.* from ${from} r where ${sql.join([...where], sql` and `)} order by ${order} limit ${limit}) r) r
              left join app_user creator on creator.id = r.created_by
              left join app_user changer on changer.id = r.updated_by
            offset 0) written
        ) numbered group by run, n ${group}) texts) parts) parts order by first`.execute(database);
  const within = rows.filter(({ is_beyond }) => !is_beyond);
  const parts = within.flatMap(({ text, count, missing }) => [
    ...(missing === null ? [] : [{ missing }]),
    ...(text === null ? [] : [{ text, count }]),
  ]);
  const count = within.reduce((sum, one) => sum + one.count + (one.missing === null ? 0 : 1), 0);
  const isWhole = within.length === rows.length;
  if (query.listed && isWhole) return { parts, count, next: afterListed(query.listed, limit) };
  const final = within.at(-1);
  const isLast = count < limit && isWhole;
  return { parts, count, next: final && !isLast ? cursorOf(final, query) : null };
}

/** Where the next pages of so many rows end, those of whole ones alone. @param query for the rows of all of them */
export async function pageBoundaries(
  database: Database,
  { item }: Pick<Table, 'item'>,
  query: PageQuery,
  size: number,
): Promise<RowCursor[]> {
  const { listed } = query;
  if (listed) {
    const pages = Array.from({ length: Math.floor(query.limit / size) }, (_, at) => (at + 1) * size);
    return pages.flatMap((rows) => afterListed(listed, rows) ?? []);
  }
  const { before = sql``, from = rowTableOf(item.id), where, order, keys, limit } = query;
  const keyColumns = keys.map(({ selected }) => sql`, ${selected}`);
  const { rows } = await sql<RawPlace>`${before}
    select r.position, r.id${sql.join(keyColumns, sql``)}
    from (select r.*, row_number() over (order by ${order}) as n
      from (select r.* from ${from} r where ${sql.join([...where], sql` and `)} order by ${order} limit ${limit}) r) r
    where n % ${sql.lit(size)} = 0 order by n`.execute(database);
  return rows.map((row) => cursorOf(row, query));
}
