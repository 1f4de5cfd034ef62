import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadedPage } from '#context/list-error.ts';
import type { Submission } from '#lib/contract/submissions.ts';
import { listSubmissions, type SubmissionPage } from '#services/submissions.ts';

export type SubmissionPages = {
  /** Null until the first page is loaded. */
  page: SubmissionPage | null;
  /** Counted from 1. */
  number: number;
  loading: boolean;
  error: string | null;
  previous: (() => void) | null;
  next: (() => void) | null;
  reload: () => void;
  /** Updates a changed submission in the page. */
  change: (submission: Submission) => void;
};

/** Pages of the matching submissions, one at a time; another list begins with its first page. */
export function useSubmissionPages(
  formId: string,
  list: Record<string, string>,
  round: number,
): SubmissionPages {
  const client = useQueryClient();
  const listKey = ['form', formId, 'submissions', list, round];
  const of = JSON.stringify(listKey);
  /** The cursors of the pages up to the current one. */
  const [path, setPath] = useState<{ of: string; places: (string | null)[] }>({ of, places: [null] });
  const places = path.of === of ? path.places : [null];
  const place = places.at(-1) ?? null;
  const queryKey = [...listKey, place];

  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<SubmissionPage> =>
      loadedPage(await listSubmissions(formId, list, place, { signal })),
    // The previous page stays until the next one is loaded, so that the layout does not jump.
    placeholderData: keepPreviousData,
  });

  const go = (to: (string | null)[]) => setPath({ of, places: to });
  const page = query.data ?? null;
  const next = page?.next ?? null;
  const isThere = !query.isFetching && page !== null;
  return {
    page,
    number: places.length,
    loading: query.isFetching,
    error: query.error?.message ?? null,
    previous: places.length > 1 && !query.isFetching ? () => go(places.slice(0, -1)) : null,
    next: next !== null && isThere ? () => go([...places, next]) : null,
    reload: () => void query.refetch(),
    change: (submission) =>
      client.setQueryData<SubmissionPage>(
        queryKey,
        (known) =>
          known && { ...known, data: known.data.map((one) => (one.id === submission.id ? submission : one)) },
      ),
  };
}
