import { useCallback, useEffect, useState } from 'react';
import { NOTHING_DONE, pushStep, type UndoStack, type UndoStep } from './undo-stack.ts';
import { readUndoStack, storeUndoStack, undoKey } from './undo-storage.ts';
import type { ActionQueue } from './use-action-queue.ts';

/** What a viewer did in a table and can undo: stored in the browser, the same in all its tabs. */
export function useUndoStack(viewerId: string, itemId: string, { queue }: Pick<ActionQueue, 'queue'>) {
  const key = undoKey(viewerId, itemId);
  const [stack, setStack] = useState<UndoStack>(NOTHING_DONE);
  useEffect(() => setStack(readUndoStack(key)), [key]);
  const save = useCallback(
    (next: UndoStack) => {
      setStack(next);
      storeUndoStack(key, next);
    },
    [key],
  );
  return {
    stack,
    save,
    /** As it is now, also after what another tab did. */
    read: () => readUndoStack(key),
    note: (step: UndoStep) => save(pushStep(readUndoStack(key), step)),
    /** Undoes something by a button of its own, after the actions that wait. @throws its error */
    queue,
  };
}

export type UndoControl = ReturnType<typeof useUndoStack>;
