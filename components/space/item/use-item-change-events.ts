import { useEffect, useRef } from 'react';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Item } from '#lib/contract/item.ts';
import { failureOf } from '#services/http.ts';
import { getItem } from '#services/item.ts';

type Shown = {
  item: Item;
  /** Nothing of the reader's own is open, half typed or on its way: what others did may be shown at once. */
  atRest: boolean;
  replace: (item: Item) => void;
  /** Renders the page anew: its content is another, or nothing the reader may see any more. */
  refresh: () => void;
};

/** Keeps an item's page true while others change the item, or take the right to see it away. */
export function useItemChangeEvents({ item, atRest, replace, refresh }: Shown): void {
  const { hub } = useShell();
  const resting = useRef(atRest);
  useEffect(() => {
    resting.current = atRest;
  }, [atRest]);

  const look = async () => {
    if (!resting.current) return;
    try {
      const { data } = await getItem(item.id);
      // Something was begun while the answer was on its way.
      if (!resting.current) return;
      if (data.revision === item.revision && data.processing.state === item.processing.state) return;
      replace(data);
      refresh();
    } catch (error) {
      // A brief network failure changes nothing; a refusal does.
      if (failureOf(error)?.status === 404) refresh();
    }
  };

  useChangeEvents(
    hub?.domain_handle ?? null,
    (news) => {
      if (news.id === item.id) void look();
    },
    () => void look(),
  );
}
