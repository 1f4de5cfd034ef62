import { useCallback, useRef } from 'react';
import { useNotification } from './NotificationProvider.tsx';

/**
 * Runs a fetch that a screen waits for in the notification state: it clears the previous message, and shows
 * and announces an error.
 * @returns a stable function, which returns the fetch's result
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
      const result = await fetch();
      // Another one runs instead, and reports its own result.
      if (mine !== latest.current) return result;
      // An aborted fetch, as after leaving the screen, reports nothing.
      if (result.error === null || signal?.aborted) succeed();
      else fail(result.error);
      return result;
    },
    [start, succeed, fail],
  );
}
