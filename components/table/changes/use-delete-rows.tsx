import type { RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import { indexOfRow } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import { deleteRowsInParts } from './row-requests.ts';
import type { UndoControl } from './use-undo-stack.ts';

type DeleteRowsOptions = {
  itemId: string;
  latest: RefObject<TableControl>;
  /** Parts of the table that are shown: groups, and lists of a board. */
  parts: ReadonlySet<TableControl>;
  undoControl: UndoControl;
};

/** Deletes rows: hidden at once, and shown again if the server refuses; with an undo button. */
export function useDeleteRows({ itemId, latest, parts, undoControl }: DeleteRowsOptions) {
  const intl = useIntl();
  const toast = useToast();
  const showFailure = (error: unknown) => toast({ tone: 'error', text: failureText(error) });

  return async (rows: readonly Row[]): Promise<void> => {
    const { window } = latest.current.store.state();
    const places = rows.map((row) => ({ row, at: indexOfRow(window, row.id) }));
    const ids = rows.map(({ id }) => id);
    for (const { remove } of new Set([latest.current, ...parts])) remove(...ids);
    try {
      await deleteRowsInParts(
        itemId,
        rows.map(({ id }) => ({ id })),
      );
    } catch (error) {
      for (const { row, at } of places.toSorted((one, other) => one.at - other.at))
        if (at >= 0) latest.current.restore(row, at);
      for (const { refresh } of parts) void refresh();
      return showFailure(error);
    }
    undoControl.note({ kind: 'deleted', ids });
    toast({
      text:
        rows.length === 1 ? (
          <FormattedMessage id="table.row_deleted" />
        ) : (
          <FormattedMessage id="table.rows_deleted" values={{ count: rows.length }} />
        ),
      action: {
        label: intl.formatMessage({ id: 'item.undo' }),
        onSelect: () =>
          void undoControl
            .queue(async () => {
              const { putBackRows } = await import('./put-back-rows.ts');
              await putBackRows({ itemId, latest, undoControl, toast }, places);
            })
            .catch(showFailure),
      },
    });
  };
}
