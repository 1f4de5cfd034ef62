import type {
  SharedGroup,
  SharedGroupsQuery,
  SharedRow,
  SharedRowsQuery,
  SharedView,
} from '#lib/contract/shared-view.ts';
import type { Row } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { createColorOf } from '#lib/fields/row-color.ts';
import type { AuthorizedView } from '#server/access/policy/view-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { withinTime } from '#server/platform/database/within-time.ts';
import { invalid, notFound, serverBusy } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { presentSources } from '../columns/column.presenter.ts';
import { comparisonMarks } from '../columns/compared-columns.ts';
import { aggregateRows } from '../lists/aggregate-rows.ts';
import { forVisitors } from '../lists/for-visitors.ts';
import { withTitles } from '../lists/link-titles.ts';
import { listRowPage, readTableConsistently, rowOfView } from '../lists/list-rows.ts';
import { filterFields, rowReader } from '../lists/prepared-filter.ts';
import { withReadableSources } from '../lists/readable-sources.ts';
import { prepareIndexes } from '../lists/row-index.ts';
import { readLinkedValues } from '../rows/linked-values.ts';
import { presentRow } from '../rows/row.presenter.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { fileFieldsOf, rowFile, type StoredRowFile } from '../rows/row-file.repo.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { requireTable, type Table } from '../table/table.ts';
import { hasUnreadableFilter, presentView } from '../views/present-view.ts';
import { storedView } from '../views/view.service.ts';
import { presentShownColumn, shownGroup, shownTable } from './shown-table.ts';

/** The most groups that are shown. */
const GROUPS_MAX = 100;
/** How long the groups may be counted, in milliseconds: with a search, all rows are read for anybody who has the link. */
const GROUPS_MS = 5_000;

/** @throws ApiError 404 also where its filter names a deleted column or option: without it, every row would be shown */
async function openView(
  { database }: Pick<Services, 'database'>,
  { id, item }: AuthorizedView,
  table: Table,
) {
  const stored = await storedView(database, item.id, id);
  if (!stored || hasUnreadableFilter(table, stored)) throw notFound('This view');
  const view = presentView(table, stored);
  return { view, shown: shownTable(table, view) };
}

/** The shown columns as the holder groups rows by them: with what names linked rows that they may read. */
async function comparedTable(
  database: Database,
  caller: Caller,
  { shown, view }: Pick<Opened, 'shown' | 'view'>,
): Promise<Table> {
  const readable = await withReadableSources(database, caller, shown);
  const grouped = readable.columns.filter(({ field }) => view.group.includes(field.id));
  return withTitles(database, caller, readable, grouped);
}

/** A view, for the holder of its link. */
export async function describeSharedView(
  services: Services,
  caller: Caller,
  authorized: AuthorizedView,
): Promise<SharedView> {
  const table = await requireTable(services.database, authorized.item);
  const { view, shown } = await openView(services, authorized, table);
  const { locale, time_zone } = await services.database
    .selectFrom('hub')
    .select(['locale', 'time_zone'])
    .where('id', '=', authorized.item.hub_id)
    .executeTakeFirstOrThrow();
  const shownAs = await presentSources(services.database, caller, table);
  const marks = await comparisonMarks(services.database, caller, table, { isOutsider: true });
  const late = lateFormulas(table);
  return {
    id: view.id,
    name: view.name,
    type: view.type,
    columns: shown.columns.map((column) => {
      const { id } = column.field;
      const isLate = late.has(id) ? { late: true as const } : {};
      return presentShownColumn(column, { shown_as: shownAs.get(id), ...isLate, ...marks.get(id) });
    }),
    group: shownGroup(table, view, await comparedTable(services.database, caller, { shown, view })),
    locale,
    time_zone,
  };
}

const entriesOf = <Value>(values: Record<string, Value>, has: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => has(key)));

/** Leaves of a row what stands in its shown columns: no times, people, positions, and nothing of hidden columns. */
function presentSharedRow({ id, values, files, linked, restricted }: Row, shown: Table): SharedRow {
  const names = new Set(shown.fields.map(({ name }) => name));
  const texts = JSON.stringify(values);
  const isNamed = (key: string) => texts.includes(key);
  return {
    id,
    values,
    ...(files ? { files: entriesOf(files, isNamed) } : {}),
    ...(linked ? { linked: entriesOf(linked, isNamed) } : {}),
    ...(restricted ? { restricted: restricted.filter((name) => names.has(name)) } : {}),
  };
}

type Opened = { table: Table; shown: Table; view: View };

/** The titles of linked rows that the row shows. */
const titlesOf = ({ linked = {} }: SharedRow, ids: readonly unknown[]): string[] =>
  ids.flatMap((id) => {
    const one = linked[String(id)];
    return one && 'title' in one ? [one.title] : [];
  });

/** Rows as the holder of the link sees them. */
async function presentSharedRows(
  database: Database | Transaction,
  caller: Caller,
  { table, shown, view }: Opened,
  rows: TableRow[],
): Promise<SharedRow[]> {
  const linked = await readLinkedValues(database, caller, table, rows);
  const fields = new Set(shown.fields.map(({ name }) => name));
  // A colour by a hidden column would reveal its values.
  const colors = view.layout.colors ?? [];
  const colorOf =
    colors.length > 0
      ? createColorOf(colors, filterFields(shown), await rowReader(database, caller, table.item.hub_id))
      : () => null;
  return rows.map((one) => {
    const row = presentSharedRow(presentRow(table, one, { isOutsider: true, fields, linked }), shown);
    const color = colorOf(
      ({ field }) => row.values[field.name],
      (ids) => titlesOf(row, ids),
    );
    return color ? { ...row, color } : row;
  });
}

/** `preparing`: an index is being prepared with which they are listed faster. */
type SharedRows = { rows: SharedRow[]; isWhole: boolean; preparing: boolean };

/** Rows of a view, for the holder of its link. @throws ApiError 422 for a filter or an order by what is not shown */
export function listSharedRows(
  services: Services,
  caller: Caller,
  authorized: AuthorizedView,
  query: SharedRowsQuery,
): Promise<SharedRows> {
  return readTableConsistently(services.database, authorized.item, async (table) => {
    const { view, shown } = await openView(services, authorized, table);
    const sort = view.sort.length > 0 ? view.sort.join(',') : undefined;
    const ofView = { filter: view.filter, sort };
    const { took, used, ...found } = await forVisitors(services.database, caller, async (database) => {
      const begun = performance.now();
      const { rows, isWhole, used } = await listRowPage({ database, caller }, table, query, ofView, shown);
      const took = performance.now() - begun;
      const presented = await presentSharedRows(database, caller, { table, shown, view }, rows);
      return { rows: presented, isWhole, took, used };
    });
    // By what its author chose alone: anybody who has the link has no index made for other columns.
    const queried = new Set(
      shownGroup(table, view, await comparedTable(services.database, caller, { shown, view })),
    );
    const rowCount = authorized.rows ?? 0;
    const listed = { query, view: ofView, took, rowCount, queried, used };
    return { ...found, preparing: await prepareIndexes(services, table, listed) };
  });
}

/** One of those rows. @throws ApiError 404 for a row that the view does not show */
export function readSharedRow(
  services: Services,
  caller: Caller,
  authorized: AuthorizedView,
  id: string,
): Promise<SharedRow> {
  return readTableConsistently(services.database, authorized.item, async (table) => {
    const { view, shown } = await openView(services, authorized, table);
    const found = await forVisitors(services.database, caller, async (database) => {
      const row = await rowOfView({ database, caller }, table, id, view.filter);
      return row ? await presentSharedRows(database, caller, { table, shown, view }, [row]) : [];
    });
    if (!found[0]) throw notFound('This row');
    return found[0];
  });
}

/** The groups of these rows, by the values of a column. @throws ApiError 422 for a column that is not shown */
export function listSharedGroups(
  { database }: Services,
  caller: Caller,
  authorized: AuthorizedView,
  { group = '', q }: SharedGroupsQuery,
): Promise<SharedGroup[]> {
  return readTableConsistently(database, authorized.item, async (table) => {
    const { view, shown } = await openView({ database }, authorized, table);
    const column = group.replace(/:day$/, '');
    if (!shown.fields.some(({ id }) => id === column)) throw invalid({ group: ['Group by a shown column'] });
    const isDown = view.layout.groups_down?.includes(column) === true;
    const query = {
      group: isDown ? `-${group}` : group,
      q,
      metrics: 'count',
      page: 1,
      page_size: GROUPS_MAX,
    };
    const groups = await withinTime(database, GROUPS_MS, (trx) =>
      aggregateRows({ database: trx, caller }, table, query, view.filter, shown),
    );
    if (!groups) throw serverBusy();
    return groups.map(({ group: value, more, values, linked }) => ({
      value,
      ...(more ? { more } : {}),
      count: Number(values.count ?? 0),
      ...(linked ? { linked } : {}),
    }));
  });
}

/** The holder of a link sent no file, and restores no row. */
const FOR_HOLDERS = { userId: null, mayRestore: false };

/** A file in a shown column of a row that the view shows. @throws ApiError 404 for any other */
export function sharedFile(
  services: Services,
  caller: Caller,
  authorized: AuthorizedView,
  fileId: string,
): Promise<StoredRowFile> {
  return readTableConsistently(services.database, authorized.item, async (table) => {
    const { view, shown } = await openView(services, authorized, table);
    const found = await forVisitors(services.database, caller, async (database) => {
      const itemId = authorized.item.id;
      const file = isId(fileId) ? await rowFile(database, itemId, fileId, FOR_HOLDERS) : undefined;
      if (!file?.row_id || !fileFieldsOf(shown.fields).has(file.field_id)) return null;
      return (await rowOfView({ database, caller }, table, file.row_id, view.filter)) ? file : null;
    });
    if (!found) throw notFound('This file');
    return found;
  });
}
