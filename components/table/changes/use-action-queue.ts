import { useMemo, useState } from 'react';
import { useUnloadWarning } from '#components/ui/use-unload-warning.ts';

/**
 * The order of what changes a table: of its grids, its bar and its dialogs. While one action reads or writes, or its code is on its
 * way, those after it wait for it, so that each finds what the ones before it have left.
 */
export function useActionQueue() {
  const [isWaiting, setWaiting] = useState(false);
  useUnloadWarning(isWaiting);
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
    return {
      /** Does something after the actions that wait, and lets those after it wait. @throws its error */
      queue,
      /** Does something now, or after the actions that wait. @param isLate whether it waits itself */
      run(action: () => unknown, isLate: unknown = false): void {
        if (last || isLate) void queue(action);
        else void action();
      },
      isWaiting: () => last !== null,
      /** Resolves once no action waits. */
      async whenIdle(): Promise<void> {
        while (last) await last;
      },
    };
  }, []);
}

export type ActionQueue = ReturnType<typeof useActionQueue>;
