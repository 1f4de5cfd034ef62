import { type RawBuilder, sql } from 'kysely';
import type { RowComparison } from '#lib/fields/definition.ts';
import { deniedBy } from '#lib/fields/filter-kind.ts';
import { matchesRow } from '#lib/fields/row-color.ts';
import { rowsWithSome } from '../rows/linked-rows.ts';
import { rolledColumn, rolledRows } from '../rows/rolled-rows.ts';
import { sidesOf } from '../rows/row-links.ts';
import {
  type ComparedFunction,
  type LinkColumn,
  type LinkedSource,
  rowTableOf,
  type TableColumn,
} from '../table/table.ts';
import { hasSets, rowsWithSet } from './value-sets.ts';

type Part = RawBuilder<unknown>;

/** What a filter reads of a column of links. */
export type FilteredLink = {
  column: LinkColumn;
  /** The first column of the linked table, by which its rows are named; null for readers who may not read that. */
  title: TableColumn | null;
};

const NEVER = sql`false`;

/** The linked rows of row `r` that are there; deleted ones are left out. */
function linksOf({ options, ...column }: LinkColumn, more: (target: Part) => Part = () => sql`true`): Part {
  const { own, target } = sidesOf({ options, ...column });
  const id = sql`link.${target}`;
  return sql`from row_link link where link.link_id = ${options.link}::uuid and link.${own} = r.id
    and exists (select from ${rowTableOf(options.table)} other where other.id = ${id}) and ${more(id)}`;
}

/** A comparison of links; without a linked table there are none. @param contains whether a cell of rows `r` has a text */
export function compareLinks(
  link: FilteredLink | undefined,
  { op, value }: RowComparison,
  contains: (title: TableColumn, text: string) => Part,
): Part {
  const isNegated = op === 'is_empty' || op === 'none_of' || op === 'not_contains';
  if (!link) return isNegated ? sql`true` : NEVER;
  const { column, title } = link;
  const has = (more?: (target: Part) => Part) =>
    isNegated
      ? sql`not exists (select ${linksOf(column, more)})`
      : sql`exists (select ${linksOf(column, more)})`;
  if (op === 'is_empty' || op === 'is_not_empty') return has();
  if (typeof value === 'object') {
    if (op === 'all_of' || op === 'exactly') {
      if (value.length === 0) return NEVER;
      const all = value.map((one) => has((target) => sql`${target} = ${one}::uuid`));
      const others = has((target) => sql`${target} <> all(${value}::uuid[])`);
      return sql`(${sql.join(op === 'all_of' ? all : [...all, sql`not ${others}`], sql` and `)})`;
    }
    return has((target) => sql`${target} = any(${value}::uuid[])`);
  }
  if ((op !== 'contains' && op !== 'not_contains') || typeof value !== 'string' || !title) return NEVER;
  // Within, `r` are the rows of the linked table.
  const named = sql`select r.id from ${rowTableOf(column.options.table)} r where ${contains(title, value)}`;
  return has((target) => sql`${target} in (${named})`);
}

/** Rows `r` with a link to a row whose title, the cell of a row `r` within, is found: read at once for all of them. */
export function linksToTitle(column: LinkColumn, isFound: Part): Part {
  const { own, target } = sidesOf(column);
  return sql`r.id in (select link.${own} from row_link link where link.link_id = ${column.options.link}::uuid
    and link.${target} in (select r.id from ${rowTableOf(column.options.table)} r where ${isFound}))`;
}

type Compare = (column: TableColumn, comparison: RowComparison) => Part;

/** A comparison that says "not", as the denial of another one. */
function denied(comparison: RowComparison, write: (comparison: RowComparison) => Part): Part {
  const op = deniedBy(comparison.op);
  return op === null ? write(comparison) : sql`not ${write({ ...comparison, op })}`;
}

/** A comparison of what a lookup shows: any value of the linked rows fits, none where it says "not", or all of them are named. */
export function compareLookup(
  linked: LinkedSource | undefined,
  comparison: RowComparison,
  compare: Compare,
): Part {
  const { op, value } = comparison;
  if (op === 'exactly')
    return linked && hasSets(linked) && typeof value === 'object' && value.length > 0
      ? rowsWithSet(linked, value)
      : NEVER;
  return denied(comparison, (one) =>
    linked?.of ? sql`r.id in (${rowsWithSome(linked, compare(linked.of, one))})` : NEVER,
  );
}

/** A comparison of what linked rows are together. Rows without links are not among those that have a result. */
export function compareRollup(
  field: TableColumn,
  linked: LinkedSource | undefined,
  name: ComparedFunction,
  comparison: RowComparison,
  compare: Compare,
): Part {
  const among = (one: RowComparison, not = sql``) =>
    linked
      ? sql`r.id in (select r.id from ${rolledRows(linked, name)} r
          where ${not} ${compare(rolledColumn(field, linked, name), one)})`
      : NEVER;
  if (name !== 'count' && name !== 'sum') return denied(comparison, (one) => among(one));
  // Nothing makes zero.
  const { field: id, op, value } = comparison;
  const isZeroFound = matchesRow(
    { field: id, op, ...(value === undefined ? {} : { value }) },
    () => ({ field: { ...field.field, type: 'number' }, kind: 'count' }),
    () => 0,
  );
  return isZeroFound ? sql`not ${among(comparison, sql`not`)}` : among(comparison);
}
