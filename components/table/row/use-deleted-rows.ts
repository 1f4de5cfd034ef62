import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useDebounced } from '#context/use-debounced.ts';
import { DELETED_PAGE, listDeletedRows } from '#services/table-views.ts';
import { restoreRowsInParts } from '../changes/row-requests.ts';
import { orListError } from '../rows/row-queries.ts';

/** Delay after the last keystroke before the request, in milliseconds. */
const PAUSE = 200;
/** Reasons why rows could not be restored that are shown. */
const PROBLEMS_SHOWN = 3;
const NONE: ReadonlySet<string> = new Set();

/** The deleted rows of a table that a search finds, those that are chosen of them, and their restoring. */
export function useDeletedRows(itemId: string, onRestored: () => void) {
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), PAUSE);
  const [chosen, setChosen] = useState(NONE);
  const [restoring, setRestoring] = useState(NONE);
  const list = useInfiniteQuery({
    queryKey: ['deleted rows', itemId, q],
    queryFn: ({ signal, pageParam }) => orListError(listDeletedRows(itemId, { q, page: pageParam }, signal)),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === DELETED_PAGE ? pages.length + 1 : undefined),
    staleTime: 0,
  });
  // A row may be on two pages, where others were restored meanwhile.
  const rows = [...new Map(list.data?.pages.flat().map((row) => [row.id, row])).values()];
  const restore = async (ids: readonly string[]) => {
    setRestoring(new Set(ids));
    try {
      const outcomes = await restoreRowsInParts(itemId, ids);
      const problems = outcomes.flatMap(({ errors }) => Object.values(errors ?? {}).flat());
      if (problems.length > 0)
        toast({ tone: 'error', text: [...new Set(problems)].slice(0, PROBLEMS_SHOWN).join(' ') });
      const back = new Set(ids.filter((_, at) => outcomes[at]?.status !== 'refused'));
      setChosen((before) => new Set([...before].filter((id) => !back.has(id))));
    } catch (problem) {
      toast({ tone: 'error', text: failureText(problem) });
    }
    // Where a later part failed, the earlier ones are restored.
    onRestored();
    await list.refetch();
    setRestoring(NONE);
  };
  return {
    ...{ typed, q, rows, list, chosen, restoring, restore },
    search: (text: string) => {
      setTyped(text);
      setChosen(NONE);
    },
    isRestoring: restoring.size > 0,
    choose: (ids: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const next = new Set(before);
        for (const id of ids) {
          if (isChosen) next.add(id);
          else next.delete(id);
        }
        return next;
      }),
  };
}

export type DeletedRowsControl = ReturnType<typeof useDeletedRows>;
