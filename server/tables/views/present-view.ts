import type { View } from '#lib/contract/table-views.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isGroupable } from '../lists/grouped-values.ts';
import { currentFilter } from '../lists/read-filter.ts';
import { unreadColumns } from '../lists/readable-sources.ts';
import { isSortable } from '../lists/row-order.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { withoutComparedPeople } from './outsider-views.ts';
import { readViewLayout } from './view-layout.ts';
import type { ViewSettings } from './view-settings.ts';

/** A view as it is stored. */
export type StoredView = {
  id: string;
  name: string;
  type: View['type'];
  owner_id: string | null;
  position: number;
  revision: number;
  settings: ViewSettings;
};

/** Whether a view's filter can't be applied any more, so that its rows would be those of the whole table. */
export const hasUnreadableFilter = (table: Table, { settings: { filter } }: StoredView): boolean =>
  filter !== null && filter !== undefined && currentFilter(table, filter) === null;

/**
 * A view under the current columns of its table.
 * @param unread ids of columns of which its reader doesn't learn whether rows can be sorted or grouped by them
 */
export function presentView(table: Table, stored: StoredView, unread: ReadonlySet<string> = new Set()): View {
  const known = new Set(table.fields.map(({ id }) => id));
  const columnOf = new Map(table.columns.map((column) => [column.field.id, column]));
  const fits = (id: string, isComparable: (table: Table, column: TableColumn) => boolean) => {
    const column = columnOf.get(id);
    return column !== undefined && (unread.has(id) || isComparable(table, column));
  };
  const { columns, filter, sort, group, layout } = stored.settings;
  return {
    id: stored.id,
    name: stored.name,
    type: stored.type,
    personal: stored.owner_id !== null,
    columns: columns.filter(({ id }) => known.has(id)),
    filter: currentFilter(table, filter),
    ...(hasUnreadableFilter(table, stored) ? { unreadable_filter: true } : {}),
    sort: sort.filter((one) => fits(one.replace(/^-/, ''), isSortable)),
    group: group.filter((one) => fits(one, isGroupable)),
    layout: readViewLayout(layout),
    revision: stored.revision,
  };
}

type Presenting = { database: Database | Transaction; caller: Caller; reader: Pick<ItemView, 'is_outsider'> };

/**
 * Views as their reader sees them: sorted by what they may not read, whatever it is now, and outside of the hub without its people.
 */
export async function presentTo(
  { database, caller, reader }: Presenting,
  table: Table,
  views: readonly StoredView[],
): Promise<View[]> {
  const compared = new Set(
    views.flatMap(({ settings: { sort, group } }) => [...sort.map((one) => one.replace(/^-/, '')), ...group]),
  );
  const unread = await unreadColumns(database, caller, table, compared);
  return views.map((one) => {
    const view = presentView(table, one, unread);
    return reader.is_outsider ? withoutComparedPeople(table, view) : view;
  });
}

/** The same of one view. */
export async function presentOneTo(by: Presenting, table: Table, stored: StoredView): Promise<View> {
  const [view] = await presentTo(by, table, [stored]);
  if (!view) throw new Error('a view is presented as one');
  return view;
}
