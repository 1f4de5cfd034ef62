import type { PublicForm } from '#lib/contract/public-form.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import {
  type CallOutcome,
  callApi,
  isSubmitResult,
  type PreparedSubmission,
  sendSubmission,
} from './send-submission.ts';

/** Outcome of a delivery. `already`: it was delivered before it was changed. */
export type DeliveryOutcome =
  | { kind: 'sent'; result: SubmitResult }
  | { kind: 'already'; result: SubmitResult }
  | Exclude<CallOutcome<SubmitResult>, { kind: 'done' }>;

/** The longest wait before an automatic retry, in seconds. */
const PATIENCE_SECONDS = 5;
const TRIES = 3;

const wait = (seconds: number) => new Promise((resume) => setTimeout(resume, seconds * 1000));

/** Requests a new challenge, and computes its proof of work. */
async function challengedAgain(
  submission: PreparedSubmission,
  signedIn: boolean,
): Promise<PreparedSubmission> {
  const form = await callApi<PublicForm>({ path: `public/forms/${submission.slug}/`, signedIn });
  if (form.kind !== 'done' || !form.data.challenge) return submission;
  const { token } = form.data.challenge;
  const { proveWork } = await import('./proof-of-work.ts');
  return { ...submission, token, nonce: await proveWork(form.data.challenge) };
}

/**
 * Sends a submission, and retries what the user could only repeat: waits after a rate limit, and requests another
 * challenge when its own has expired.
 */
export async function deliverSubmission(
  submission: PreparedSubmission,
  signedIn: boolean,
): Promise<DeliveryOutcome> {
  let sending = submission;
  for (let tries = 1; ; tries += 1) {
    const outcome = await sendSubmission(sending, signedIn);
    if (outcome.kind === 'done') return { kind: 'sent', result: outcome.data };
    if (outcome.kind === 'unreachable') return outcome;
    if (outcome.code === 'already_sent' && isSubmitResult(outcome.data))
      return { kind: 'already', result: outcome.data };
    if (tries >= TRIES) return outcome;
    if (outcome.code === 'too_fast' && outcome.retryAfter <= PATIENCE_SECONDS) await wait(outcome.retryAfter);
    else if (outcome.code === 'challenge_expired' || outcome.code === 'proof_missing')
      sending = await challengedAgain(sending, signedIn);
    else return outcome;
  }
}
