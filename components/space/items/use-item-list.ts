import { useCallback, useEffect, useReducer, useRef } from 'react';
import { listParams, type SpaceView } from '#components/space/view/space-view.ts';
import { isBottomOfPage } from '#lib/browser/bottom-of-page.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ListPage } from '#services/http.ts';
import { listItems } from '#services/item.ts';
import { firstItems, type ItemList, type ItemListEvent, nextItemList } from './item-list.ts';

export type ItemListControl = ItemList & {
  change: (event: ItemListEvent) => void;
  /** Loads the page after the last one; also the retry after it failed. */
  loadMore: () => void;
};

type Options = {
  slug: string;
  view: SpaceView;
  /** What the server rendered. */
  first: ListPage<Item>;
  /** The list as it was when it was left, on the way back to it. */
  cached: ItemList | null;
};

/** The items of one view of a space; loads the next page when the bottom of the page is near. */
export function useItemList({ slug, view, first, cached }: Options): ItemListControl {
  const [list, change] = useReducer(nextItemList, cached ?? firstItems(first, view.sort));
  const asking = useRef<AbortController | null>(null);

  useEffect(() => () => asking.current?.abort(), []);

  const { page, hasMore, next, loading, error, items } = list;
  const nextPage = items.length === 0 ? 1 : page + 1;
  const loadMore = useCallback(() => {
    if (asking.current) return;
    const controller = new AbortController();
    asking.current = controller;
    change({ type: 'asked' });
    const wanted = { ...listParams(view), page: nextPage, ...(next && nextPage > 1 ? { after: next } : {}) };
    void listItems(slug, wanted, controller.signal).then((answer) => {
      asking.current = null;
      if (!controller.signal.aborted) change({ type: 'loaded', answer });
    });
  }, [slug, view, nextPage, next]);

  const wantsMore = hasMore && !loading && !error;
  useEffect(() => {
    if (!wantsMore) return;
    const look = () => {
      const element = document.scrollingElement;
      if (element && isBottomOfPage(element)) loadMore();
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [wantsMore, loadMore]);

  return { ...list, change, loadMore };
}
