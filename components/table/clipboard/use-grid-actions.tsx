import { useEffect, useMemo } from 'react';
import { LoadFailure } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ActionQueue } from '../changes/use-action-queue.ts';

export type GridActionCode = typeof import('./grid-action-code.ts');

let loaded: GridActionCode | null = null;

/** Loads the code of actions that read texts or write many cells. */
async function loadGridActions(): Promise<GridActionCode> {
  loaded = await import('./grid-action-code.ts');
  return loaded;
}

/**
 * Actions of a grid whose code is loaded after the page, in the order of the table's changes.
 * @param isNeeded whether the code is loaded at once
 */
export function useGridActions({ queue }: Pick<ActionQueue, 'queue'>, isNeeded: boolean) {
  const toast = useToast();
  useEffect(() => {
    // What can't be loaded is tried again by the action.
    if (isNeeded) loadGridActions().catch(() => undefined);
  }, [isNeeded]);
  return useMemo(
    () => ({
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
    }),
    [queue, toast],
  );
}

export type GridCodeActions = ReturnType<typeof useGridActions>;
