import { CancelledError, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { listParams, type SpaceView } from '#components/space/view/space-view.ts';
import { loadedPage } from '#context/list-error.ts';
import type { Item } from '#lib/contract/item.ts';
import { listItems } from '#services/item.ts';

/** As many items are selected at most: what a browser holds and a person can mean. */
export const SELECTION_MAX = 10_000;
const PAGE_SIZE = 100;

type WholeList = {
  /** How many items are found while the rest is loaded; null while it is not. */
  found: number | null;
  /** Loads what the list has beyond what is shown. */
  load: () => void;
  stop: () => void;
};

/** A list of which a part is shown. */
export type ListToLoad = {
  slug: string;
  view: SpaceView;
  shown: readonly Item[];
  /** Where what is not shown begins. */
  next: string | null;
};

type Options = ListToLoad & {
  /** Gets what was loaded, also where loading failed on the way. */
  onLoaded: (others: Item[], outcome: { isAll: boolean; error: string | null }) => void;
};

/** Loads the rest of a list, page by page, for selecting all of it. */
export function useWholeList({ slug, view, shown, next, onLoaded }: Options): WholeList {
  const client = useQueryClient();
  const [found, setFound] = useState<number | null>(null);
  const isLoading = useRef(false);
  const viewText = JSON.stringify(view);
  const queryKey = useMemo(() => ['rest of space items', slug, viewText], [slug, viewText]);
  useEffect(() => () => void client.cancelQueries({ queryKey }), [client, queryKey]);

  const loadPage = (after: string) =>
    client.fetchQuery({
      queryKey: [...queryKey, after],
      queryFn: async ({ signal }) => {
        const wanted = { ...listParams(view), page: 1, page_size: PAGE_SIZE, after };
        return loadedPage(await listItems(slug, wanted, signal));
      },
      staleTime: 0,
    });

  const load = async () => {
    if (isLoading.current || !next) return;
    isLoading.current = true;
    const others: Item[] = [];
    const known = new Set(shown.map(({ id }) => id));
    let after: string | null = next;
    let failure: unknown = null;
    setFound(shown.length);
    try {
      while (after && shown.length + others.length < SELECTION_MAX) {
        const page: Awaited<ReturnType<typeof loadPage>> = await loadPage(after);
        others.push(...page.data.filter(({ id }) => !known.has(id)));
        after = page.next ?? null;
        setFound(shown.length + others.length);
      }
    } catch (error) {
      failure = error;
    }
    isLoading.current = false;
    setFound(null);
    if (failure instanceof CancelledError) return;
    const error = failure instanceof Error ? failure.message : null;
    onLoaded(others.slice(0, SELECTION_MAX - shown.length), { isAll: !after, error });
  };
  return { found, load: () => void load(), stop: () => void client.cancelQueries({ queryKey }) };
}
