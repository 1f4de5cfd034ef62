import { useEffect, useRef, useState } from 'react';
import { listParams, type SpaceView } from '#components/space/view/space-view.ts';
import type { Item } from '#lib/contract/item.ts';
import { listItems } from '#services/item.ts';

/** As many items are selected at most: what a browser holds and a person can mean. */
export const SELECTION_MAX = 10_000;
const PAGE_SIZE = 100;

type WholeList = {
  /** How many items are found while the rest is read; null while it is not. */
  found: number | null;
  /** Reads what the list has beyond what is shown. */
  read: () => void;
  stop: () => void;
};

/** A list of which a part is shown. */
export type ListToRead = {
  slug: string;
  view: SpaceView;
  shown: readonly Item[];
  /** Where what is not shown begins. */
  next: string | null;
};

type Options = ListToRead & {
  onRead: (others: Item[], outcome: { isAll: boolean; error: string | null }) => void;
};

/** Reads the rest of a list, page by page, for selecting all of it. */
export function useWholeList({ slug, view, shown, next, onRead }: Options): WholeList {
  const [found, setFound] = useState<number | null>(null);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const read = async () => {
    if (asking.current || !next) return;
    const controller = new AbortController();
    asking.current = controller;
    const others: Item[] = [];
    const known = new Set(shown.map(({ id }) => id));
    let after: string | null = next;
    let error: string | null = null;
    setFound(shown.length);
    while (after && shown.length + others.length < SELECTION_MAX) {
      const wanted = { ...listParams(view), page: 1, page_size: PAGE_SIZE, after };
      const answer = await listItems(slug, wanted, controller.signal);
      if (controller.signal.aborted) break;
      error = answer.error;
      if (error) break;
      others.push(...answer.data.filter(({ id }) => !known.has(id)));
      after = answer.next ?? null;
      setFound(shown.length + others.length);
    }
    asking.current = null;
    setFound(null);
    if (controller.signal.aborted) return;
    onRead(others.slice(0, SELECTION_MAX - shown.length), { isAll: !after, error });
  };
  return { found, read: () => void read(), stop: () => asking.current?.abort() };
}
