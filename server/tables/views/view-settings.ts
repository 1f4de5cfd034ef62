import type { z } from 'zod';
import type { createViewRequest, View } from '#lib/contract/table-views.ts';
import { canGroup } from '#lib/fields/column-kinds.ts';
import { joinColumn } from '#lib/fields/column-types.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { isGroupable } from '../lists/grouped-values.ts';
import { currentFilter, readTableFilter } from '../lists/read-filter.ts';
import { sortedColumns } from '../lists/row-order.ts';
import type { Table } from '../table/table.ts';
import { refuseComparedPeople } from './outsider-views.ts';
import { readViewLayout } from './view-layout.ts';

/** As stored: a filter and a layout are read again whenever they are shown. */
export type ViewSettings = Pick<View, 'columns' | 'sort' | 'group'> & { filter: unknown; layout: unknown };

function columnId({ fields }: Table, name: string, path: string): string {
  const field = fields.find(({ id }) => id === name) ?? fields.find((one) => one.name === name);
  if (!field) throw invalid({ [path]: [`There is no column “${name}”`] });
  return field.id;
}

/** Whether a filter is sent back as it was presented: also by somebody who could not make it. */
function isSame(table: Table, sent: unknown, stored: unknown): boolean {
  const read = sent && stored ? currentFilter(table, sent) : null;
  return read !== null && JSON.stringify(read) === JSON.stringify(currentFilter(table, stored));
}

const comparedIn = ({ sort, group, layout }: ViewSettings) => ({
  sort,
  group,
  colors: readViewLayout(layout).colors ?? [],
});

/** A column that a view of this type can be grouped by. @throws ApiError 422 */
function groupId(table: Table, type: View['type'], name: string, path: string): string {
  const id = columnId(table, name, path);
  const column = table.columns.find(({ field }) => field.id === id);
  const fits = type === 'board' || type === 'calendar' ? canGroup(type) : () => true;
  if (column && (!isGroupable(table, column) || !fits(joinColumn(column.field, column.options))))
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

/**
 * Names columns by their ids. A stored filter that can't be read is presented as null, so a null that is sent back keeps it:
 * only another filter replaces it, and what the view's links show never widens by saving something else. @throws ApiError 422 for unknown ones, and for a filter or order that does not fit */
export function checkedSettings(
  table: Table,
  shown: Table,
  type: View['type'],
  input: Partial<z.output<typeof createViewRequest>>,
  before?: ViewSettings,
): ViewSettings {
  const stored = before?.filter ?? null;
  const isPresentedAsNone = input.filter === null && stored !== null && currentFilter(table, stored) === null;
  const isUnchanged = input.filter === undefined || isPresentedAsNone || isSame(table, input.filter, stored);
  const read = isUnchanged ? null : (readTableFilter(shown, input.filter) ?? null);
  const filter = isUnchanged ? stored : read;
  sortedColumns(table, input.sort?.join(','));
  const settings = {
    columns: input.columns
      ? withDeletedColumns(
          table,
          input.columns.map((one, at) => ({ ...one, id: columnId(table, one.id, `columns[${at}].id`) })),
          before?.columns,
        )
      : (before?.columns ?? []),
    filter,
    sort:
      input.sort?.map((one, at) => {
        const isDown = one.startsWith('-');
        return `${isDown ? '-' : ''}${columnId(table, isDown ? one.slice(1) : one, `sort[${at}]`)}`;
      }) ??
      before?.sort ??
      [],
    group: input.group?.map((one, at) => groupId(table, type, one, `group[${at}]`)) ?? before?.group ?? [],
    layout: input.layout ?? before?.layout ?? {},
  };
  refuseComparedPeople(table, shown, comparedIn(settings), before && comparedIn(before));
  return settings;
}
