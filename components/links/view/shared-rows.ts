import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { type CellContext, cellText } from '#components/table/cells/cell-text.ts';
import type { GridColumn } from '#components/table/columns/grid-columns.ts';
import type { SharedRow, SharedView } from '#lib/contract/shared-view.ts';
import { OWN_API } from '#services/http.ts';
import { timeZoneOf } from './load-shared-view.ts';
import { asRow } from './shared-row.ts';

export type SharedRowsProps = {
  rows: readonly SharedRow[];
  columns: readonly GridColumn[];
  context: CellContext;
  label: string;
};

/** Leads to the page of a row of the view. */
export type RowAddress = (row: SharedRow) => string;

/** What the texts of a shared view's cells depend on: its hub's formats, and no people. */
export function useSharedContext(view: SharedView): CellContext {
  const intl = useIntl();
  return useMemo(
    () => ({
      locale: view.locale ?? intl.locale,
      timeZone: timeZoneOf(view),
      people: new Map(),
      restricted: intl.formatMessage({ id: 'table.restricted' }),
      fileUrl: (id) => `${OWN_API}shared-views/${view.id}/files/${encodeURIComponent(id)}/`,
    }),
    [view, intl],
  );
}

/** The name of a row: the text of the first column that is shown. */
export function useSharedRowName(
  columns: readonly GridColumn[],
  context: CellContext,
): (row: SharedRow) => string {
  const intl = useIntl();
  const [first] = columns;
  return (row) =>
    (first && !row.restricted?.includes(first.name)
      ? cellText(first, asRow(row), row.values[first.name], context)
      : '') || intl.formatMessage({ id: 'table.nameless_row' });
}
