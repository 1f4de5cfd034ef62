import { useSyncExternalStore } from 'react';
import { BREAKPOINTS } from '#lib/text/constants.ts';

const QUERY = `(max-width: ${BREAKPOINTS.md - 0.02}px)`;

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(QUERY);
  query?.addEventListener?.('change', listener);
  return () => query?.removeEventListener?.('change', listener);
}

/**
 * Whether the screen is narrow.
 * @param rendered what the server took it for, which can't know it; null for both
 */
export const useIsNarrow = (rendered: boolean | null = null): boolean | null =>
  useSyncExternalStore<boolean | null>(
    subscribe,
    () => window.matchMedia?.(QUERY)?.matches ?? false,
    () => rendered,
  );
