import { useCallback, useMemo } from 'react';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { useIsOpen } from '#components/ui/use-is-open.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { engineColumns } from '#lib/fields/column-base.ts';
import { shownValue } from './changes/cell-writer.ts';
import type { TableChanges } from './changes/use-table-changes.tsx';
import { shownColumns } from './columns/grid-columns.ts';
import { linkedRows } from './row/linked-rows.ts';
import { currentRows } from './rows/current-rows.ts';
import type { TableControl } from './rows/use-table.ts';
import type { TableDialog } from './table-dialog.ts';
import type { ViewSettings } from './views/view-settings.ts';

const RowDialog = lazyDialog(() => import('./row/RowDialog.tsx').then((file) => file.RowDialog));
const ColumnDialog = lazyDialog(() => import('./columns/ColumnDialog.tsx').then((file) => file.ColumnDialog));
const DeleteColumn = lazyDialog(() => import('./columns/DeleteColumn.tsx').then((file) => file.DeleteColumn));
const ExportDialog = lazyDialog(() => import('./ExportDialog.tsx').then((file) => file.ExportDialog));
const ImportDialog = lazyDialog(() => import('./import/ImportDialog.tsx').then((file) => file.ImportDialog));
const BulkDialogs = lazyDialog(() => import('./BulkDialogs.tsx').then((file) => file.BulkDialogs));
const ShortcutsDialog = lazyDialog(() =>
  import('#components/ui/shortcuts/ShortcutsDialog.tsx').then((file) => file.ShortcutsDialog),
);
const ImportList = lazyDialog(() => import('./import/ImportList.tsx').then((file) => file.ImportList));

const LinkDialog = lazyDialog(() => import('./row/LinkDialog.tsx').then((file) => file.LinkDialog));
const DeletedRows = lazyDialog(() => import('./row/DeletedRows.tsx').then((file) => file.DeletedRows));

type TableDialogsProps = {
  item: Item;
  table: Pick<TableControl, 'columns' | 'query' | 'total' | 'store' | 'put' | 'reload' | 'refresh'>;
  changes: Pick<TableChanges, 'cells' | 'write' | 'drafts' | 'note' | 'undoControl' | 'actionQueue'>;
  /** What is shown of the columns. */
  settings: Pick<ViewSettings, 'columns'>;
  shown: TableDialog;
  onClose: () => void;
};

/** The dialog that is open over a table. */
export function TableDialogs({ item, table, changes, settings, shown, ...props }: TableDialogsProps) {
  const { total, reload } = table;
  const { viewer, hub } = useShell();
  const isOpen = useIsOpen();
  const onClose = () => {
    // Another one may be open by the time that this one is done.
    if (isOpen.current) props.onClose();
  };
  const columns = useMemo(() => engineColumns(table.columns), [table.columns]);
  const rowsNow = (rows: readonly Row[]) =>
    currentRows(
      [table, ...changes.cells.parts].map(({ store }) => store),
      rows,
    );
  const afterImport = useCallback(() => void reload(), [reload]);
  return (
    <>
      {shown.dialog === 'row' && (
        <RowDialog
          itemId={item.id}
          columns={columns}
          row={null}
          creator={hub?.role && viewer ? viewer.id : null}
          links={shownColumns(table.columns).filter(({ tableType }) => tableType === 'link')}
          {...(shown.row === null && shown.values ? { values: shown.values } : {})}
          onClose={onClose}
          onSaved={(row) => {
            table.put(row);
            changes.note({ kind: 'added', ids: [row.id] });
            onClose();
          }}
        />
      )}
      {shown.dialog === 'column' && (
        <ColumnDialog
          itemId={item.id}
          column={shown.column}
          columns={table.columns}
          slug={item.space_slug}
          hasRows={total > 0}
          whenIdle={changes.actionQueue.whenIdle}
          onClose={onClose}
          onSaved={() => {
            onClose();
            void reload();
          }}
        />
      )}
      {shown.dialog === 'delete column' && (
        <DeleteColumn itemId={item.id} column={shown.column} {...{ changes, reload, onClose }} />
      )}
      {shown.dialog === 'links' && (
        <LinkDialog
          label={shown.column.label}
          tableId={shown.column.column.table ?? ''}
          isOne={shown.column.column.multiple === false}
          linked={linkedRows(
            shown.row,
            shownValue(shown.row, changes.drafts.get(shown.row.id), shown.column.name),
          )}
          onSave={(rows) =>
            changes.actionQueue.run(() =>
              changes.write(
                rowsNow([shown.row]).map((row) => ({
                  row,
                  name: shown.column.name,
                  value: rows.map(({ id }) => id),
                })),
              ),
            )
          }
          onClose={onClose}
        />
      )}
      {(shown.dialog === 'edit all' || shown.dialog === 'delete all' || shown.dialog === 'edit rows') && (
        <BulkDialogs
          itemId={item.id}
          columns={table.columns}
          undoControl={changes.undoControl}
          write={changes.write}
          rowsNow={rowsNow}
          actionQueue={changes.actionQueue}
          shown={shown}
          onClose={onClose}
        />
      )}
      {shown.dialog === 'deleted rows' && (
        <DeletedRows
          itemId={item.id}
          columns={table.columns}
          undoControl={changes.undoControl}
          onRestored={() => void table.refresh()}
          onClose={onClose}
        />
      )}
      {shown.dialog === 'shortcuts' && <ShortcutsDialog of="grid" onClose={onClose} />}
      {shown.dialog === 'imports' && <ImportList itemId={item.id} onClose={onClose} />}
      {shown.dialog === 'export' && (
        <ExportDialog itemId={item.id} table={table} settings={settings} onClose={onClose} />
      )}
      {shown.dialog === 'import' && (
        <ImportDialog
          isContacts={item.kind === 'contact'}
          itemId={item.id}
          columns={table.columns}
          chosen={shown.file ?? null}
          prepared={shown.prepared ?? null}
          onDone={afterImport}
          onClose={onClose}
        />
      )}
    </>
  );
}
