import { useCallback, useSyncExternalStore } from 'react';
import { type ChangeEvent, subscribeToChangeEvents } from '#services/change-events.ts';

/** How long events gather before the value is loaded again, and how often at most, in milliseconds. */
const GATHER_MS = 150;
const PAUSE_MS = 2_000;
/** Not all open pages load it in the same moment. */
const SPREAD_MS = 300;
/** What failed is tried again after this time, then after twice as long. */
const RETRY_MS = 5_000;
const RETRY_MS_MAX = 80_000;

type Kind<T> = {
  /** The value until it is loaded, and where it can't be. */
  empty: T;
  load: (key: string) => Promise<T>;
  /** Whether the value may be another after this event. */
  concerns: (event: ChangeEvent) => boolean;
  /** After how long it is loaded again without an event, in milliseconds; null for never. */
  againMs?: (value: T) => number | null;
};

type Watched<T> = { value: T; listeners: Set<() => void>; wake: (isOwn?: boolean) => void; stop: () => void };

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
  let readAt = Number.NEGATIVE_INFINITY;
  let retryMs = RETRY_MS;

  const readIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), ms);
  };
  const read = async () => {
    isWanted = false;
    isLoading = true;
    readAt = performance.now();
    // What was shown stays where it can't be loaded.
    const loaded = await load(key).then(
      (value) => ({ value }),
      () => null,
    );
    isLoading = false;
    if (isStopped) return;
    if (loaded === null) {
      readIn(retryMs);
      retryMs = Math.min(RETRY_MS_MAX, retryMs * 2);
      return;
    }
    retryMs = RETRY_MS;
    one.value = loaded.value;
    for (const listener of one.listeners) listener();
    const again = againMs?.(loaded.value) ?? null;
    if (isWanted) readIn(PAUSE_MS);
    else if (again !== null) readIn(again);
  };
  one.wake = (isOwn = false) => {
    if (isWanted && !isOwn) return;
    isWanted = true;
    if (isLoading) return;
    const earliest = readAt + PAUSE_MS - performance.now();
    readIn(isOwn || earliest <= GATHER_MS ? GATHER_MS + Math.random() * (isOwn ? 0 : SPREAD_MS) : earliest);
  };
  const unsubscribe = subscribeToChangeEvents(handle, {
    onChangeEvent: (event) => {
      if (concerns(event)) one.wake();
    },
    onGap: () => one.wake(),
  });
  one.stop = () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
  one.wake(true);
  return one;
}

/**
 * A small value of a hub that several parts of a page show: loaded once for all of them, after the page is there, and
 * again after change events. It is no query of TanStack Query (docs/decisions/0099): these go with their screen, and only
 * screens with lists load the library, while the sidebar of every page shows such values.
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
      for (const one of watched.values()) one.wake(true);
    },
  };
}
