'use no memo';

import { type RefObject, useCallback, useEffect } from 'react';
import type { FillData, LocalizedForm } from './fill-data.ts';

/** Who leaves sooner has not visited the form, in milliseconds; by then it is known what the visit is about. */
const SETTLED_MS = 3_000;

/**
 * Reports how far the form was filled, for its statistics; the first page once the visit has settled.
 * @param now the page that is open
 * @returns reports a page that was reached, or that the form was sent
 */
export function useProgress(
  { slug, signedIn }: FillData,
  asked: LocalizedForm,
  now: RefObject<{ page: string }>,
): (page: string, isSent?: boolean) => void {
  const report = useCallback(
    (page: string, isSent = false) =>
      void import('./report-progress.ts').then(
        ({ reportProgress }) => reportProgress({ slug, asked, page, isSent, signedIn }),
        () => undefined,
      ),
    [asked, slug, signedIn],
  );
  useEffect(() => {
    // Not where the page turns out to be about a submission that was sent.
    const timer = setTimeout(() => report(now.current.page), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [report, now]);
  return report;
}
