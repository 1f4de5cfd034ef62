import type { SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import { isReload } from './is-reload.ts';
import {
  type ConfirmationOwner,
  confirmationKey,
  readTabStorage,
  writeTabStorage,
} from './session-storage.ts';

/** The tab stores links for at most a day, in milliseconds. */
const MAX_AGE_MS = 86_400_000;

/** Stores the confirmation of a submission, for a reload of the page in this tab. */
export const storeConfirmation = (owner: ConfirmationOwner, confirmation: SubmissionConfirmation): void =>
  writeTabStorage(confirmationKey(owner), JSON.stringify({ answer: confirmation, at: Date.now() }));

/** The confirmation of the latest submission, when its page is reloaded; opening the form again starts a new one. */
export function readConfirmation(owner: ConfirmationOwner): SubmissionConfirmation | null {
  const key = confirmationKey(owner);
  const stored = readTabStorage(key);
  if (stored === null) return null;
  try {
    const { answer: confirmation, at } = JSON.parse(stored);
    if (isReload() && Date.now() - at < MAX_AGE_MS && typeof confirmation === 'object') return confirmation;
  } catch {
    // The value was written by other code.
  }
  writeTabStorage(key, null);
  return null;
}
