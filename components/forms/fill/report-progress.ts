import type { FillData } from './fill-data.ts';
import { callApi } from './send-submission.ts';
import { readTabStorage, writeTabStorage } from './session-storage.ts';
import { newSubmissionKey } from './submission-key.ts';

type Reached = Pick<FillData, 'slug' | 'signedIn'> & {
  definition: Pick<FillData['definition'], 'version' | 'layout'>;
  /** The id of the page. */
  page: string;
  isSent: boolean;
};

const reported = new Set<string>();
let isOver = false;

/**
 * Reports the progress of this visit, each page once: with a random number that only this tab knows, and that is
 * discarded after submitting. Failures are ignored.
 */
export function reportProgress({ slug, definition, page: id, isSent, signedIn }: Reached): void {
  // Going back to the first history entry after submitting opens no page of the form.
  if (isOver) return;
  isOver = isSent;
  const { version, layout } = definition;
  // Counted from 0; the number of pages after submitting.
  const at = layout.pages.findIndex((one) => one.id === id);
  const page = isSent ? layout.pages.length : Math.max(0, at);
  const key = `form-visit:${slug}`;
  const visit = readTabStorage(key) ?? newSubmissionKey();
  writeTabStorage(key, isSent ? null : visit);
  const step = `${visit} ${version} ${page}`;
  if (reported.has(step)) return;
  reported.add(step);
  void callApi({
    method: 'POST',
    path: `public/forms/${slug}/progress/`,
    body: { visit, version, page },
    signedIn,
    // Also when the page is being left.
    keepalive: true,
  });
}
