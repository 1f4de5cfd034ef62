import { useMutation } from '@tanstack/react-query';
import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import { addRow, deleteRow } from '#services/table.ts';
import type { TableControl } from './use-table.ts';

type Deleted = { row: Row; at: number };

/** Deletes rows: each is hidden immediately, shown again if the server refuses, and can be restored. */
export function useRowDeletion(itemId: string, table: TableControl): (row: Row) => void {
  const toast = useToast();
  const showFailure = (error: unknown) => toast({ tone: 'error', text: failureText(error) });

  const undo = useMutation({
    networkMode: 'always',
    mutationFn: ({ row: { id, values, position } }: Deleted) => addRow(itemId, { id, values, position }),
    onSuccess: (outcome, { at }) => {
      if (outcome?.row) return table.restore(outcome.row, at);
      const problems = Object.values(outcome?.errors ?? {}).flat();
      return void toast({ tone: 'error', text: problems.join(' ') });
    },
    onError: showFailure,
  });

  const deletion = useMutation({
    networkMode: 'always',
    mutationFn: ({ row }: Deleted) => deleteRow(itemId, row),
    onMutate: ({ row }) => table.hide(row.id),
    onError: (error, { row }) => {
      table.unhide(row.id);
      showFailure(error);
    },
    onSuccess: (_, deleted) => {
      table.remove(deleted.row.id);
      toast({
        text: <FormattedMessage id="table.row_deleted" />,
        action: { label: <FormattedMessage id="item.undo" />, onSelect: () => undo.mutate(deleted) },
      });
    },
  });

  return (row) => deletion.mutate({ row, at: table.rows.indexOf(row) });
}
