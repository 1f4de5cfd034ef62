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
    /** Has the actions after one wait for it. @throws its error */
    const track = <Value>(own: Promise<Value>): Promise<Value> => {
      const free = () => {
        if (last !== over) return;
        last = null;
        setWaiting(false);
      };
      // Its failure is its caller's: the actions after it continue.
      const over: Promise<void> = own.then(free, free);
      last = over;
      setWaiting(true);
      // Another promise, whose error is reported where nobody handles it.
      return own.then();
    };
    const queue = <Value>(action: () => Value | Promise<Value>) => track(Promise.resolve(last).then(action));
    return {
      /** Does something after the actions that wait, and lets those after it wait. @throws its error */
      queue,
      /** Does something now, or after the actions that wait; those after it wait for it. */
      run(action: () => Promise<unknown>): void {
        void (last ? queue(action) : track(action()));
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
