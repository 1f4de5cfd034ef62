import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import type { Column } from '#lib/contract/table.ts';
import { isList } from '#lib/fields/field-types.ts';
import type { TableDialog } from './table-dialog.ts';
import type { TableControl } from './use-table.ts';

type ColumnEntriesOptions = {
  table: Pick<TableControl, 'query' | 'look'>;
  mayChange: boolean;
  open: (dialog: TableDialog) => void;
};

/** The menu entries of a column: sorting and, with the right to change the table, editing and deleting it. */
export function columnEntries(column: Column, { table, mayChange, open }: ColumnEntriesOptions): MenuEntry[] {
  const canSort = !isList(column) && column.type !== 'json' && column.type !== 'form';
  const sorted = (sort: string) => ({
    checked: table.query.sort === sort,
    onSelect: () => table.look({ sort: table.query.sort === sort ? '' : sort }),
  });
  return [
    ...(canSort
      ? [
          { icon: ArrowUp, label: <FormattedMessage id="table.sort_up" />, ...sorted(column.id) },
          { icon: ArrowDown, label: <FormattedMessage id="table.sort_down" />, ...sorted(`-${column.id}`) },
        ]
      : []),
    ...(mayChange
      ? [
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
