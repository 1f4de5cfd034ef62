import { matchesView, type SpaceView } from '#components/space/view/space-view.ts';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Item } from '#lib/contract/item.ts';
import { failureOf } from '#services/http.ts';
import { getItem } from '#services/item.ts';
import { insertionIndex } from './item-index.ts';
import type { ItemListEvent } from './item-list.ts';

type Listed = {
  slug: string;
  view: SpaceView;
  items: readonly Item[];
  hasMore: boolean;
  change: (event: ItemListEvent) => void;
};

/** Keeps a space's list true while others add, change and remove: each item that the reader may see is asked for alone. */
export function useSpaceChangeEvents({ slug, view, items, hasMore, change }: Listed): void {
  const { hub } = useShell();

  const look = async (id: string) => {
    const known = items.some((item) => item.id === id);
    try {
      const { data } = await getItem(id);
      const belongs = data.space_slug === slug && data.trashed_at === null && matchesView(view, data);
      if (known) change(belongs ? { type: 'changed', item: data } : { type: 'removed', id });
      else if (belongs) {
        const at = insertionIndex(items, data, view.sort);
        // What stands behind what is shown comes with its page.
        if (at < items.length || !hasMore) change({ type: 'inserted', item: data, at });
      }
    } catch (error) {
      if (known && failureOf(error)?.status === 404) change({ type: 'removed', id });
    }
  };

  useChangeEvents(hub?.domain_handle ?? null, (news) => {
    if (news.about === 'item') void look(news.id);
  });
}
