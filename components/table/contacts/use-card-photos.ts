import { useQueries } from '@tanstack/react-query';
import { PHOTO_ROWS_MAX } from '#lib/contract/contacts.ts';
import { listContactPhotos } from '#services/contacts.ts';
import { contactsKey } from './use-contacts.ts';

/** Which of these rows have a photo in the card that they were imported from. */
export function useCardPhotos(itemId: string, rows: readonly string[]): ReadonlySet<string> {
  const parts = Array.from({ length: Math.ceil(rows.length / PHOTO_ROWS_MAX) }, (_, at) =>
    rows.slice(at * PHOTO_ROWS_MAX, (at + 1) * PHOTO_ROWS_MAX),
  );
  return useQueries({
    queries: parts.map((part) => ({
      queryKey: [...contactsKey(itemId), 'photos', part],
      queryFn: ({ signal }: { signal: AbortSignal }) => listContactPhotos(itemId, part, signal),
      retry: false,
    })),
    combine: (results) => new Set(results.flatMap(({ data = [] }) => data)),
  });
}
