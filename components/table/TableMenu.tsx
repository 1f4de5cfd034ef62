import { Maximize2, Trash2 } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { PointMenu } from '#components/ui/PointMenu.tsx';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import { columnEntries } from './column-entries.tsx';
import type { GridColumn } from './columns/grid-columns.ts';

/** Of which row or column a menu is open, and where. */
export type OpenMenu = { at: { x: number; y: number } } & (
  | { row: Row; more: MenuEntry[] }
  | { column: GridColumn }
);

type TableMenuProps = Parameters<typeof columnEntries>[1] &
  Pick<ComponentProps<typeof PointMenu>, 'onClose'> & {
    menu: OpenMenu;
    columns: readonly WireColumn[];
    onOpenRow: (row: Row) => void;
    onDeleteRow: (row: Row) => void;
  };

/** The menu of a row or column; none where it has no entries. */
export function TableMenu({ menu, onOpenRow, onDeleteRow, onClose, ...options }: TableMenuProps) {
  const intl = useIntl();
  const entries: MenuEntry[] =
    'column' in menu
      ? columnEntries(menu.column.column, options)
      : [
          ...menu.more,
          {
            icon: Maximize2,
            label: <FormattedMessage id="table.edit_row" />,
            onSelect: () => onOpenRow(menu.row),
          },
          {
            icon: Trash2,
            danger: true,
            label: <FormattedMessage id="table.delete_row" />,
            onSelect: () => onDeleteRow(menu.row),
          },
        ];
  const isEmpty = entries.length === 0;
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  const label =
    'column' in menu
      ? intl.formatMessage({ id: 'table.column_acts' }, { label: menu.column.label })
      : intl.formatMessage({ id: 'table.row_menu' });
  return isEmpty ? null : <PointMenu at={menu.at} label={label} entries={entries} onClose={onClose} />;
}
