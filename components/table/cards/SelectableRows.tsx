import { type ReactNode, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import type { BulkDialog, EditRowsDialog } from '../changes/bulk-dialog.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { TableControl } from '../rows/use-table.ts';
import { focusAfterClearing, focusAfterDeletion } from './focus-after-selection.ts';
import { RowSelectionContext, useRowSelection } from './row-selection.ts';

const SelectionBar = lazyComponent(() =>
  import('../changes/bulk-on-use.ts').then((file) => file.SelectionBar),
);

type SelectableRowsProps = {
  table: TableControl;
  changes: Pick<TableChanges, 'remove' | 'actionQueue'>;
  mayChange: boolean;
  onOpen: (dialog: BulkDialog | EditRowsDialog) => void;
  children: ReactNode;
};

/** Cards that are selected by boxes, and a bar with what can be done with the selected ones. */
export function SelectableRows({ table, changes, mayChange, onOpen, children }: SelectableRowsProps) {
  const intl = useIntl();
  const selection = useRowSelection(table.list);
  const { rows, isAll } = selection;
  const selected = [...rows.values()];
  const isBarShown = mayChange && (isAll || selected.length > 0);
  const around = useRef<HTMLDivElement>(null);
  /** What gets the focus from the bar, or from a dialog that it opened. */
  const next = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isBarShown) return;
    const hasFocus = document.activeElement !== document.body;
    if (!hasFocus) next.current?.focus();
    next.current = null;
  }, [isBarShown]);
  /** @param goal finds what gets the focus then */
  const clear = (goal: typeof focusAfterClearing = focusAfterClearing) => {
    if (around.current) next.current = goal(around.current, new Set(rows.keys()));
    selection.clear();
  };
  const openForAll = (dialog: 'edit all' | 'delete all') =>
    onOpen({ dialog, rows: table, onMade: () => clear() });
  return (
    <RowSelectionContext value={mayChange ? selection : null}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of a form */}
      <div ref={around} role="group" tabIndex={-1} aria-label={intl.formatMessage({ id: 'table.row_list' })}>
        {children}
      </div>
      {isBarShown && (
        <SelectionBar
          count={isAll ? table.count : selected.length}
          total={isAll ? null : table.count}
          onSelectAll={selection.selectAll}
          onEdit={() =>
            isAll
              ? openForAll('edit all')
              : onOpen({ dialog: 'edit rows', rows: selected, onMade: () => clear() })
          }
          onDelete={() => {
            if (isAll) return openForAll('delete all');
            clear(focusAfterDeletion);
            changes.actionQueue.run(() => changes.remove(selected));
          }}
          onClear={() => clear()}
        />
      )}
    </RowSelectionContext>
  );
}
