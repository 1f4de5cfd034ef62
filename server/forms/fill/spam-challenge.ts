import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SpamMode } from '#lib/contract/form-settings.ts';
import type { PublicForm } from '#lib/contract/public-form.ts';
import type { SubmissionMeta } from '#lib/contract/submit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { consumeLimitsIn, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';

/** Nobody fills a form faster than this, in milliseconds. */
const LEAST_MS = 2_000;

/** Proof of work is valid for one submission, within a day, in milliseconds. */
const LIFETIME_MS = 24 * 3_600_000;

/** Leading zero bits of the required hash: some 60,000 attempts, less than a second on a phone. */
const BITS = 16;

const RATE: Limit = { name: 'form-answers', most: 20, seconds: 60 };
const PROOFS: Limit = { name: 'form-proof', most: 1, seconds: LIFETIME_MS / 1000 };

function signed(services: Pick<Services, 'signingKey'>, formId: string, time: string): string {
  return createHmac('sha256', services.signingKey)
    .update(`form challenge\0${formId}\0${time}`)
    .digest('base64url');
}

/** What has to be sent back with the submission; nothing where the form has no spam protection. */
export function createChallenge(
  services: Pick<Services, 'signingKey'>,
  formId: string,
  spam: SpamMode,
): PublicForm['challenge'] {
  if (spam === 'off') return null;
  const time = Date.now().toString(36);
  return {
    token: `${time}.${signed(services, formId, time)}`,
    bits: spam === 'proof_of_work' ? BITS : 0,
  };
}

/** How long ago a challenge was issued, in milliseconds; null for one that never was. */
function ageOf(services: Pick<Services, 'signingKey'>, formId: string, token = ''): number | null {
  const [time = '', signature = ''] = token.split('.');
  const expected = Buffer.from(signed(services, formId, time));
  const received = Buffer.from(signature);
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  return Date.now() - Number.parseInt(time, 36);
}

/** Whether SHA-256 of `token:nonce` begins with the required number of zero bits. */
function isProof(token: string, nonce: string): boolean {
  const hash = createHash('sha256').update(`${token}:${nonce}`).digest();
  return hash.readUInt32BE(0) >>> (32 - BITS) === 0;
}

const refusal = (status: number, code: string, message: string, retryAfter?: number) =>
  new ApiError(status, code, message, retryAfter === undefined ? {} : { retryAfter });

/**
 * Refuses a submission that a bot seems to send, as far as the form's setting requires.
 * @throws ApiError 422 for an invisible field that was filled, a challenge that is not this form's or too
 * old, or missing work;
 *   429 for a submission that came too fast.
 */
export function refuseAutomatedSubmission(
  services: Pick<Services, 'signingKey'>,
  formId: string,
  spam: SpamMode,
  { website, token, nonce = '' }: SubmissionMeta = {},
): void {
  if (spam === 'off') return;
  if (website) {
    throw refusal(
      422,
      'looks_automatic',
      'This looks like a machine’s answer: leave the hidden field “website” empty.',
    );
  }
  const age = ageOf(services, formId, token);
  if (age === null || token === undefined || (spam === 'proof_of_work' && age > LIFETIME_MS)) {
    throw refusal(422, 'challenge_expired', 'Load the form again, and send the answer once more.');
  }
  if (age < LEAST_MS) {
    throw refusal(
      429,
      'too_fast',
      'That was very fast. Wait a moment, and send it again.',
      (LEAST_MS - age) / 1000,
    );
  }
  if (spam === 'proof_of_work' && !isProof(token, nonce)) {
    throw refusal(
      422,
      'proof_missing',
      'The proof of work is missing or wrong. Send the form from its page.',
    );
  }
}

/** Whether submissions to such a form are counted for each address. */
export const countsSubmissions = (spam: SpamMode): boolean => spam !== 'off';

/**
 * Counts a submission to a form with spam protection, in the transaction that stores it; proof of work counts
 * once.
 * @throws ApiError 429.
 */
export async function countSubmissionAttempt(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  formId: string,
  spam: SpamMode,
  { address, token = '' }: { address: string; token: string | undefined },
): Promise<void> {
  const counters = [limitCounter(RATE, formId, clientAddress(address))];
  if (spam === 'proof_of_work') counters.push(limitCounter(PROOFS, formId, token));
  await consumeLimitsIn(trx, services, counters);
}
