import { useCallback, useSyncExternalStore } from 'react';
import type { WritingPerson } from '#lib/contract/document-writers.ts';
import { subscribeToChangeEvents } from '#services/change-events.ts';
import { getDocumentWriters } from '#services/document-writers.ts';
import { useShell } from './ShellContext.tsx';

/** Who writes in which documents, by their id. */
export type Writers = ReadonlyMap<string, readonly WritingPerson[]>;

const NOBODY: Writers = new Map();

/** How long events gather before they are asked about, and how often at most, in milliseconds. */
const GATHER_MS = 150;
const PAUSE_MS = 2_000;
/** A process that was killed reports nobody as gone: asked again while somebody is shown, in milliseconds. */
const AGAIN_MS = 60_000;

type Watched = { writers: Writers; listeners: Set<() => void>; stop: () => void };

/** By hub and space: a list, the tree and the page itself share one. */
const watched = new Map<string, Watched>();

function watch(handle: string, slug: string): Watched {
  const one: Watched = { writers: NOBODY, listeners: new Set(), stop: () => undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoading = false;
  let isWanted = false;
  let isStopped = false;

  const loadIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), ms);
  };
  const load = async () => {
    isWanted = false;
    isLoading = true;
    // Without a response nobody is shown.
    const entries = await getDocumentWriters(slug).catch(() => []);
    isLoading = false;
    if (isStopped) return;
    if (entries.length > 0 || one.writers.size > 0) {
      one.writers = new Map(entries.map(({ item_id, people }) => [item_id, people]));
      for (const listener of one.listeners) listener();
    }
    if (isWanted) loadIn(PAUSE_MS);
    else if (one.writers.size > 0) loadIn(AGAIN_MS);
  };
  const wake = () => {
    if (isWanted) return;
    isWanted = true;
    if (!isLoading) loadIn(GATHER_MS);
  };
  const unsubscribe = subscribeToChangeEvents(handle, {
    onChangeEvent: ({ about }) => {
      if (about === 'writers') wake();
    },
    onGap: wake,
  });
  one.stop = () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
  wake();
  return one;
}

/** Who else writes in the documents of a space of the page's hub, live; nobody for somebody from outside of it. */
export function useWritersNow(slug: string): Writers {
  const { hub } = useShell();
  const handle = hub?.domain_handle;
  const key = `${handle}/${slug}`;
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!handle) return () => undefined;
      const one = watched.get(key) ?? watch(handle, slug);
      watched.set(key, one);
      one.listeners.add(listener);
      return () => {
        one.listeners.delete(listener);
        // The screen after this one subscribes in a moment.
        setTimeout(() => {
          if (one.listeners.size > 0) return;
          if (watched.get(key) === one) watched.delete(key);
          one.stop();
        });
      };
    },
    [handle, slug, key],
  );
  return useSyncExternalStore(
    subscribe,
    () => watched.get(key)?.writers ?? NOBODY,
    () => NOBODY,
  );
}
