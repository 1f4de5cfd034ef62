import type { z } from 'zod';
import type { createViewRequest, View } from '#lib/contract/table-views.ts';
import { canGroup } from '#lib/fields/column-kinds.ts';
import { joinColumn } from '#lib/fields/column-types.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { isGroupable } from '../lists/grouped-values.ts';
import { currentFilter, readTableFilter } from '../lists/read-filter.ts';
import { sortedColumns } from '../lists/row-order.ts';
import type { Table } from '../table/table.ts';
import { refuseComparedPeople, withHiddenPeople } from './outsider-views.ts';
import { readViewLayout } from './view-layout.ts';

/** As stored: a filter and a layout are read again whenever they are shown. */
export type ViewSettings = Pick<View, 'columns' | 'sort' | 'group'> & { filter: unknown; layout: unknown };

const columnNamed = ({ fields }: Table, name: string) =>
  fields.find(({ id }) => id === name) ?? fields.find((one) => one.name === name);

function columnId(table: Table, name: string, path: string): string {
  const field = columnNamed(table, name);
  if (!field) throw invalid({ [path]: [`There is no column “${name}”`] });
  return field.id;
}

/** Whether a filter is sent back as it was presented: also by somebody who could not make it. */
function isSame(table: Table, sent: unknown, stored: unknown): boolean {
  const read = sent && stored ? currentFilter(table, sent) : null;
  return read !== null && JSON.stringify(read) === JSON.stringify(currentFilter(table, stored));
}

const directionOf = (sort: string): string => (sort.startsWith('-') ? '-' : '');
const nameOf = (sort: string): string => sort.slice(directionOf(sort).length);

/** The columns as their sender may compare them, and what is saved of the view before. */
type Judged = { table: Table; shown: Table; before: ViewSettings | undefined };

/**
 * The order of a view by ids of columns: of those that it had not before, each is one that its sender may sort by. What it had stays, so
 * that what is refused reveals nothing about tables that they may not read. @throws ApiError 422
 */
function checkedSort({ table, shown, before }: Judged, sent: readonly string[]): string[] {
  const known = new Set(before?.sort.map(nameOf));
  const isShown = new Set(shown.fields.map(({ id }) => id));
  const added = sent.filter((one) => {
    const id = columnNamed(table, nameOf(one))?.id;
    // Those of people were refused before (`refuseComparedPeople`).
    return id === undefined || (!known.has(id) && isShown.has(id));
  });
  sortedColumns(shown, added.join(','));
  return sent.map((one, at) => `${directionOf(one)}${columnId(table, nameOf(one), `sort[${at}]`)}`);
}

/** A column that a view of this type can be grouped by, as for its order. @throws ApiError 422 */
function groupId({ table, shown, before }: Judged, type: View['type'], name: string, path: string): string {
  const id = columnId(table, name, path);
  const column = shown.columns.find(({ field }) => field.id === id);
  const fits = type === 'board' || type === 'calendar' ? canGroup(type) : () => true;
  if (!column) return id;
  const isKnown = before?.group.includes(id) || isGroupable(shown, column);
  if (!isKnown || !fits(joinColumn(column.field, column.options)))
    throw invalid({ [path]: [`${column.field.label} cannot be grouped by in this view`] });
  return id;
}

/** What a view has of deleted columns stays for when these are restored: what nobody was to see there comes back hidden. */
function withDeletedColumns(
  { deleted = [] }: Table,
  sent: ViewSettings['columns'],
  before: ViewSettings['columns'] = [],
): ViewSettings['columns'] {
  const gone = new Set(deleted.map(({ id }) => id));
  const columns = [...sent];
  for (const [at, one] of before.entries()) if (gone.has(one.id)) columns.splice(at, 0, one);
  return columns;
}

function layoutOf({ table, before }: Judged, sent: unknown): unknown {
  if (sent === undefined) return before?.layout ?? {};
  return before && table.item.is_outsider
    ? withHiddenPeople(table, readViewLayout(sent), readViewLayout(before.layout))
    : sent;
}

/**
 * Names columns by their ids. A stored filter that can't be read is presented as null, so a null that is sent back keeps it:
 * only another filter replaces it, and what the view's links show never widens by saving something else. So does an order, and so do groups
 * and colours, of which not all is presented.
 * @param shown the columns that its sender may compare
 * @param before the view as it is stored, and as its sender sees it
 * @throws ApiError 422 for unknown ones, and for a filter or order that does not fit
 */
export function checkedSettings(
  table: Table,
  shown: Table,
  type: View['type'],
  input: Partial<z.output<typeof createViewRequest>>,
  { before, presented }: { before?: ViewSettings; presented?: View } = {},
): ViewSettings {
  const idOf = (name: string) => columnNamed(table, name)?.id ?? '';
  if (shown !== table)
    refuseComparedPeople(table, {
      sort: (input.sort ?? []).map((one) => idOf(nameOf(one))),
      group: (input.group ?? []).map(idOf),
      colors: readViewLayout(input.layout).colors ?? [],
    });
  const judged = { table, shown, before };
  const stored = before?.filter ?? null;
  const isPresentedAsNone = input.filter === null && stored !== null && presented?.filter === null;
  const isUnchanged =
    input.filter === undefined || isPresentedAsNone || isSame(table, input.filter, presented?.filter ?? null);
  const read = isUnchanged ? null : (readTableFilter(shown, input.filter) ?? null);
  const filter = isUnchanged ? stored : read;
  const sort = input.sort && checkedSort(judged, input.sort);
  const group = input.group?.map((one, at) => groupId(judged, type, one, `group[${at}]`));
  const isAsPresented = (sent: readonly string[] | undefined, shownAs: readonly string[] | undefined) =>
    sent === undefined || (shownAs !== undefined && sent.join() === shownAs.join());
  return {
    columns: input.columns
      ? withDeletedColumns(
          table,
          input.columns.map((one, at) => ({ ...one, id: columnId(table, one.id, `columns[${at}].id`) })),
          before?.columns,
        )
      : (before?.columns ?? []),
    filter,
    sort: (isAsPresented(sort, presented?.sort) ? before?.sort : sort) ?? [],
    group: (isAsPresented(group, presented?.group) ? before?.group : group) ?? [],
    layout: layoutOf(judged, input.layout),
  };
}
