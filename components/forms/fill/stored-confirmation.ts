import type { SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import { isReload } from './is-reload.ts';
import {
  type ConfirmationOwner,
  confirmationKey,
  readTabStorage,
  writeTabStorage,
} from './session-storage.ts';

/** Links are kept in the tab for a day at most, in milliseconds. */
const KEPT_MS = 86_400_000;

/** Stores the confirmation of a submission, for a reload of the page in this tab. */
export const storeConfirmation = (owner: ConfirmationOwner, answer: SubmissionConfirmation): void =>
  writeTabStorage(confirmationKey(owner), JSON.stringify({ answer, at: Date.now() }));

/** What was said after the answer that was sent last, where its page is loaded again; whoever opens the form anew begins anew. */
export function readConfirmation(owner: ConfirmationOwner): SubmissionConfirmation | null {
  const key = confirmationKey(owner);
  const kept = readTabStorage(key);
  if (kept === null) return null;
  try {
    const { answer, at } = JSON.parse(kept);
    if (isReload() && Date.now() - at < KEPT_MS && typeof answer === 'object') return answer;
  } catch {
    // Somebody else wrote it.
  }
  writeTabStorage(key, null);
  return null;
}
