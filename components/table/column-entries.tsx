import { ArrowDown, ArrowUp, EyeOff, MoveLeft, MoveRight, Pencil, Pin, Sigma, Trash2 } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { canSortBy } from '#lib/fields/column-kinds.ts';
import { orderedColumns } from './columns/grid-columns.ts';
import type { TableDialog } from './table-dialog.ts';
import { footerMetrics, withFooter } from './views/footer-metrics.ts';
import { withFrozen } from './views/frozen-columns.ts';
import type { ViewsControl } from './views/use-views.ts';
import { toggledSort, withColumn, withMovedColumn } from './views/view-settings.ts';

/** What a column is about: as it was written, in as many lines as it takes. */
const Help = styled.span`
  display: block;
  max-width: 300px;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

type ColumnEntriesOptions = {
  columns: readonly WireColumn[];
  views: Pick<ViewsControl, 'settings' | 'change'>;
  mayChange: boolean;
  open: (dialog: TableDialog) => void;
};

/** The menu entries of a column: how the view shows it and, with the right to change the table, changing and deleting it. */
export function columnEntries(
  column: WireColumn,
  { columns, views, mayChange, open }: ColumnEntriesOptions,
): MenuEntry[] {
  const { settings, change } = views;
  const { id } = column;
  const ordered = orderedColumns(columns, settings.columns);
  const ids = ordered.map((one) => one.id);
  const at = ids.indexOf(id);
  const isFrozen = ordered[at]?.isFrozen === true;
  const sorted = (sort: string) => ({
    checked: settings.sort.includes(sort),
    onSelect: () => change({ ...settings, sort: toggledSort(settings, sort) }),
  });
  const footer = settings.layout.footer ?? {};
  return [
    ...(column.help
      ? [{ heading: <Help dir="auto">{column.help}</Help> }, { separator: true as const }]
      : []),
    ...(canSortBy(column)
      ? [
          { icon: ArrowUp, label: <FormattedMessage id="table.sort_up" />, ...sorted(id) },
          { icon: ArrowDown, label: <FormattedMessage id="table.sort_down" />, ...sorted(`-${id}`) },
          { separator: true as const },
        ]
      : []),
    {
      icon: EyeOff,
      label: <FormattedMessage id="table.hide_column" />,
      onSelect: () => change(withColumn(settings, ids, id, { hidden: true })),
    },
    {
      icon: Pin,
      label: <FormattedMessage id={isFrozen ? 'table.unfreeze' : 'table.freeze'} />,
      onSelect: () => change(withFrozen(settings, ordered, id, !isFrozen)),
    },
    {
      icon: MoveLeft,
      label: <FormattedMessage id="table.move_left" />,
      disabled: at <= 0,
      onSelect: () => change(withMovedColumn(settings, ids, id, ids[at - 1] ?? null)),
    },
    {
      icon: MoveRight,
      label: <FormattedMessage id="table.move_right" />,
      disabled: at === ids.length - 1,
      onSelect: () => change(withMovedColumn(settings, ids, id, ids[at + 2] ?? null)),
    },
    { heading: <FormattedMessage id="table.footer" /> },
    ...footerMetrics(column).map((metric) => ({
      icon: Sigma,
      label: <FormattedMessage id={`table.metric_${metric}`} />,
      checked: footer[id] === metric,
      onSelect: () => change(withFooter(settings, id, footer[id] === metric ? null : metric)),
    })),
    ...(mayChange
      ? [
          { separator: true as const },
          {
            icon: Pencil,
            label: <FormattedMessage id="table.change_column" />,
            onSelect: () => open({ dialog: 'column', column }),
          },
          {
            icon: Trash2,
            danger: true,
            label: <FormattedMessage id="table.delete_column" />,
            onSelect: () => open({ dialog: 'delete column', column }),
          },
        ]
      : []),
  ];
}
