import { type RawBuilder, sql } from 'kysely';
import { isList } from '#lib/fields/field-types.ts';
import { type LinkedEntries, valueSets } from '../rows/linked-rows.ts';
import { RESULT } from '../table/linked-sources.ts';
import { columnRef, type LinkedSource, type TableColumn } from '../table/table.ts';
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

/** The order of the groups of such sets: by their first values, then by the next ones. @param column those of `of`, as a list */
export function setOrder(column: TableColumn, of: string): Part {
  if (isRanked(column)) return columnOrder(column).own(of);
  const list = sql`${sql.id(of, 'extra')} -> ${sql.lit(column.name)}`;
  return sql`(select array_agg(value order by place) from jsonb_array_elements_text(${list}) with ordinality as entry (value, place))
    collate natural_order`;
}
