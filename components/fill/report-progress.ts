import { newAnswerKey } from './answer-key.ts';
import { callApi } from './send-answer.ts';
import { keepInTab, keptInTab } from './session-storage.ts';

type Reached = {
  slug: string;
  version: number;
  /** Of the layout, counted from 0; as many as there are once the answer was sent. */
  page: number;
  isSent: boolean;
  signedIn: boolean;
};

const told = new Set<string>();

/**
 * Tells how far this visit came, each page once: by a random number that this tab alone knows, and that ends with the
 * answer. Whether it arrives is nobody's concern.
 */
export function reportProgress({ slug, version, page, isSent, signedIn }: Reached): void {
  const key = `form-visit:${slug}`;
  const visit = keptInTab(key) ?? newAnswerKey();
  keepInTab(key, isSent ? null : visit);
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
