import { type RawBuilder, sql } from 'kysely';

/** So many of the first items, in the list's order, are looked at before the index of titles is read. */
const LOOKED_AT = 1_500;
/** And so many more for each that is wanted: where fewer have the text, sorting them costs less. */
const LOOKED_AT_EACH = 20;

/**
 * Whether an item's title contains `q`, in any case. Written so that the index `item_title_trigrams` serves it, which
 * needs the item's space beside it.
 */
export function titleContains(q: string): RawBuilder<boolean> {
  // A subquery is evaluated once, and not for each row.
  return sql<boolean>`lower(item.title) like (
    select '%' || regexp_replace(lower(${q}), '([\\\\%_])', '\\\\\\1', 'g') || '%')`;
}

/** The index has triples of letters and digits: a text without one is only found by looking at each title. */
export const isIndexable = (q: string): boolean => /[\p{L}\p{N}]{3}/u.test(q);

/** A part of a list that is filtered by title: what the select and its conditions name is `item`. */
export type TitleSearch = {
  q: string;
  columns: RawBuilder<unknown>;
  spaceId: string;
  /** Without the title. */
  where: RawBuilder<unknown>;
  orderBy: RawBuilder<unknown>;
  reach: RawBuilder<number>;
  /** How many such parts the list has. */
  parts: number;
};

/**
 * The first items of a part of a list whose title contains a text. What many titles have is soon found in the list's
 * order; what few or none have is read from the index of titles, and then sorted. Which it is shows while reading.
 */
export function firstByTitle(search: TitleSearch): RawBuilder<unknown> {
  const { q, columns, spaceId, where, orderBy, reach, parts } = search;
  const most = sql`${sql.lit(Math.ceil(LOOKED_AT / parts))} + ${reach} * ${sql.lit(LOOKED_AT_EACH)}`;
  // `offset 0` keeps the other conditions and the order out of that read: neither may be served by another index.
  return sql`with looked_at as materialized (
      select ${columns}, ${titleContains(q)} as contains from item
      where ${where} order by ${orderBy} limit ${most}
    ), enough as materialized (
      select count(*) filter (where contains) >= ${reach} or count(*) < ${most} as is_so from looked_at
    )
    select * from looked_at where contains and (select is_so from enough)
    union all
    select * from (
      select ${columns}, true as contains from (
        select * from item
        where item.space_id = ${spaceId} and item.trashed_at is null and ${titleContains(q)} offset 0
      ) as item where ${where} order by ${orderBy} limit ${reach}
    ) as by_title where not (select is_so from enough)`;
}
