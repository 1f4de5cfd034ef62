import { useQuery } from '@tanstack/react-query';
import { aggregate } from '#services/table-views.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { orListError, type TableQuery, tableKey } from '../rows/row-queries.ts';

/** The most groups that are shown. */
const GROUPS_MAX = 100;

export type RowGroup = { value: unknown; count: number };

/** The groups of the rows that a query finds by the values of a column, with the number of rows of each. */
export function useGroups(itemId: string, { q, filter }: TableQuery, column: GridColumn | null) {
  const group = column?.id ?? '';
  return useQuery({
    queryKey: [...tableKey(itemId), 'count', 'groups', group, q, filter],
    queryFn: async ({ signal }): Promise<RowGroup[]> => {
      const params = { group, metrics: 'count', page_size: GROUPS_MAX };
      const found = { ...(q ? { q } : {}), ...(filter ? { filter } : {}) };
      const groups = await orListError(aggregate(itemId, { ...params, ...found }, signal));
      return groups.map(({ group: value, values }) => ({ value, count: Number(values.count ?? 0) }));
    },
    enabled: group !== '',
  });
}
