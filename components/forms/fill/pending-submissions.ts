import { clearDraft, type DraftStorage, draftKeys, readDraft, saveDraft } from '#lib/browser/drafts.ts';
import { readPhoneCountries } from '#lib/fields/phone-countries.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { PreparedSubmission } from './send-submission.ts';

/** A submission that was sent offline: stored until it is delivered, even if the tab is closed. */
export type PendingSubmission = PreparedSubmission & { signedIn: boolean };

const PREFIX = 'form-waiting:';
const keyOf = ({ slug, key }: Pick<PendingSubmission, 'slug' | 'key'>) => `${PREFIX}${slug}:${key}`;

function isPendingSubmission(value: unknown): value is PendingSubmission {
  if (!isRecord(value)) return false;
  const texts = ['slug', 'language', 'key', 'draft', 'website', 'token', 'nonce'];
  const hasTexts = texts.every((name) => typeof value[name] === 'string');
  return hasTexts && typeof value.version === 'number' && isRecord(value.values);
}

/**
 * Stores a pending submission.
 * @returns false where the browser can't store it: it is then only in this page's memory
 */
export const storePendingSubmission = (
  storage: DraftStorage,
  submission: PendingSubmission,
  title: string,
): boolean => {
  const about = { kind: 'waiting_answer', title, hub: '', path: `/f/${submission.slug}` } as const;
  return saveDraft(storage, keyOf(submission), submission, about);
};

export const removePendingSubmission = (
  storage: DraftStorage,
  submission: Pick<PendingSubmission, 'slug' | 'key'>,
): void => clearDraft(storage, keyOf(submission));

/** All pending submissions in this browser, of any form. */
export function listPendingSubmissions(storage: DraftStorage): PendingSubmission[] {
  return draftKeys(storage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => readDraft(storage, key))
    .filter(isPendingSubmission)
    .map((submission) => ({ ...submission, countries: readPhoneCountries(submission.countries) }));
}
