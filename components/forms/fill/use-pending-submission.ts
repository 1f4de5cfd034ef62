'use no memo';

import { useEffect, useRef } from 'react';
import type { DraftStorage } from '#lib/browser/drafts.ts';
import { type DeliveryOutcome, deliverSubmission } from './deliver-submission.ts';
import { type PendingSubmission, removePendingSubmission } from './pending-submissions.ts';

/** Delays between automatic retries, in milliseconds: a network may return without an event. */
const PAUSES = [3_000, 10_000, 30_000, 60_000];

type Settled = Exclude<DeliveryOutcome, { kind: 'unreachable' }>;

/**
 * Sends a pending submission as soon as the network is back, until it was delivered or refused. The browser stores it
 * meanwhile, so that the next visit continues.
 */
export function usePendingSubmission(
  storage: DraftStorage,
  submission: PendingSubmission | null,
  onSettled: (outcome: Settled) => void,
): () => void {
  const latest = useRef(onSettled);
  const tryNow = useRef<() => void>(() => undefined);
  useEffect(() => {
    latest.current = onSettled;
  }, [onSettled]);
  useEffect(() => {
    if (!submission) return;
    let isOn = true;
    let isSending = false;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      clearTimeout(timer);
      if (isSending || !isOn) return;
      isSending = true;
      const outcome = await deliverSubmission(submission, submission.signedIn);
      isSending = false;
      if (!isOn) return;
      if (outcome.kind === 'unreachable') {
        timer = setTimeout(attempt, PAUSES[Math.min(tries, PAUSES.length - 1)]);
        tries += 1;
        return;
      }
      isOn = false;
      removePendingSubmission(storage, submission);
      latest.current(outcome);
    };
    const look = () => void attempt();
    tryNow.current = look;
    timer = setTimeout(look, PAUSES[0]);
    window.addEventListener('online', look);
    return () => {
      isOn = false;
      clearTimeout(timer);
      window.removeEventListener('online', look);
    };
  }, [storage, submission]);
  return () => tryNow.current();
}
