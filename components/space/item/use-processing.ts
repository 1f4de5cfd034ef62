import { useEffect, useRef } from 'react';
import type { Item } from '#lib/contract/item.ts';
import { getItem } from '#services/item.ts';

/** Milliseconds between two looks: soon at first, then less and less often. */
const SHORTEST = 500;
const LONGEST = 10_000;
const SLOWER = 1.5;
/** Items looked at in one round; the others' turn comes when these are read. */
const AT_ONCE = 10;

export const isProcessing = ({ processing }: Item) =>
  processing.state === 'queued' || processing.state === 'running';

/** Asks again for items that are still being read, until they are ready or failed. */
export function useProcessing(items: readonly Item[], onChange: (item: Item) => void): void {
  const heard = useRef(onChange);
  useEffect(() => {
    heard.current = onChange;
  }, [onChange]);

  const ids = items.filter(isProcessing).map(({ id }) => id);
  const key = ids.slice(0, AT_ONCE).join(' ');
  useEffect(() => {
    if (!key) return;
    const controller = new AbortController();
    const { signal } = controller;
    let wait = SHORTEST;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if (!document.hidden) {
        const answers = await Promise.allSettled(key.split(' ').map((id) => getItem(id, signal)));
        if (signal.aborted) return;
        for (const answer of answers) if (answer.status === 'fulfilled') heard.current(answer.value.data);
      }
      wait = Math.min(wait * SLOWER, LONGEST);
      timer = setTimeout(look, wait);
    };
    timer = setTimeout(look, wait);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [key]);
}
