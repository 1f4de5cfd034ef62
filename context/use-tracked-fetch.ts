import { useCallback, useRef } from 'react';
import { useNotification } from './NotificationProvider.tsx';

/**
 * Runs a fetch that a screen waits for in the notification state: it clears what was said before, and what goes wrong
 * is said to everybody, also to who reads by ear.
 * @returns a function that stays the same, and gives what the fetch gave
 */
export function useTrackedFetch(): <Answer extends { error: string | null }>(
  fetch: () => Promise<Answer>,
  signal?: AbortSignal,
) => Promise<Answer> {
  const { start, succeed, fail } = useNotification();
  const latest = useRef(0);
  return useCallback(
    async (fetch, signal) => {
      latest.current += 1;
      const mine = latest.current;
      start();
      const answer = await fetch();
      // Another one is asked instead, and says for itself how it ends.
      if (mine !== latest.current) return answer;
      // Of one that was called off, as by who left the screen, nothing is said.
      if (answer.error === null || signal?.aborted) succeed();
      else fail(answer.error);
      return answer;
    },
    [start, succeed, fail],
  );
}
