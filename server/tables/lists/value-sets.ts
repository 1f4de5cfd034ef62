import { type RawBuilder, sql } from 'kysely';
import { isList } from '#lib/fields/field-types.ts';
import { type LinkedEntries, valueSets } from '../rows/linked-rows.ts';
import { sidesOf } from '../rows/row-links.ts';
import { titleText } from '../rows/rows-by-titles.ts';
import { shownLink } from '../table/link-column.ts';
import { RESULT } from '../table/linked-sources.ts';
import {
  columnRef,
  type LinkColumn,
  type LinkedSource,
  rowTableOf,
  type TableColumn,
} from '../table/table.ts';
import { columnOrder, isRanked, listRank } from './sort-key.ts';

type Part = RawBuilder<unknown>;

type Shown = LinkedSource & { of: TableColumn };

/**
 * Whether what a lookup shows of several rows is a set by which rows are grouped and found: choices, people, texts and days. Numbers are
 * summed up, and of points in time hardly two are the same.
 */
export const hasSets = (linked: LinkedSource): linked is Shown => {
  const { of } = linked;
  if (!of || of.options.type === 'link') return false;
  return (isRanked(of) && (of.type !== null || isList(of.field))) || of.type === 'text' || of.type === 'date';
};

/** The values of a column over linked rows `r` as texts, those in lists each for itself. */
function textsOf(of: TableColumn): LinkedEntries {
  if (of.type !== null) return { from: sql``, value: sql`${columnRef(of, 'r')}::text`, place: null };
  const cell = sql`r.extra -> ${sql.lit(of.name)}`;
  const from = sql`cross join lateral jsonb_array_elements_text(
    case when jsonb_typeof(${cell}) = 'array' then ${cell} end) as entry (value)`;
  return { from, value: sql`entry.value`, place: null };
}

/** Rows `r` that show some values of linked rows, and no others. */
export const rowsWithSet = (linked: Shown, values: readonly string[]): Part =>
  sql`r.id in (select known.id from ${valueSets(linked, textsOf(linked.of))} known where known.${sql.id(RESULT)} =
    (select array_agg(distinct one collate "C") from unnest(${values}::text[]) as one))`;

/** What rows show as a set, as rows `id` with a list of its values in `extra`: in the order of their column. */
export function shownSets(linked: Shown): Part {
  const { of } = linked;
  const value = sql`one.value`;
  const order = isRanked(of) ? sql`${listRank(of, value)}, ${value}` : sql`${value} collate natural_order`;
  const list = sql`(select jsonb_agg(${value} order by ${order}) from unnest(known.${sql.id(RESULT)}) as one (value))`;
  return sql`(select known.id, jsonb_build_object(${sql.lit(RESULT)}::text, ${list}) as extra
    from ${valueSets(linked, textsOf(of))} known)`;
}

/** The order of the groups of such sets: by their first values, then by the next ones; of links by titles. @param column those of `of`, as a list */
export function setOrder(column: TableColumn, of: string): Part {
  if (isRanked(column)) return columnOrder(column).own(of);
  const list = column.titles ? titlesOfSet(of) : sql`${sql.id(of, 'extra')} -> ${sql.lit(column.name)}`;
  return sql`(select array_agg(value order by place) from jsonb_array_elements_text(${list}) with ordinality as entry (value, place))
    collate natural_order`;
}

/** The part of a linked row's title that a group is named by. */
const TITLE_MAX = 200;
/** As many rows of a group are named, and have a place in the order of groups. */
const TITLES_MAX = 100;
/** The name of the titles beside a set of links. */
const TITLES = 'titles';

/** The ids of the rows that rows link to, or that linked rows `r` link to where a lookup shows these: of rows that are there. */
function linkSets(column: TableColumn, link: LinkColumn): Part {
  if (!column.linked || link === column)
    return valueSets({ link, more: [], of: null }, { from: sql``, value: sql`r.id::text`, place: null });
  const { own, target } = sidesOf(link);
  const from = sql`join row_link through on through.link_id = ${link.options.link}::uuid and through.${own} = r.id
    join ${rowTableOf(link.options.table)} further on further.id = through.${target}`;
  return valueSets(column.linked, { from, value: sql`further.id::text`, place: null });
}

/** Rows `r` that show links to some rows by a lookup, and to no others. */
export function rowsWithLinks(column: TableColumn, values: readonly string[]): Part {
  const link = shownLink(column);
  if (!link) return sql`false`;
  return sql`r.id in (select known.id from ${linkSets(column, link)} known where known.${sql.id(RESULT)} =
    (select array_agg(distinct one collate "C") from unnest(${values}::text[]) as one))`;
}

/**
 * The links of rows as sets, as rows `id` with a list of ids and one of titles in `extra`: in the order of the titles. Null where its
 * reader sees no titles.
 */
export function shownLinkSets(column: TableColumn): Part | null {
  const link = shownLink(column);
  if (!link || !column.titles) return null;
  const title = sql`left(${titleText(column.titles.of)}, ${sql.lit(TITLE_MAX)})`;
  const order = sql`named.title collate natural_order, named.id`;
  const list = (value: Part) => sql`jsonb_agg(${value} order by ${order})`;
  const first = sql.lit(`$[0 to ${TITLES_MAX - 1}]`);
  const titles = sql`jsonb_path_query_array(${list(sql`named.title`)}, ${first}::jsonpath)`;
  return sql`(select known.id, jsonb_build_object(
      ${sql.lit(RESULT)}::text, ${list(sql`named.id`)}, ${sql.lit(TITLES)}::text, ${titles}) as extra
    from ${linkSets(column, link)} known cross join lateral unnest(known.${sql.id(RESULT)}) as one (value)
      join (select r.id, coalesce(${title}, '') as title from ${rowTableOf(link.options.table)} r) named on named.id = one.value::uuid
    group by known.id)`;
}

/** The titles of the rows of such a set, in its order. */
export const titlesOfSet = (of: string): Part => sql`${sql.id(of, 'extra')} -> ${sql.lit(TITLES)}`;
