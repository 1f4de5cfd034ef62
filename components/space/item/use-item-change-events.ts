import { useEffect, useRef } from 'react';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Item } from '#lib/contract/item.ts';
import { readingState } from './reading-state.ts';
import { useChangedItem } from './use-changed-item.ts';

type Shown = {
  item: Item;
  /** Nothing of the reader's own is open, half typed or on its way: what others did may be shown at once. */
  atRest: boolean;
  replace: (item: Item) => void;
  /** Renders the page again: its content is another, or nothing the reader may see any more. */
  refresh: () => void;
};

/** Keeps an item's page true while others change the item, or take the right to see it away. */
export function useItemChangeEvents({ item, atRest, replace, refresh }: Shown): void {
  const { hub } = useShell();
  const load = useChangedItem();
  const resting = useRef(atRest);
  useEffect(() => {
    resting.current = atRest;
  }, [atRest]);

  const update = async () => {
    if (!resting.current) return;
    const loaded = await load(item.id);
    if (loaded === 'gone') return refresh();
    // It failed briefly, which changes nothing; or something was begun while the response was on its way.
    if (loaded === null || !resting.current) return;
    if (loaded.revision === item.revision && readingState(loaded) === readingState(item)) return;
    replace(loaded);
    refresh();
  };

  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.id === item.id && event.about !== 'writers') void update();
    },
    () => void update(),
  );
}
