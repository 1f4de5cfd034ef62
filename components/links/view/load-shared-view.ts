import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import { boardLists } from '#components/table/board/board-lists.ts';
import { daysCondition } from '#components/table/calendar/days-condition.ts';
import { addMonths, type Day, dayAt, weeksOf } from '#components/table/calendar/month-days.ts';
import { type GridColumn, shownColumns } from '#components/table/columns/grid-columns.ts';
import { groupCondition } from '#components/table/layouts/sub-query.ts';
import { groupKeyOf } from '#components/table/layouts/use-groups.ts';
import type { SharedGroup, SharedRow, SharedView } from '#lib/contract/shared-view.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { loadAllPages } from '#services/all-pages.ts';
import { asListValue, type ListValue, readPlace, type SharedPlace } from './shared-place.ts';

const ROWS = 50;
/** Lists of a board, or groups, on one page, and rows of each. */
const LISTS = 12;
const LIST_ROWS = 10;
/** Pages of rows of one month, of the size of a list's largest page. */
const MONTH_PAGES = 5;
const MONTH_ROWS = 100;

export type SharedList = { value: ListValue; count: number; rows: SharedRow[] } & Pick<
  SharedGroup,
  'linked' | 'more'
>;

export type SharedContent =
  /** Rows of the view, or of one of its lists. */
  | { type: 'rows'; rows: SharedRow[]; hasMore: boolean }
  | { type: 'lists'; lists: SharedList[]; hasMore: boolean }
  | {
      type: 'month';
      month: Day;
      today: Day;
      weeks: Day[][];
      rows: SharedRow[];
      without: SharedRow[];
      isCut: boolean;
    }
  /** Null for a row that the view does not show (any more). */
  | { type: 'row'; row: SharedRow | null };

/** What the page of a view's link shows. */
export type LoadedView = {
  view: SharedView;
  /** The address of the page, without a query. */
  path: string;
  place: SharedPlace;
  content: SharedContent;
  /** The addresses of rows for which an index is being prepared, within the API: with it they load faster. */
  preparing: string[];
  /** The pass of the link, where the API has a host of its own: its cookie does not go there. Null otherwise, since no script needs it. */
  pass: string | null;
};

/** `preparing`: addresses of rows that were read, for which an index is being prepared. */
type Reading = { api: PageVisit['api']; view: SharedView; place: SharedPlace; preparing: string[] };
type RowsQuery = { filter?: RowCondition; sort?: string; page?: number; size?: number };

/** Rows of the view, as far as the search of the place finds them; none for a list that there is no more. */
async function readRows(
  { api, view, place, preparing }: Reading,
  { filter, sort, page = 1, size = ROWS }: RowsQuery,
): Promise<SharedRow[]> {
  const params = new URLSearchParams({
    page: String(page),
    page_size: String(size),
    ...(place.q ? { q: place.q } : {}),
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
    ...(sort ? { sort } : {}),
  });
  const address: `shared-views/${string}/rows/?${string}` = `shared-views/${view.id}/rows/?${params.toString()}`;
  const found = await api(address);
  if (found.ok && found.preparing) preparing.push(address);
  return dataOrNull(found) ?? [];
}

async function readLists(reading: Reading, group: GridColumn): Promise<SharedContent> {
  const { api, view, place } = reading;
  const params = new URLSearchParams({ group: groupKeyOf(group), ...(place.q ? { q: place.q } : {}) });
  const groups = dataOrNull(await api(`shared-views/${view.id}/groups/?${params.toString()}`)) ?? [];
  const all: Omit<SharedList, 'rows'>[] =
    view.type === 'board' ? boardLists(group, groups) : groups.map(asList);
  const lists = all.slice((place.page - 1) * LISTS, place.page * LISTS);
  const rowsOf = async ({ value, count, more }: Omit<SharedList, 'rows'>) =>
    count === 0 || more
      ? []
      : readRows(reading, { filter: groupCondition(group, value, timeZoneOf(view)), size: LIST_ROWS });
  return {
    type: 'lists',
    lists: await Promise.all(
      lists.map(async ({ value, count, linked, more }) => ({
        ...{ value, count, ...(linked ? { linked } : {}), ...(more ? { more } : {}) },
        rows: await rowsOf({ value, count, more }),
      })),
    ),
    hasMore: all.length > place.page * LISTS,
  };
}

/** The rows of some days, and whether there are more than a page shows. */
async function readDays(
  reading: Reading,
  column: GridColumn,
  [first, last]: [Day, Day],
): Promise<{ rows: SharedRow[]; isCut: boolean }> {
  const filter = daysCondition(column, first, last);
  const load = async (page: number) => {
    const data = await readRows(reading, { filter, sort: column.id, page, size: MONTH_ROWS });
    return { data, hasMore: data.length === MONTH_ROWS };
  };
  const { data, hasMore } = await loadAllPages(load, { size: MONTH_ROWS, most: MONTH_ROWS * MONTH_PAGES });
  return { rows: data, isCut: hasMore };
}

async function readMonth(reading: Reading, column: GridColumn): Promise<SharedContent> {
  const { view, place } = reading;
  const today = dayAt(new Date(), timeZoneOf(view));
  const month = place.month ?? addMonths(today, 0);
  const weeks = weeksOf(month, view.locale ?? 'en');
  const [days, without] = await Promise.all([
    readDays(reading, column, [weeks[0]?.[0] ?? month, weeks.at(-1)?.at(-1) ?? month]),
    readRows(reading, { filter: { field: column.id, op: 'is_empty' } }),
  ]);
  return { type: 'month', month, today, weeks, ...days, without };
}

async function readContent(reading: Reading): Promise<SharedContent> {
  const { api, view, place } = reading;
  if (place.row) {
    const row = await api(`shared-views/${view.id}/rows/${encodeURIComponent(place.row)}/`);
    return { type: 'row', row: dataOrNull(row) };
  }
  const group = groupOf(view);
  if (group && view.type === 'calendar') return readMonth(reading, group);
  if (group && place.list === undefined) return readLists(reading, group);
  const filter =
    group && place.list !== undefined ? { filter: groupCondition(group, place.list, timeZoneOf(view)) } : {};
  const rows = await readRows(reading, { ...filter, page: place.page });
  return { type: 'rows', rows, hasMore: rows.length === ROWS };
}

function asList({ value, ...group }: SharedGroup): Omit<SharedList, 'rows'> {
  return { value: asListValue(value) ?? null, ...group };
}

/** The column that a view is arranged by, as far as it is shown; undefined for one list of rows. */
export function groupOf({ type, columns, group }: SharedView): GridColumn | undefined {
  if (type === 'list' || type === 'gallery') return undefined;
  return shownColumns(columns).find(({ id }) => id === group[0]);
}

/** Days are those of the view's hub, for the server that renders them as for the browser. */
export const timeZoneOf = ({ time_zone }: SharedView): string => time_zone ?? 'UTC';

/**
 * What a link's view shows at a place; null where the link ended meanwhile.
 * @param pass of the link, where the page's own requests need it
 */
export async function loadSharedView(
  api: PageVisit['api'],
  id: string,
  path: string,
  query: PageVisit['context']['query'],
  pass: LoadedView['pass'],
): Promise<LoadedView | null> {
  const place = readPlace(query);
  const view = await api(`shared-views/${id}/`);
  if (!view.ok) return null;
  const preparing: string[] = [];
  const content = await readContent({ api, view: view.data, place, preparing });
  return { view: view.data, path, place, content, preparing, pass };
}
