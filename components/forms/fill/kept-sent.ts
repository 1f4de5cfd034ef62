import type { SentAnswer } from '#lib/browser/posted-answer.ts';
import { isReload } from './is-reload.ts';
import { keepInTab, keptInTab, type SentOwner, sentKey } from './session-storage.ts';

/** Links are kept in the tab for a day at most, in milliseconds. */
const KEPT_MS = 86_400_000;

/** Keeps what is said after an answer, for a reload of the page in this tab. */
export const keepSent = (owner: SentOwner, answer: SentAnswer): void =>
  keepInTab(sentKey(owner), JSON.stringify({ answer, at: Date.now() }));

/** What was said after the answer that was sent last, where its page is loaded again; whoever opens the form anew begins anew. */
export function sentBefore(owner: SentOwner): SentAnswer | null {
  const key = sentKey(owner);
  const kept = keptInTab(key);
  if (kept === null) return null;
  try {
    const { answer, at } = JSON.parse(kept);
    if (isReload() && Date.now() - at < KEPT_MS && typeof answer === 'object') return answer;
  } catch {
    // Somebody else wrote it.
  }
  keepInTab(key, null);
  return null;
}
