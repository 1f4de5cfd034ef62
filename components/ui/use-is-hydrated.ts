import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and until hydration: until then, native controls that need no script are rendered. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
