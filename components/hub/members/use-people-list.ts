import { useCallback, useEffect, useRef, useState } from 'react';
import { useTrackedFetch } from '#context/use-tracked-fetch.ts';
import type { ListPage } from '#services/http.ts';

type Load<Person> = (page: number, signal: AbortSignal) => Promise<ListPage<Person>>;

export type PeopleList<Person> = {
  people: Person[];
  /** How many there are in all; null where that is not known. */
  count: number | null;
  hasMore: boolean;
  loading: boolean;
  error: string | null;
  /** Loads the page after the last one; also the retry after it failed. */
  loadMore: () => void;
  /** Begins again from the first page, by another way of loading. */
  restart: (load: Load<Person>) => void;
  replace: (person: Person) => void;
  remove: (id: string) => void;
};

/** A list of people that the server rendered the first page of. */
export function usePeopleList<Person extends { id: string }>(
  first: ListPage<Person>,
  initial: Load<Person>,
): PeopleList<Person> {
  const [list, setList] = useState(first);
  const [loading, setLoading] = useState(false);
  const load = useRef(initial);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const track = useTrackedFetch();
  const ask = useCallback(
    (page: number) => {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      setLoading(true);
      void track(() => load.current(page, controller.signal), controller.signal).then((answer) => {
        if (controller.signal.aborted) return;
        setLoading(false);
        setList((kept) => {
          // What failed to load leaves what is there.
          if (answer.error) return { ...kept, error: answer.error, hasMore: true };
          if (page === 1) return answer;
          // Somebody may have come or gone since the last page: nobody stands there twice.
          const known = new Set(kept.data.map((one) => one.id));
          return { ...answer, data: [...kept.data, ...answer.data.filter((one) => !known.has(one.id))] };
        });
      });
    },
    [track],
  );

  const { page, data } = list;
  return {
    people: data,
    count: list.count,
    hasMore: list.hasMore,
    loading,
    error: list.error,
    loadMore: () => ask(data.length === 0 ? 1 : page + 1),
    restart: useCallback(
      (next) => {
        load.current = next;
        ask(1);
      },
      [ask],
    ),
    replace: (person) =>
      setList((kept) => ({ ...kept, data: kept.data.map((one) => (one.id === person.id ? person : one)) })),
    remove: (id) =>
      setList((kept) => ({
        ...kept,
        count: kept.count === null ? null : Math.max(0, kept.count - 1),
        data: kept.data.filter((one) => one.id !== id),
      })),
  };
}
