import type { WireColumn } from '#lib/contract/table.ts';
import type { FooterMetric } from '#lib/contract/table-views.ts';
import { isStored } from '#lib/fields/column-kinds.ts';
import { type GridColumn, shownColumns } from '../columns/grid-columns.ts';
import type { ViewSettings } from './view-settings.ts';

const NUMBERS: readonly FooterMetric[] = ['sum', 'avg', 'min', 'max', 'filled', 'unique'];
const DATES: ReadonlySet<string> = new Set(['date', 'time', 'datetime']);

/** What the values of linked rows have together: nothing for readers who may not read them. */
function linkedMetrics({ column, source }: GridColumn): FooterMetric[] {
  const { function: name, single, restricted, type } = column;
  if (restricted || (type !== 'lookup' && type !== 'rollup')) return [];
  if (name === 'count' || name === 'sum' || name === 'avg') return [...NUMBERS];
  if (!source) return [];
  // Several values of a row are none that could be the same in two rows.
  const isOne = name === 'min' || name === 'max' || (single === true && column.shown_as?.multiple !== true);
  const { type: shown } = source.field;
  if (source.tableType === 'link') return [];
  if (shown === 'file') return ['filled'];
  const metrics: FooterMetric[] =
    shown === 'number' ? [...NUMBERS] : DATES.has(shown) ? ['min', 'max', 'filled'] : ['filled', 'unique'];
  return isOne ? metrics : metrics.filter((one) => one !== 'unique');
}

/** A view that sums a column up otherwise, or not at all. */
export function withFooter(settings: ViewSettings, id: string, metric: FooterMetric | null): ViewSettings {
  const { [id]: _, ...others } = settings.layout.footer ?? {};
  const footer = metric === null ? others : { ...others, [id]: metric };
  return { ...settings, layout: { ...settings.layout, footer } };
}

/** What the footer can show of a column. */
export function footerMetrics(column: WireColumn): FooterMetric[] {
  const [shown] = shownColumns([column]);
  if (!isStored(column)) return shown ? linkedMetrics(shown) : [];
  const type = shown?.field.type ?? '';
  if (type === 'number' && column.multiple !== true) return [...NUMBERS];
  return DATES.has(type) && column.multiple !== true ? ['min', 'max', 'filled'] : ['filled', 'unique'];
}
