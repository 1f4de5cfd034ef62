import { type RawBuilder, sql } from 'kysely';
import { type LinkColumn, rowTableOf } from '../table/table.ts';
import { sidesOf } from './row-links.ts';

type Part = RawBuilder<unknown>;

/** How linked rows are traversed: by which of their values, in which direction, and from which value on. */
export type Traversal = {
  link: LinkColumn;
  /** The value of a linked row that is compared; null where it has none. */
  cellOf: (row: string) => Part;
  /** What makes its order that of the list, after the value. */
  collation: Part;
  down: boolean;
  from: Part | null;
  /** As many values of a row its list has. */
  most: number;
};

/**
 * The rows of a table in the order of the first values of their linked rows, as `entry`, with the first values of each as `entries`:
 * linked rows are traversed in their order, and of each of them the rows whose first one it is. Rows without any are not among these. Of the
 * first ones few links are read, however many there are: each step is a lookup, and the fences leave the database no other way.
 */
export function traversedRows(
  itemId: string,
  { link, cellOf, collation, down, from, most }: Traversal,
): Part {
  const { own, target } = sidesOf(link);
  const others = rowTableOf(link.options.table);
  const ofLink = sql`link.link_id = ${link.options.link}::uuid`;
  const sign = sql.raw(down ? '<=' : '>=');
  const inOrder = sql`link.position, link.${target}`;
  return sql`(select r.*, own.entries, first.entry
    from (select id, entry from (select first.id, ${cellOf('first')} ${collation} as entry from ${others} first) first
        where entry is not null ${from ? sql`and entry ${sign} ${from}` : sql``} order by entry ${sql.raw(down ? 'desc' : 'asc')}) first
      cross join lateral (select link.${own} as id from row_link link where ${ofLink} and link.${target} = first.id offset 0) linking
      cross join lateral (
        select (array_agg(${cellOf('other')} order by ${inOrder}))[1:${sql.lit(most)}] as entries,
          (array_agg(link.${target} order by ${inOrder}))[1] as target
        from row_link link join ${others} other on other.id = link.${target}
        where ${ofLink} and link.${own} = linking.id and ${cellOf('other')} is not null offset 0) own
      cross join lateral (select * from ${rowTableOf(itemId)} r where r.id = linking.id offset 0) r
    where own.target = first.id)`;
}
