import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { listParams, type SpaceView } from '#components/space/view/space-view.ts';
import { useAtBottom } from '#components/ui/use-at-bottom.ts';
import { loadedPage } from '#context/list-error.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ListPage } from '#services/http.ts';
import { listItems } from '#services/item.ts';
import { addPage, firstItems, type ItemList, type ItemListEvent, nextItemList } from './item-list.ts';

export type ItemListControl = ItemList & {
  loading: boolean;
  /** @returns whether it has more or fewer items since */
  change: (event: ItemListEvent) => boolean;
  /** Loads the page after the last one; also the retry after it failed. */
  loadMore: () => void;
  /** Starts again at the first page: it is unknown what others changed. */
  reload: () => void;
};

type Options = {
  slug: string;
  view: SpaceView;
  /** What the server rendered. */
  first: ListPage<Item>;
  /** The list as it was when it was left, on the way back to it. */
  cached: ItemList | null;
};

/**
 * The items of one view of a space; loads the next page when the bottom of the page is near. A page is added to the
 * list as it is when it arrives, with what was changed meanwhile.
 */
export function useItemList({ slug, view, first, cached }: Options): ItemListControl {
  const client = useQueryClient();
  const queryKey = useMemo(() => ['space items', slug, view], [slug, view]);
  // It changes by events and by the pages that follow.
  const { data: list } = useQuery<ItemList>({
    queryKey,
    queryFn: () => cached ?? firstItems(first, view.sort),
    initialData: () => cached ?? firstItems(first, view.sort),
  });
  const change = useCallback(
    (event: ItemListEvent) => {
      const before = client.getQueryData<ItemList>(queryKey);
      if (!before) return false;
      const after = nextItemList(before, event);
      client.setQueryData<ItemList>(queryKey, after);
      return after.items.length !== before.items.length;
    },
    [client, queryKey],
  );

  const { items, page, hasMore, next } = list;
  const place =
    items.length === 0 || list.error !== null
      ? { page: 1 }
      : { page: page + 1, ...(next === null ? {} : { after: next }) };
  const { isFetching, error, refetch } = useQuery({
    queryKey: [...queryKey, place],
    queryFn: async ({ signal }) => {
      const loaded = loadedPage(await listItems(slug, { ...listParams(view), ...place }, signal));
      client.setQueryData<ItemList>(queryKey, (known) => known && addPage(known, loaded));
      return loaded;
    },
    enabled: false,
  });
  const loadMore = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  const reload = useCallback(() => {
    listItems(slug, { ...listParams(view), page: 1 }).then(
      (loaded) => client.setQueryData<ItemList>(queryKey, firstItems(loadedPage(loaded), view.sort)),
      // The next event or visit shows it.
      () => undefined,
    );
  }, [client, queryKey, slug, view]);
  const failure = isFetching ? null : (error?.message ?? list.error);
  useAtBottom(hasMore && !isFetching && failure === null, loadMore);

  return { ...list, loading: isFetching, error: failure, change, loadMore, reload };
}
