'use no memo';

import { useEffect, useRef } from 'react';
import type { DraftStorage } from '#lib/browser/drafts.ts';
import { type DeliveryOutcome, deliverSubmission } from './deliver-submission.ts';
import { type PendingSubmission, removePendingSubmission } from './pending-submissions.ts';

/** Pauses between tries by itself, in milliseconds: networks come back without saying so. */
const PAUSES = [3_000, 10_000, 30_000, 60_000];

type Settled = Exclude<DeliveryOutcome, { kind: 'unreachable' }>;

/**
 * Sends an answer that waits, as soon as the network is back, until it has arrived or was refused. It is kept by the
 * browser meanwhile, so that the next visit goes on with it.
 */
export function usePendingSubmission(
  storage: DraftStorage,
  answer: PendingSubmission | null,
  onSettled: (outcome: Settled) => void,
): () => void {
  const latest = useRef(onSettled);
  const tryNow = useRef<() => void>(() => undefined);
  useEffect(() => {
    latest.current = onSettled;
  }, [onSettled]);
  useEffect(() => {
    if (!answer) return;
    let isOn = true;
    let isSending = false;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      clearTimeout(timer);
      if (isSending || !isOn) return;
      isSending = true;
      const outcome = await deliverSubmission(answer, answer.signedIn);
      isSending = false;
      if (!isOn) return;
      if (outcome.kind === 'unreachable') {
        timer = setTimeout(attempt, PAUSES[Math.min(tries, PAUSES.length - 1)]);
        tries += 1;
        return;
      }
      isOn = false;
      removePendingSubmission(storage, answer);
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
  }, [storage, answer]);
  return () => tryNow.current();
}
