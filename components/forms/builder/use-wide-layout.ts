import { useSyncExternalStore } from 'react';
import { BREAKPOINTS } from '#lib/text/constants.ts';

const query = `(min-width: ${BREAKPOINTS.xl}px)`;

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether palette and properties are beside the form; else they are sheets over it. */
export function useWideLayout(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  );
}
