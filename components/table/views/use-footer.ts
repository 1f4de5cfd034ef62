import { useQuery } from '@tanstack/react-query';
import { type IntlShape, useIntl } from 'react-intl';
import type { Row } from '#lib/contract/table.ts';
import type { AggregateGroup } from '#lib/contract/table-rows.ts';
import type { FooterMetric } from '#lib/contract/table-views.ts';
import { roundTo } from '#lib/fields/decimal.ts';
import { aggregate } from '#services/table-views.ts';
import { type CellContext, valueText } from '../cells/cell-text.ts';
import { type GridColumn, writtenAs } from '../columns/grid-columns.ts';
import { orListError, tableKey } from '../rows/row-queries.ts';
import type { TableControl } from '../rows/use-table.ts';
import { footerMetrics } from './footer-metrics.ts';
import type { ViewSettings } from './view-settings.ts';

/** Values of a footer belong to no row. */
const NO_ROW: Pick<Row, 'files' | 'linked' | 'created_by' | 'updated_by'> = {
  created_by: { id: '', name: '' },
  updated_by: { id: '', name: '' },
};

export type FooterValues = Readonly<Record<string, { label: string; text: string }>>;

/** How many more decimals than the values have are shown of their average. */
const MORE_DECIMALS = 2;

/** A column with what its footer shows, and the key of that value in aggregates. */
export type FooterColumn = { column: GridColumn; metric: FooterMetric; key: string };

const decimalsKey = ({ column }: FooterColumn) => `decimals:${column.id}`;

/** The metrics that footers are written from. */
export const footerKeys = (wanted: readonly FooterColumn[]): string[] =>
  wanted.flatMap((one) => (one.metric === 'avg' ? [one.key, decimalsKey(one)] : one.key));

/** What the footer of a view shows. */
export function footerColumns(columns: readonly GridColumn[], settings: ViewSettings): FooterColumn[] {
  const footer = settings.layout.footer ?? {};
  return columns.flatMap((column) => {
    const metric = footerMetrics(column.column).find((one) => one === footer[column.id]);
    return metric ? [{ column, metric, key: `${metric}:${column.id}` }] : [];
  });
}

/** The values of aggregates as the footer shows them, by the ids of the columns. */
export const footerValues = (
  wanted: readonly FooterColumn[],
  values: AggregateGroup['values'],
  intl: Pick<IntlShape, 'formatMessage'>,
  context: CellContext,
): FooterValues =>
  Object.fromEntries(
    wanted.map((one) => {
      const { column, metric, key } = one;
      const value = values[key];
      const isCount = metric === 'filled' || metric === 'unique';
      const isNumber = metric === 'sum' || metric === 'avg' || writtenAs(column).field.type === 'number';
      const exact = typeof value === 'string' && isNumber ? Number(value) : value;
      const decimals = metric === 'avg' ? values[decimalsKey(one)] : null;
      const isRounded = typeof exact === 'number' && typeof decimals === 'number';
      const shown = isRounded ? roundTo(exact, decimals + MORE_DECIMALS) : exact;
      const text = isCount ? String(value ?? '') : valueText(column, NO_ROW, shown, context);
      return [column.id, { label: intl.formatMessage({ id: `table.metric_${metric}` }), text }];
    }),
  );

/** The footer of a view: sums and the like of the rows that it finds; null where it has none. */
export function useFooter(
  itemId: string,
  table: Pick<TableControl, 'query'>,
  wanted: readonly FooterColumn[],
  context: CellContext,
): FooterValues | null {
  const intl = useIntl();
  const metrics = footerKeys(wanted).join(',');
  const { q, filter } = table.query;
  const { data } = useQuery({
    queryKey: [...tableKey(itemId), 'count', 'footer', metrics, q, filter],
    queryFn: ({ signal }) =>
      orListError(aggregate(itemId, { metrics, ...(q ? { q } : {}), ...(filter ? { filter } : {}) }, signal)),
    enabled: metrics !== '',
  });
  return metrics === '' ? null : footerValues(wanted, data?.[0]?.values ?? {}, intl, context);
}
