import { useEffect, useRef } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Values } from '#lib/fields/definition.ts';
import type { TableControl } from '../rows/use-table.ts';
import { type AddedRows, addRowsInParts } from './row-requests.ts';
import { redoOne, storedText, undoOne } from './undo-stack.ts';
import { type ActionQueue, useActionQueue } from './use-action-queue.ts';
import { type CellControl, useCellsOfPart, useCellWriter } from './use-cell-writer.tsx';
import { useDeleteRows } from './use-delete-rows.tsx';
import { type UndoControl, useUndoStack } from './use-undo-stack.ts';

const loadApplyStep = () => import('./apply-step.ts');
fetchWhenIdle(loadApplyStep);

/** Changes of cells and rows, shown at once, which their author can undo and do again. */
export function useTableChanges(itemId: string, table: TableControl) {
  const viewerId = useShell().viewer?.id ?? '';
  const actionQueue = useActionQueue();
  const undoControl = useUndoStack(viewerId, itemId, actionQueue);
  const cells = useCellWriter({
    actionQueue,
    itemId,
    viewerId,
    table,
    onWritten: ({ cells: changed }) => {
      if (changed.length > 0) undoControl.note({ kind: 'cells', cells: changed });
    },
  });
  return useRowChanges(itemId, table, { cells, undoControl, actionQueue });
}

/** Changes of a part of the rows, such as those of a group: its cells are written with those of the table. */
export function useChangesOfPart(itemId: string, part: TableControl, whole: TableChanges): TableChanges {
  const viewerId = useShell().viewer?.id ?? '';
  const cells = useCellsOfPart(whole.cells, viewerId, part);
  return useRowChanges(itemId, part, { ...whole, cells });
}

type SharedChanges = { cells: CellControl; undoControl: UndoControl; actionQueue: ActionQueue };

function useRowChanges(itemId: string, table: TableControl, shared: SharedChanges) {
  const { cells, undoControl, actionQueue } = shared;
  const { writer, drafts, write, parts } = cells;
  const toast = useToast();
  const latest = useRef(table);
  useEffect(() => {
    latest.current = table;
  }, [table]);
  const remove = useDeleteRows({ itemId, latest, parts, undoControl });

  /** Adds rows at the end. @param isNoted whether that can be undone by itself @throws the client's error */
  const add = async (values: readonly Values[], isNoted = true): Promise<AddedRows> => {
    const added = await addRowsInParts(itemId, values);
    for (const row of added.rows) latest.current.put(row);
    if (isNoted && added.rows.length > 0)
      undoControl.note({ kind: 'added', ids: added.rows.map(({ id }) => id) });
    return added;
  };

  const step = async (take: typeof undoOne) => {
    // A cell that was just written is the step to undo, once it is stored.
    await cells.whenWritten();
    const before = undoControl.read();
    const next = take(before);
    if (!next) return;
    undoControl.save(next.stack);
    try {
      const { applyStep } = await loadApplyStep();
      await applyStep({ itemId, writer, undoControl, toast, latest }, next.step);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
      // It can be tried again, unless something else was done meanwhile.
      if (storedText(undoControl.read()) === storedText(next.stack)) undoControl.save(before);
      await latest.current.refresh();
    }
  };
  return {
    cells,
    undoControl,
    actionQueue,
    drafts,
    retry: writer.sender.retry,
    discard: writer.discard,
    showPending: writer.showPending,
    write,
    add,
    remove,
    note: undoControl.note,
    /** Undo and redo, after the actions that wait. */
    undo: () => actionQueue.run(() => step(undoOne)),
    redo: () => actionQueue.run(() => step(redoOne)),
    canUndo: undoControl.stack.done.length > 0,
    canRedo: undoControl.stack.undone.length > 0,
  };
}

export type TableChanges = ReturnType<typeof useRowChanges>;
