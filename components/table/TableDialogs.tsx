import { useCallback } from 'react';
import { FormattedMessage } from 'react-intl';
import { Confirm } from '#components/ui/Confirm.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import type { Item } from '#lib/contract/item.ts';
import { deleteColumn } from '#services/table.ts';
import type { TableDialog } from './table-dialog.ts';
import type { TableControl } from './use-table.ts';

const RowDialog = lazyDialog(() => import('./RowDialog.tsx').then((file) => file.RowDialog));
const ColumnDialog = lazyDialog(() => import('./ColumnDialog.tsx').then((file) => file.ColumnDialog));
const ImportDialog = lazyDialog(() => import('./ImportDialog.tsx').then((file) => file.ImportDialog));

type TableDialogsProps = {
  item: Item;
  table: Pick<TableControl, 'columns' | 'rows' | 'put' | 'reload'>;
  shown: TableDialog | null;
  onClose: () => void;
};

/** The dialog that is open over a table. */
export function TableDialogs({ item, table, shown, onClose }: TableDialogsProps) {
  const { columns, rows, reload } = table;
  const afterImport = useCallback(() => void reload(), [reload]);
  return (
    <>
      {shown?.dialog === 'row' && (
        <RowDialog
          itemId={item.id}
          columns={columns}
          row={shown.row}
          isContact={item.kind === 'contact'}
          onClose={onClose}
          onSaved={(row) => {
            table.put(row);
            onClose();
          }}
        />
      )}
      {shown?.dialog === 'column' && (
        <ColumnDialog
          itemId={item.id}
          column={shown.column}
          hasRows={rows.length > 0}
          onClose={onClose}
          onSaved={() => {
            onClose();
            void reload();
          }}
        />
      )}
      {shown?.dialog === 'delete column' && (
        <Confirm
          danger
          title={<FormattedMessage id="table.delete_column_title" values={{ label: shown.column.label }} />}
          text={<FormattedMessage id="table.delete_column_text" />}
          submit={<FormattedMessage id="table.delete_column" />}
          onClose={onClose}
          onConfirm={async () => {
            await deleteColumn(item.id, shown.column);
            onClose();
            await reload();
          }}
        />
      )}
      {shown?.dialog === 'import' && (
        <ImportDialog itemId={item.id} columns={columns} onDone={afterImport} onClose={onClose} />
      )}
    </>
  );
}
