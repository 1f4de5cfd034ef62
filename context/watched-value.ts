import { useCallback, useSyncExternalStore } from 'react';
import { type ChangeEvent, subscribeToChangeEvents } from '#services/change-events.ts';

/** How long events gather before the value is loaded again, and how often at most, in milliseconds. */
const GATHER_MS = 150;
const PAUSE_MS = 2_000;

type Kind<T> = {
  /** The value until it is loaded, and where it can't be. */
  empty: T;
  load: (key: string) => Promise<T>;
  /** Whether the value may be another after this event. */
  concerns: (event: ChangeEvent) => boolean;
  /** After how long it is loaded again without an event, in milliseconds; null for never. */
  againMs?: (value: T) => number | null;
};

type Watched<T> = { value: T; listeners: Set<() => void>; wake: () => void; stop: () => void };

function watch<T>({ empty, load, concerns, againMs }: Kind<T>, handle: string, key: string): Watched<T> {
  const one: Watched<T> = {
    value: empty,
    listeners: new Set(),
    wake: () => undefined,
    stop: () => undefined,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoading = false;
  let isWanted = false;
  let isStopped = false;

  const readIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), ms);
  };
  const read = async () => {
    isWanted = false;
    isLoading = true;
    const value = await load(key).catch(() => empty);
    isLoading = false;
    if (isStopped) return;
    one.value = value;
    for (const listener of one.listeners) listener();
    const again = againMs?.(value) ?? null;
    if (isWanted) readIn(PAUSE_MS);
    else if (again !== null) readIn(again);
  };
  one.wake = () => {
    if (isWanted) return;
    isWanted = true;
    if (!isLoading) readIn(GATHER_MS);
  };
  const unsubscribe = subscribeToChangeEvents(handle, {
    onChangeEvent: (event) => {
      if (concerns(event)) one.wake();
    },
    onGap: one.wake,
  });
  one.stop = () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
  one.wake();
  return one;
}

/**
 * A small value of a hub that several parts of a page show: loaded once for all of them, after the page is there, and
 * again after change events.
 * @returns the hook for it, and what has it loaded again
 */
export function createWatchedValue<T>(kind: Kind<T>) {
  const watched = new Map<string, Watched<T>>();

  /** @param handle the hub's; null for somebody from outside of it */
  function useWatchedValue(handle: string | null, key: string): T {
    const name = `${handle}/${key}`;
    const subscribe = useCallback(
      (listener: () => void) => {
        if (handle === null) return () => undefined;
        const one = watched.get(name) ?? watch(kind, handle, key);
        watched.set(name, one);
        one.listeners.add(listener);
        return () => {
          one.listeners.delete(listener);
          // The screen after this one subscribes in a moment.
          setTimeout(() => {
            if (one.listeners.size > 0) return;
            if (watched.get(name) === one) watched.delete(name);
            one.stop();
          });
        };
      },
      [handle, key, name],
    );
    return useSyncExternalStore(
      subscribe,
      () => watched.get(name)?.value ?? kind.empty,
      () => kind.empty,
    );
  }

  return {
    useWatchedValue,
    /** Loads what is shown again: this page has changed it. */
    reload: () => {
      for (const one of watched.values()) one.wake();
    },
  };
}
