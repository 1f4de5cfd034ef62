import type { RefObject } from 'react';
import type { useToast } from '#components/ui/Toaster.tsx';
import type { TableControl } from '../rows/use-table.ts';
import type { CellChange, CellWriter } from './cell-writer.ts';
import { changeRowsInParts, deleteRowsInParts, restoreRowsInParts } from './row-requests.ts';
import { type TableAct, valuesByRow } from './undo-stack.ts';
import type { UndoControl } from './use-undo-stack.ts';

type ActTarget = {
  itemId: string;
  writer: CellWriter;
  acts: UndoControl;
  toast: ReturnType<typeof useToast>;
  latest: RefObject<TableControl>;
};

/** Does one step of undo or redo. @throws the client's error */
export async function applyAct(target: ActTarget, act: TableAct): Promise<void> {
  const { itemId, writer, acts, toast, latest } = target;
  if (act.kind === 'all') {
    for (const one of act.acts) await applyAct(target, one);
    return;
  }
  if (act.kind === 'bulk') {
    const { undoBulk } = await import('./bulk-on-use.ts');
    await undoBulk({ itemId, acts, toast, refresh: () => void latest.current.refresh() }, act.id);
    return;
  }
  if (act.kind === 'columns' || act.kind === 'columns deleted') {
    const { addColumnsAgain, removeAddedColumns } = await import('./column-acts.tsx');
    if (act.kind === 'columns') await addColumnsAgain(itemId, act.columns);
    else await removeAddedColumns({ itemId, toast }, act.columns);
    await latest.current.refresh();
    return;
  }
  if (act.kind === 'deleted') {
    latest.current.remove(...act.ids);
    await deleteRowsInParts(itemId, act.ids);
    return;
  }
  if (act.kind === 'added') {
    await restoreRowsInParts(itemId, act.ids);
    await latest.current.refresh();
    return;
  }
  const { window } = latest.current.store.state();
  const known = new Map([...window.rows.values()].map((row) => [row.id, row]));
  const rows = valuesByRow(act.cells);
  const shown = act.cells.flatMap(({ id, name, to }): CellChange[] => {
    const row = known.get(id);
    return row ? [{ row, name, value: to }] : [];
  });
  const unseen = [...rows].filter(([id]) => !known.has(id));
  if (shown.length > 0) await writer.write(shown);
  await changeRowsInParts(
    itemId,
    unseen.map(([id, values]) => ({ id, values })),
  );
}
