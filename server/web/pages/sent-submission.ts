import type { IncomingHttpHeaders } from 'node:http';
import type { SubmissionConfirmation } from '#lib/browser/posted-submission.ts';
import { decryptText, encryptText } from '#server/platform/crypto/encrypted-text.ts';
import { readCookie } from '#server/platform/http/cookie.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Carries the result of a submission over the redirect after it: its links open the submission, so no address
 * may contain them.
 */
const SENT_COOKIE = 'hubkeep_sent';
const SECONDS = 600;
/** Browsers store 4,096 bytes, including the name. */
const CONFIRMATION_MAX = 1_000;

const sealedFor = (slug: string) => ({ purpose: 'sent answer', belongsTo: slug });

type Sealing = Pick<Services, 'signingKey' | 'config'>;

/** A `Set-Cookie` value with the outcome of a submission, for the page of this form alone. */
export function sentSubmissionCookie(
  { signingKey, config }: Sealing,
  slug: string,
  { confirmation, edit_url, receipt_url }: SubmissionConfirmation,
): string {
  const shortened =
    confirmation && confirmation.length > CONFIRMATION_MAX
      ? `${confirmation.slice(0, CONFIRMATION_MAX)}…`
      : confirmation;
  const sealed = encryptText(
    signingKey,
    sealedFor(slug),
    JSON.stringify({ confirmation: shortened, edit_url, receipt_url }),
  );
  const parts = [
    `${SENT_COOKIE}=${encodeURIComponent(sealed)}`,
    `Path=/f/${slug}`,
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${SECONDS}`,
  ];
  if (config.publicUrl.startsWith('https:')) parts.push('Secure');
  return parts.join('; ');
}

/** The cookie's content; null without one, or with one that does not belong to this form. */
export function readSentSubmission(
  { signingKey }: Sealing,
  headers: IncomingHttpHeaders,
  slug: string,
): SubmissionConfirmation | null {
  const cookie = readCookie(headers, SENT_COOKIE);
  if (!cookie) return null;
  try {
    return JSON.parse(decryptText(signingKey, sealedFor(slug), decodeURIComponent(cookie)));
  } catch {
    return null;
  }
}
