import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { RowCursor } from '../lists/row-order.ts';
import type { RowQuery } from '../rows/row.repo.ts';
import { rowTableOf, type Table } from '../table/table.ts';

/** Bytes of an id, and ids that the database returns as one value. */
const ID_BYTES = 16;
const TOGETHER = 10_000;

/** The ids of rows in their order, as they were when they were listed. */
export class ListedRows {
  readonly count: number;
  readonly #parts: readonly Buffer[];

  constructor(parts: readonly Buffer[]) {
    this.#parts = parts;
    this.count = parts.reduce((sum, part) => sum + part.length / ID_BYTES, 0);
  }

  /** So many ids from a place on. */
  from(start: number, limit: number): string[] {
    const ids: string[] = [];
    for (let at = start; at < Math.min(start + limit, this.count); at += 1) {
      const begin = (at % TOGETHER) * ID_BYTES;
      const part = this.#parts[Math.floor(at / TOGETHER)];
      ids.push(part?.toString('hex', begin, begin + ID_BYTES) ?? '');
    }
    return ids;
  }
}

/** Lists the rows that a query finds. */
export async function listRowIds(
  database: Database,
  { item }: Pick<Table, 'item'>,
  {
    before = sql``,
    from = rowTableOf(item.id),
    where,
    order,
  }: Pick<RowQuery, 'before' | 'from' | 'where' | 'order'>,
): Promise<ListedRows> {
  const { rows } = await sql<{ ids: Buffer }>`${before}
    select string_agg(uuid_send(id), ''::bytea order by n) as ids
    from (select r.id, row_number() over (order by ${order}) - 1 as n from ${from} r
      where ${sql.join([...where], sql` and `)}) listed
    group by n / ${sql.lit(TOGETHER)} order by n / ${sql.lit(TOGETHER)}`.execute(database);
  return new ListedRows(rows.map(({ ids }) => ids));
}

/** Rows of a page of an export; of listed ones also how many come before them, and how many there are. */
export type PageQuery = RowQuery & { listed?: { start: number; count: number } };

/** A place among listed rows, after so many of them, in the format of others. */
export const listedCursor = (count: number): RowCursor => ({ keys: [String(count)], position: 0, id: '' });

/** The place after the rows of a page of listed ones; null after the last. */
export function afterListed({ start, count }: NonNullable<PageQuery['listed']>, limit: number) {
  return start + limit < count ? listedCursor(start + limit) : null;
}

/** Some of the listed rows, after a place, that are still there and found by the same conditions. */
export function listedQuery(
  { item }: Pick<Table, 'item'>,
  rows: ListedRows,
  where: RowQuery['where'],
  { cursor, limit }: { cursor: RowCursor | null; limit: number },
): PageQuery {
  const start = Number(cursor?.keys[0] ?? 0);
  return {
    from: sql`(select r.*, listed.n + ${start}::bigint as listed_place
      from unnest(${rows.from(start, limit)}::uuid[]) with ordinality as listed (id, n)
        join ${rowTableOf(item.id)} r on r.id = listed.id)`,
    where,
    order: sql`r.listed_place`,
    keys: [{ selected: sql`r.listed_place::text as key_0` }],
    limit,
    offset: 0,
    listed: { start, count: rows.count },
  };
}
