import type { WireColumn } from '#lib/contract/table.ts';
import type { FooterMetric } from '#lib/contract/table-views.ts';
import { isStored } from '#lib/fields/column-kinds.ts';
import { shownColumns } from '../columns/grid-columns.ts';

const DATES: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);

/** What the footer can show of a column. */
export function footerMetrics(column: WireColumn): FooterMetric[] {
  if (!isStored(column)) return [];
  const [shown] = shownColumns([column]);
  const type = shown?.field.type ?? '';
  if (type === 'number' && column.multiple !== true) return ['sum', 'avg', 'min', 'max', 'filled', 'unique'];
  return DATES.has(type) && column.multiple !== true ? ['min', 'max', 'filled'] : ['filled', 'unique'];
}
