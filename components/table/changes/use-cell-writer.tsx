import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { LoadFailure } from '#components/ui/lazy-component.tsx';
import { type Toast, useToast } from '#components/ui/Toaster.tsx';
import { useUnloadWarning } from '#components/ui/use-unload-warning.ts';
import { messageOf } from '#services/http.ts';
import { delay, isTemporary } from '#services/retry.ts';
import { changeRows } from '#services/table.ts';
import type { TableControl } from '../rows/use-table.ts';
import { type CellChange, createCellWriter, hasUnsaved, type Written } from './cell-writer.ts';
import { createOwnCells } from './own-cells.ts';
import type { ActionQueue } from './use-action-queue.ts';

const loadToasts = () => import('./cell-toasts.tsx');
// They are there when the network is not.
fetchWhenIdle(loadToasts);

/** Shows a toast whose code is loaded apart; where it can't be loaded, says so and offers another try. */
function notify(
  toast: ReturnType<typeof useToast>,
  make: (code: typeof import('./cell-toasts.tsx')) => Toast,
): void {
  loadToasts().then(
    (code) => toast(make(code)),
    () =>
      toast({
        tone: 'error',
        text: <LoadFailure />,
        action: { label: <FormattedMessage id="action.retry" />, onSelect: () => notify(toast, make) },
      }),
  );
}

type Target = {
  actionQueue: Pick<ActionQueue, 'run'>;
  itemId: string;
  viewerId: string;
  table: TableControl;
  onWritten: (written: Written) => void;
};

/** Writes cells, and reports where others overwrote them: with the offer to put one's own values back. */
export function useCellWriter({ actionQueue, itemId, viewerId, table, onWritten }: Target) {
  const intl = useIntl();
  const toast = useToast();
  const latest = useRef(table);
  useEffect(() => {
    latest.current = table;
  }, [table]);
  const labelOf = (name: string) => latest.current.columns.find((one) => one.name === name)?.label ?? name;

  const [parts] = useState(() => new Set<TableControl>());
  const shown = () => [latest.current, ...parts];
  const [ownCells] = useState(createOwnCells);
  const [writer] = useState(() =>
    createCellWriter({
      isTemporary,
      wait: delay,
      send: async (rows) => {
        const outcomes = await changeRows(itemId, rows);
        for (const [at, { status, row }] of outcomes.entries())
          if (status === 'done' && row) ownCells.note(row, Object.keys(rows[at]?.values ?? {}));
        return outcomes;
      },
      onRows: (rows) => {
        for (const { replace } of shown()) replace(rows);
      },
      onMissing: (row, isGuarded) => {
        for (const { remove } of shown()) remove(row.id);
        if (!isGuarded) notify(toast, ({ goneToast }) => goneToast());
      },
      onReplaced: ({ name }) => notify(toast, ({ replacedToast }) => replacedToast(labelOf(name))),
      failure: (error) =>
        isTemporary(error) ? intl.formatMessage({ id: 'table.cell_not_saved' }) : messageOf(error),
    }),
  );
  useEffect(() => {
    window.addEventListener('online', writer.sender.retry);
    return () => window.removeEventListener('online', writer.sender.retry);
  }, [writer]);
  useEffect(() => {
    writer.sender.start();
    return writer.sender.stop;
  }, [writer]);
  const drafts = useSyncExternalStore(writer.subscribe, writer.drafts, writer.drafts);
  useUnloadWarning(hasUnsaved(drafts));
  const [writes] = useState(() => new Set<Promise<Written>>());
  /** @param isNoted whether it can be undone by itself */
  const write = (changes: readonly CellChange[], isNoted = true): Promise<Written> => {
    const writing = writer.write(changes).then((written) => {
      writes.delete(writing);
      if (isNoted) onWritten(written);
      return written;
    });
    writes.add(writing);
    return writing;
  };
  /** Resolves once the cells that were written until now are stored or refused, and noted. */
  const whenWritten = () => Promise.all(writes);
  const cells = { writer, drafts, write, whenWritten, ownCells, parts, actionQueue };
  useOverwrittenCells(cells, viewerId, table);
  return cells;
}

export type CellControl = ReturnType<typeof useCellWriter>;

/** Reports where others overwrote cells of the shown rows that were written here. */
function useOverwrittenCells(
  { ownCells, write, actionQueue }: Pick<CellControl, 'ownCells' | 'write' | 'actionQueue'>,
  viewerId: string,
  table: TableControl,
) {
  const toast = useToast();
  const latest = useRef({ write, table });
  useEffect(() => {
    latest.current = { write, table };
  });
  const { rows } = table.window;
  useEffect(() => {
    const [first, ...others] = ownCells.overwritten(rows.values());
    if (!first) return;
    const all = [first, ...others];
    const putBack = () =>
      actionQueue.run(() =>
        latest.current.write(all.map(({ row, cell }) => ({ row, name: cell.name, value: cell.value }))),
      );
    const { columns } = latest.current.table;
    notify(toast, ({ overwrittenToast }) => overwrittenToast({ first, others, columns, viewerId, putBack }));
  }, [rows, ownCells, toast, viewerId, actionQueue]);
}

/** Writes the cells of a part of a table's rows with the others: they stay written where the part is shown no more. */
export function useCellsOfPart(cells: CellControl, viewerId: string, part: TableControl): CellControl {
  const { parts } = cells;
  useEffect(() => {
    parts.add(part);
    return () => void parts.delete(part);
  }, [parts, part]);
  useOverwrittenCells(cells, viewerId, part);
  return cells;
}
