import { useCallback, useEffect, useState } from 'react';
import type { Submission } from '#lib/contract/submissions.ts';
import { listSubmissions, type SubmissionPage } from '#services/submissions.ts';

export type SubmissionPages = {
  /** Null until the first page came. */
  page: SubmissionPage | null;
  /** Counted from 1. */
  number: number;
  loading: boolean;
  previous: (() => void) | null;
  next: (() => void) | null;
  reload: () => void;
  /** Puts an answer's new state into the page. */
  change: (answer: Submission) => void;
};

/** Pages of the answers that match, one at a time; another list begins with its first page. */
export function useSubmissionPages(
  formId: string,
  list: Record<string, string>,
  round: number,
): SubmissionPages {
  const key = JSON.stringify([formId, list, round]);
  /** Where each page begins that led to this one. */
  const [way, setWay] = useState<{ key: string; places: (string | null)[] }>({ key, places: [null] });
  const [loaded, setLoaded] = useState<{ of: string; page: SubmissionPage } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const places = way.key === key ? way.places : [null];
  const place = places.at(-1) ?? null;
  const of = JSON.stringify([key, place, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says all that is asked for
  useEffect(() => {
    let over = false;
    void listSubmissions(formId, list, place).then((page) => !over && setLoaded({ of, page }));
    return () => {
      over = true;
    };
  }, [of]);

  const go = useCallback((to: (string | null)[]) => setWay({ key, places: to }), [key]);
  // What is there stays until the next is: nothing jumps.
  const page = loaded?.page ?? null;
  const loading = loaded?.of !== of;
  const next = page?.next ?? null;
  return {
    page,
    number: places.length,
    loading,
    previous: places.length > 1 && !loading ? () => go(places.slice(0, -1)) : null,
    next: next !== null && !loading ? () => go([...places, next]) : null,
    reload: () => setAttempt((known) => known + 1),
    change: (answer) =>
      setLoaded(
        (known) =>
          known && {
            ...known,
            page: {
              ...known.page,
              data: known.page.data.map((one) => (one.id === answer.id ? answer : one)),
            },
          },
      ),
  };
}
