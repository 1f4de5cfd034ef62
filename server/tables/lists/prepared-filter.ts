import { sql } from 'kysely';
import type { RowComparison, RowCondition } from '#lib/fields/definition.ts';
import { type FilterField, filterField, type ShownColumn } from '#lib/fields/filter-kind.ts';
import { dayClock, isRelativeDays } from '#lib/fields/relative-days.ts';
import { comparisonsOf, NOTHING, type RowReader, resolveCondition } from '#lib/fields/resolve-condition.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { hubLocale } from '#server/hubs/hub/hub-locale.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

import { linkedTable } from '../rows/row-links.ts';
import { titleColumn } from '../rows/row-title.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { isLink } from '../table/link-column.ts';
import { readingLinks } from '../table/linked-sources.ts';
import { peopleColumns } from '../table/people-columns.ts';
import type { LinkColumn, LinkedSource, Table, TableColumn } from '../table/table.ts';
import type { FilteredLink } from './link-filter.ts';

/** A filter for one reader: without what depends on who reads and when, and with what it reads of other tables. */
export type PreparedFilter = {
  condition: RowCondition;
  /** By the ids of the columns that are compared by links, also by those of linked rows; without those whose table no longer exists. */
  links: ReadonlyMap<string, FilteredLink>;
  /** The ids of the tables whose rows it reads, which its reader may read as it is prepared. */
  tables: ReadonlySet<string>;
};

const shownColumn = (linked: LinkedSource | undefined): ShownColumn | null =>
  linked?.of ? { field: linked.of.field, type: linked.of.options.type } : null;

/** The columns that rows are filtered by. */
export function filterFields(table: Pick<Table, 'columns'>): FilterField[] {
  const late = lateFormulas(table);
  return table.columns.flatMap(
    ({ field, options, linked }) =>
      filterField(field, { ...options, late: late.has(field.id) }, shownColumn(linked)) ?? [],
  );
}

/** Who reads the rows of a hub's tables now. */
export async function rowReader(
  database: Database | Transaction,
  { user }: Caller,
  hubId: string,
): Promise<RowReader> {
  const { locale, time_zone } = await hubLocale(database, hubId);
  const clock = dayClock(new Date(), { locale: locale ?? undefined, timeZone: time_zone ?? undefined });
  return { me: user?.id ?? null, clock };
}

/** A reader for whom no comparison depends on the time: what day it is takes longer to know than all else of a filter. */
const withoutClock = ({ user }: Caller): RowReader => ({
  me: user?.id ?? null,
  get clock() {
    return dayClock(new Date(), {});
  },
});

/** The column of links that a column is compared by. */
function linkOf(
  { columns }: Pick<Table, 'columns'>,
  { field, options }: TableColumn,
): LinkColumn | undefined {
  const link = columns.find((one) => one.field.id === (options.type === 'link' ? field.id : options.via));
  return link && isLink(link) ? link : undefined;
}

async function existingTables(
  database: Database | Transaction,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from user_table where item_id = any(${ids}::uuid[])`.execute(database);
  return new Set(rows.map(({ item_id }) => item_id));
}

/** A column of links that a comparison reads, and whether it shows what their rows contain, or of how many there are. */
type ReadLink = { id: string; link: LinkColumn; isRead: boolean; isCompared: boolean };

const readsTitles = ({ op }: RowComparison): boolean => op === 'contains' || op === 'not_contains';

/** The links that a comparison reads: of a lookup those of its rows, and those of the linked rows where it shows what they link to. */
function readLinks(table: Pick<Table, 'columns'>, comparison: RowComparison): ReadLink[] {
  const column = table.columns.find(({ field }) => field.id === comparison.field);
  // The link of a lookup may be among the columns that are hidden from whom a view is shared with.
  const link = column && (column.linked?.link ?? linkOf(table, column));
  if (!link) return [];
  const { id } = column.field;
  if (link === column) return [{ id, link, isRead: readsTitles(comparison), isCompared: true }];
  const tables = column.linked ? readingLinks(column.linked) : [link];
  const own = tables.map((one): ReadLink => ({ id, link: one, isRead: true, isCompared: false }));
  const of = column.linked?.of;
  return of && isLink(of)
    ? [...own, { id, link: of, isRead: readsTitles(comparison), isCompared: true }]
    : own;
}

/**
 * A filter for a reader. One that compares what they may not read in another table finds nothing, also where it is negated.
 */
export async function prepareFilter(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
  condition: RowCondition,
): Promise<PreparedFilter> {
  const comparisons = comparisonsOf(condition);
  const byId = new Map(filterFields(table).map((one) => [one.field.id, one]));
  const find = (id: string) => byId.get(id);
  const isRelative = comparisons.some(({ value }) => typeof value === 'string' && isRelativeDays(value));
  const reader: RowReader = isRelative
    ? await rowReader(database, caller, table.item.hub_id)
    : withoutClock(caller);

  const links = new Map<string, FilteredLink>();
  const tables = new Set<string>();
  const linked = comparisons.flatMap((comparison) => readLinks(table, comparison));
  if (linked.length > 0) {
    const there = await existingTables(database, [...new Set(linked.map(({ link }) => link.options.table))]);
    for (const { id, link, isRead, isCompared } of linked) {
      if (!there.has(link.options.table)) continue;
      const other = isRead ? await linkedTable(database, caller, link.options.table) : null;
      if (isRead && !other) return { condition: NOTHING, links, tables: new Set() };
      if (isRead) tables.add(link.options.table);
      const title = (other && titleColumn(other, peopleColumns(other.columns))) ?? null;
      if (isCompared) links.set(id, { column: link, title: title ?? links.get(id)?.title ?? null });
    }
  }
  return { condition: resolveCondition(condition, find, reader), links, tables };
}
