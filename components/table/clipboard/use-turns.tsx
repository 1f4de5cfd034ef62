import { useEffect, useMemo, useState } from 'react';
import { LoadFailure } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useUnloadWarning } from '#components/ui/use-unload-warning.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';

export type GridActCode = typeof import('./grid-act-code.ts');

let loaded: GridActCode | null = null;

/** Loads the code of acts that read texts or write many cells. */
async function loadGridActs(): Promise<GridActCode> {
  loaded = await import('./grid-act-code.ts');
  return loaded;
}

/**
 * The order of acts in a grid. While the code of one is on its way, those after it wait for it, so that each finds what the ones
 * before it have left; after that, none waits.
 * @param isNeeded whether the code is loaded at once
 */
export function useTurns(isNeeded: boolean) {
  const toast = useToast();
  const [isWaiting, setWaiting] = useState(false);
  useUnloadWarning(isWaiting);
  useEffect(() => {
    // What can't be loaded is tried again by the act.
    if (isNeeded) loadGridActs().catch(() => undefined);
  }, [isNeeded]);
  return useMemo(() => {
    let last: Promise<unknown> | null = null;
    const queue = (act: () => unknown): Promise<void> => {
      const own = Promise.resolve(last).then(act);
      // Its failure is its caller's: the acts after it go on.
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
    const after = (act: () => unknown, isLate: unknown = false): void => {
      if (last || isLate) void queue(act);
      else void act();
    };
    return {
      /** Does something now, or after the acts that wait. @param isLate whether it waits itself */
      after,
      /** Undo and redo, after the acts that wait. */
      inOrder: ({ drafts, undo, redo }: Pick<TableChanges, 'drafts' | 'undo' | 'redo'>) => ({
        drafts,
        undo: () => after(undo),
        redo: () => after(redo),
      }),
      /** Does something with code that may still be on its way; without it, somebody is told. */
      take(act: (code: GridActCode) => Promise<void>): Promise<void> {
        if (loaded && !last) return act(loaded);
        const code = loadGridActs();
        return queue(() =>
          code.then(act, () => {
            toast({ tone: 'error', text: <LoadFailure /> });
          }),
        );
      },
      /** Reads a text with code that may still be on its way; without it, the text stays as it is. */
      read(text: string, read: (code: GridActCode) => unknown): unknown {
        return loaded ? read(loaded) : loadGridActs().then(read, () => text);
      },
      isWaiting: () => last !== null,
    };
  }, [toast]);
}

export type Turns = ReturnType<typeof useTurns>;
