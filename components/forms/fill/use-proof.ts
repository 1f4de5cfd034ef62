'use no memo';

import { useCallback, useRef } from 'react';
import type { Challenge } from './send-submission.ts';

const prove = async (challenge: NonNullable<Challenge>): Promise<string> =>
  (await import('./proof-of-work.ts')).proveWork(challenge);

/** Starts the proof of work once the user fills the form, so that it is finished when they submit. */
export function useProof(challenge: Challenge): () => Promise<string> {
  const proof = useRef<Promise<string> | null>(null);
  return useCallback(() => {
    proof.current ??=
      challenge && challenge.bits > 0 ? prove(challenge).catch(() => '') : Promise.resolve('');
    return proof.current;
  }, [challenge]);
}
