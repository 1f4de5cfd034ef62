import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '#context/use-debounced.ts';
import { checkImport, type ImportChoice } from '#services/table.ts';

/** How long choosing rests before the lines are checked, in milliseconds. */
const PAUSE = 300;

/**
 * What would become of the first lines of a file as it is chosen to be imported: null until it is known; and how it is tried again
 * where it could not be known.
 */
export function useImportCheck(itemId: string, lines: string[][] | null, choice: ImportChoice) {
  // The same choice in the same words is the same check.
  const wanted = JSON.stringify(choice);
  const settled = useDebounced(wanted, PAUSE);
  const chosen: ImportChoice | null = settled === '' ? null : JSON.parse(settled);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['import check', itemId, lines, settled],
    queryFn: ({ signal }) =>
      lines && chosen && settled === wanted ? checkImport(itemId, lines, chosen, signal) : null,
    enabled: lines !== null && lines.length > 0 && settled === wanted,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** Whether it is of what is chosen now, not of what was chosen before. */
  const isCurrent = settled === wanted && !isPlaceholderData && !isError;
  return { check: data ?? null, isCurrent, retryCheck: isError ? () => void refetch() : null };
}
