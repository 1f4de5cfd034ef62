import { useSyncExternalStore } from 'react';
import { BREAKPOINTS } from '#lib/text/constants.ts';

const QUERY = `(max-width: ${BREAKPOINTS.md - 0.02}px)`;

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(QUERY);
  query?.addEventListener?.('change', listener);
  return () => query?.removeEventListener?.('change', listener);
}

/** Whether the screen is narrow; null while the server renders, which can't know it. */
export const useIsNarrow = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    subscribe,
    () => window.matchMedia?.(QUERY)?.matches ?? false,
    () => null,
  );
