import { use, useEffect, useState } from 'react';
import { OutdatedLists } from '../rows/outdated-lists.ts';
import { isSameQuery, type TableQuery } from '../rows/row-queries.ts';
import type { TableData } from '../rows/table-data.ts';
import { type TableControl, useTable } from '../rows/use-table.ts';
import { useTableEvents } from '../rows/use-table-events.ts';
import { useReportPreparing } from './PreparingLists.tsx';

/** A part of the rows of a table: of a group, a list of a board, or a month; it is loaded when it is shown. */
export function useSubTable(itemId: string, parent: TableControl, query: TableQuery): TableControl {
  const [first] = useState<TableData>(() => ({
    columns: parent.columns,
    views: [],
    view: '',
    rows: [],
    offset: 0,
    next: null,
    previous: null,
    requested: null,
    count: null,
    writtenIn: {},
    country: null,
  }));
  const table = useTable(itemId, first, query);
  const { store, isOutdated } = table;
  const report = use(OutdatedLists);
  useEffect(() => {
    report(store, isOutdated);
    return () => report(store, false);
  }, [report, store, isOutdated]);
  useReportPreparing(table.isPreparing);
  const { sort, q, filter } = query;
  useEffect(() => {
    void store.look({ sort, q, filter });
  }, [store, sort, q, filter]);
  useTableEvents(itemId, table.columns, () => {
    if (isSameQuery(store.state().query, { sort, q, filter })) void table.refresh();
  });
  return table;
}
