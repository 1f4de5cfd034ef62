import { useEffect, useSyncExternalStore } from 'react';

let shown = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  shown += change;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Says whether cells of the page's table wait to be stored, as long as the caller is shown. */
export const useMarkWaitingCells = (isWaiting: boolean): void =>
  useEffect(() => {
    if (!isWaiting) return;
    count(1);
    return () => count(-1);
  }, [isWaiting]);

/** Whether cells of the page's table wait to be stored. */
export const useHasWaitingCells = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => shown > 0,
    () => false,
  );
