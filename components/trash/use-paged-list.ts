import { useState } from 'react';
import { useTrackedFetch } from '#context/use-tracked-fetch.ts';
import type { ListPage } from '#services/http.ts';

/** A list that grows page by page, and loses what is taken out of it. */
export function usePagedList<T>(first: ListPage<T>, ask: (page: number) => Promise<ListPage<T>>) {
  const [list, setList] = useState(first);
  const [loading, setLoading] = useState(false);
  const track = useTrackedFetch();
  const load = async (page: number, from = ask) => {
    setLoading(true);
    const answer = await track(() => from(page));
    setLoading(false);
    setList((kept) =>
      answer.error
        ? { ...kept, error: answer.error }
        : { ...answer, data: page === 1 ? answer.data : [...kept.data, ...answer.data] },
    );
  };
  return {
    ...list,
    loading,
    load,
    /** From the first page on: after something went, the pages have other borders. */
    again: () => load(1),
    more: () => load(list.page + 1),
    drop: (gone: (entry: T) => boolean) =>
      setList((kept) => ({ ...kept, data: kept.data.filter((entry) => !gone(entry)) })),
  };
}
