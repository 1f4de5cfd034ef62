import { useCallback, useRef } from 'react';
import { proveWork } from './proof-of-work.ts';
import type { Challenge } from './send-answer.ts';

/** Begins the work that the form asks for once somebody fills it, so that it is done when they send it. */
export function useProof(challenge: Challenge): () => Promise<string> {
  const proof = useRef<Promise<string> | null>(null);
  return useCallback(() => {
    proof.current ??= challenge ? proveWork(challenge) : Promise.resolve('');
    return proof.current;
  }, [challenge]);
}
