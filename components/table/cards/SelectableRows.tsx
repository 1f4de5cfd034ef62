import type { ReactNode } from 'react';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import type { BulkDialog, EditRowsDialog } from '../changes/bulk-dialog.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { TableControl } from '../rows/use-table.ts';
import { RowSelectionContext, useRowSelection } from './row-selection.ts';

const SelectionBar = lazyComponent(() =>
  import('../changes/bulk-on-use.ts').then((file) => file.SelectionBar),
);

type SelectableRowsProps = {
  table: TableControl;
  changes: Pick<TableChanges, 'remove'>;
  mayChange: boolean;
  onOpen: (dialog: BulkDialog | EditRowsDialog) => void;
  children: ReactNode;
};

/** Cards that are selected by boxes, and a bar with what can be done with the selected ones. */
export function SelectableRows({ table, changes, mayChange, onOpen, children }: SelectableRowsProps) {
  const selection = useRowSelection(table.list);
  const { rows, isAll, clear } = selection;
  const selected = [...rows.values()];
  const openForAll = (dialog: 'edit all' | 'delete all') => onOpen({ dialog, rows: table, onMade: clear });
  return (
    <RowSelectionContext value={mayChange ? selection : null}>
      {children}
      {mayChange && (isAll || selected.length > 0) && (
        <SelectionBar
          count={isAll ? table.count : selected.length}
          total={isAll ? null : table.count}
          onSelectAll={selection.selectAll}
          onEdit={() =>
            isAll ? openForAll('edit all') : onOpen({ dialog: 'edit rows', rows: selected, onMade: clear })
          }
          onDelete={() => {
            if (isAll) return openForAll('delete all');
            clear();
            void changes.remove(selected);
          }}
          onClear={clear}
        />
      )}
    </RowSelectionContext>
  );
}
