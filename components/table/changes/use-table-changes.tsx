import { useEffect, useRef } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Values } from '#lib/fields/definition.ts';
import type { TableControl } from '../rows/use-table.ts';
import type { CellChange } from './cell-writer.ts';
import {
  type AddedRows,
  addRowsInParts,
  changeRowsInParts,
  deleteRowsInParts,
  restoreRowsInParts,
} from './row-requests.ts';
import { redoOne, storedText, type TableAct, undoOne, valuesByRow } from './undo-stack.ts';
import { type CellControl, useCellsOfPart, useCellWriter } from './use-cell-writer.tsx';
import { useDeleteRows } from './use-delete-rows.tsx';
import { type UndoControl, useUndoStack } from './use-undo-stack.ts';

/** Changes of cells and rows, shown at once, which their author can undo and do again. */
export function useTableChanges(itemId: string, table: TableControl) {
  const viewerId = useShell().viewer?.id ?? '';
  const acts = useUndoStack(viewerId, itemId);
  const cells = useCellWriter({
    itemId,
    viewerId,
    table,
    onWritten: ({ cells: changed }) => {
      if (changed.length > 0) acts.note({ kind: 'cells', cells: changed });
    },
  });
  return useRowChanges(itemId, table, cells, acts);
}

/** Changes of a part of the rows, such as those of a group: its cells are written with those of the table. */
export function useChangesOfPart(itemId: string, part: TableControl, whole: TableChanges): TableChanges {
  const viewerId = useShell().viewer?.id ?? '';
  const cells = useCellsOfPart(whole.cells, viewerId, part);
  return useRowChanges(itemId, part, cells, whole.acts);
}

function useRowChanges(itemId: string, table: TableControl, cells: CellControl, acts: UndoControl) {
  const { writer, drafts, write } = cells;
  const toast = useToast();
  const latest = useRef(table);
  useEffect(() => {
    latest.current = table;
  }, [table]);
  const remove = useDeleteRows(itemId, latest, acts);

  /** Adds rows at the end. @param isNoted whether that can be undone by itself @throws the client's error */
  const add = async (values: readonly Values[], isNoted = true): Promise<AddedRows> => {
    const added = await addRowsInParts(itemId, values);
    for (const row of added.rows) latest.current.put(row);
    if (isNoted && added.rows.length > 0) acts.note({ kind: 'added', ids: added.rows.map(({ id }) => id) });
    return added;
  };

  const apply = async (act: TableAct): Promise<void> => {
    if (act.kind === 'all') {
      for (const one of act.acts) await apply(one);
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
  };

  const step = async (take: typeof undoOne) => {
    const before = acts.read();
    const next = take(before);
    if (!next) return;
    acts.save(next.stack);
    try {
      await apply(next.act);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
      // It can be tried again, unless something else was done meanwhile.
      if (storedText(acts.read()) === storedText(next.stack)) acts.save(before);
      await latest.current.refresh();
    }
  };
  const undo = () => step(undoOne);

  return {
    cells,
    acts,
    drafts,
    retry: writer.sender.retry,
    discard: writer.discard,
    write,
    add,
    remove,
    note: acts.note,
    undo,
    redo: () => step(redoOne),
    canUndo: acts.stack.done.length > 0,
    canRedo: acts.stack.undone.length > 0,
  };
}

export type TableChanges = ReturnType<typeof useRowChanges>;
