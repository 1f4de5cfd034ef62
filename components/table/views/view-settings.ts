import type { WireColumn } from '#lib/contract/table.ts';
import type { RowHeight, View } from '#lib/contract/table-views.ts';
import { sameValue } from '#lib/text/same-value.ts';
import { ANY, type TableQuery } from '../rows/row-queries.ts';

/** What a view says of its rows and columns: as stored, or as it is being changed. */
export type ViewSettings = Pick<View, 'type' | 'columns' | 'filter' | 'sort' | 'group' | 'layout'>;

export const PLAIN: ViewSettings = {
  type: 'grid',
  columns: [],
  filter: null,
  sort: [],
  group: [],
  layout: {},
};

export const settingsOf = ({ type, columns, filter, sort, group, layout }: View): ViewSettings => ({
  type,
  columns,
  filter,
  sort,
  group,
  layout,
});

export const isSameSettings = (one: ViewSettings, other: ViewSettings): boolean => sameValue(one, other);

/**
 * The rows that a view asks for; a search goes beside it. As where the server reads the view, rows are not in the order of what
 * the reader may not read.
 */
export function queryOf({ filter, sort }: ViewSettings, columns: readonly WireColumn[], q = ''): TableQuery {
  const unread = new Set(
    columns.flatMap((column) => (column.restricted || column.untitled ? column.id : [])),
  );
  const sorts = sort.filter((one) => !unread.has(one.replace(/^-/, '')));
  return { ...ANY, q, sort: sorts.join(','), filter: filter === null ? '' : JSON.stringify(filter) };
}

export const rowHeightOf = ({ layout }: ViewSettings): RowHeight => layout.row_height ?? 'short';

/** The settings with another look of one column; every column is named then, so that their order stays. */
export function withColumn(
  settings: ViewSettings,
  ids: readonly string[],
  id: string,
  change: { hidden?: boolean; width?: number; frozen?: boolean },
): ViewSettings {
  const known = new Map(settings.columns.map((look) => [look.id, look]));
  return {
    ...settings,
    columns: ids.map((one) => {
      const look = known.get(one) ?? { id: one };
      return one === id ? { ...look, ...change } : look;
    }),
  };
}

/** The settings with a column before another one; at the end without one. */
export function withMovedColumn(
  settings: ViewSettings,
  ids: readonly string[],
  id: string,
  before: string | null,
): ViewSettings {
  const others = ids.filter((one) => one !== id);
  const at = before === null ? others.length : Math.max(0, others.indexOf(before));
  const known = new Map(settings.columns.map((look) => [look.id, look]));
  return { ...settings, columns: others.toSpliced(at, 0, id).map((one) => known.get(one) ?? { id: one }) };
}

/** The order after a click on a column: by it alone, or the order of the table. */
export const toggledSort = ({ sort }: ViewSettings, wanted: string): string[] =>
  sort.length === 1 && sort[0] === wanted ? [] : [wanted];
