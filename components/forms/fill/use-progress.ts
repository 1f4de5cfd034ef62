'use no memo';

import { type RefObject, useCallback, useEffect } from 'react';
import type { FillData, LocalizedForm } from './fill-data.ts';

/** A shorter visit doesn't count, in milliseconds; after this time the purpose of the visit is known. */
const SETTLED_MS = 3_000;

/**
 * Reports how far the form was filled, for its statistics; the first page once the visit counts.
 * @param now the open page
 * @returns a function that reports an opened page, or that the form was submitted
 */
export function useProgress(
  { slug, signedIn }: FillData,
  definition: LocalizedForm,
  now: RefObject<{ page: string }>,
): (page: string, isSent?: boolean) => void {
  const report = useCallback(
    (page: string, isSent = false) =>
      void import('./report-progress.ts').then(
        ({ reportProgress }) => reportProgress({ slug, definition, page, isSent, signedIn }),
        () => undefined,
      ),
    [definition, slug, signedIn],
  );
  useEffect(() => {
    // Not where the page turns out to show an existing submission.
    const timer = setTimeout(() => report(now.current.page), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [report, now]);
  return report;
}
