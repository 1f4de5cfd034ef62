import type { FillData } from './fill-data.ts';
import { callApi } from './send-submission.ts';
import { readTabStorage, writeTabStorage } from './session-storage.ts';
import { newSubmissionKey } from './submission-key.ts';

type Reached = Pick<FillData, 'slug' | 'signedIn'> & {
  asked: Pick<FillData['asked'], 'version' | 'layout'>;
  /** The id of the page. */
  page: string;
  isSent: boolean;
};

const told = new Set<string>();
let isOver = false;

/**
 * Tells how far this visit came, each page once: by a random number that this tab alone knows, and that ends with the
 * answer. Whether it arrives is nobody's concern.
 */
export function reportProgress({ slug, asked, page: id, isSent, signedIn }: Reached): void {
  // Going back to the first entry of a form that was sent opens no page of it.
  if (isOver) return;
  isOver = isSent;
  const { version, layout } = asked;
  // Counted from 0; as many as there are once the answer was sent.
  const at = layout.pages.findIndex((one) => one.id === id);
  const page = isSent ? layout.pages.length : Math.max(0, at);
  const key = `form-visit:${slug}`;
  const visit = readTabStorage(key) ?? newSubmissionKey();
  writeTabStorage(key, isSent ? null : visit);
  const step = `${visit} ${version} ${page}`;
  if (told.has(step)) return;
  told.add(step);
  void callApi({
    method: 'POST',
    path: `public/forms/${slug}/progress/`,
    body: { visit, version, page },
    signedIn,
    // Also while the page is left.
    keepalive: true,
  });
}
