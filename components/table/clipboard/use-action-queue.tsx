import { useEffect, useMemo, useState } from 'react';
import { LoadFailure } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useUnloadWarning } from '#components/ui/use-unload-warning.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';

export type GridActionCode = typeof import('./grid-action-code.ts');

let loaded: GridActionCode | null = null;

/** Loads the code of actions that read texts or write many cells. */
async function loadGridActions(): Promise<GridActionCode> {
  loaded = await import('./grid-action-code.ts');
  return loaded;
}

/**
 * The order of actions in a grid. While one reads or writes, or its code is on its way, those after it wait for it, so that each finds
 * what the ones before it have left.
 * @param isNeeded whether the code is loaded at once
 */
export function useActionQueue(isNeeded: boolean) {
  const toast = useToast();
  const [isWaiting, setWaiting] = useState(false);
  useUnloadWarning(isWaiting);
  useEffect(() => {
    // What can't be loaded is tried again by the action.
    if (isNeeded) loadGridActions().catch(() => undefined);
  }, [isNeeded]);
  return useMemo(() => {
    let last: Promise<unknown> | null = null;
    const queue = (action: () => unknown): Promise<void> => {
      const own = Promise.resolve(last).then(action);
      // Its failure is its caller's: the actions after it continue.
      const over = own
        .catch(() => undefined)
        .then(() => {
          if (last !== over) return;
          last = null;
          setWaiting(false);
        });
      last = over;
      setWaiting(true);
      return own.then(() => undefined);
    };
    const run = (action: () => unknown, isLate: unknown = false): void => {
      if (last || isLate) void queue(action);
      else void action();
    };
    return {
      /** Does something now, or after the actions that wait. @param isLate whether it waits itself */
      run,
      /** Undo and redo, after the actions that wait. */
      queueUndo: ({ drafts, undo, redo }: Pick<TableChanges, 'drafts' | 'undo' | 'redo'>) => ({
        drafts,
        undo: () => run(undo),
        redo: () => run(redo),
      }),
      /** Runs an action with code that may still be on its way, until it is over; without the code, a message is shown. */
      runWithCode(action: (code: GridActionCode) => Promise<void>): Promise<void> {
        const code = loadGridActions();
        return queue(() =>
          code.then(action, () => {
            toast({ tone: 'error', text: <LoadFailure /> });
          }),
        );
      },
      /** Reads a text with code that may still be on its way; without it, the text stays as it is. */
      readWithCode(text: string, read: (code: GridActionCode) => unknown): unknown {
        return loaded ? read(loaded) : loadGridActions().then(read, () => text);
      },
      isWaiting: () => last !== null,
    };
  }, [toast]);
}

export type ActionQueue = ReturnType<typeof useActionQueue>;
