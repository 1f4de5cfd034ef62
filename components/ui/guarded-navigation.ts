import { useRouter } from 'next/router';
import { useCallback, useEffect, useRef } from 'react';

/** A requested navigation; `go` performs it. */
export type Departure = { path: string; go: () => Promise<unknown> };

/** Returns whether it blocks a departure, in order to request confirmation and to continue by itself. */
type Guard = (departure: Departure) => boolean;

const guards = new Set<Guard>();

/** While mounted, the guard is called for each address that `useGuardedNavigation` is about to open. */
export function useDepartureGuard(guard: Guard): void {
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  }, [guard]);
  useEffect(() => {
    const own: Guard = (departure) => latest.current(departure);
    guards.add(own);
    return () => void guards.delete(own);
  }, []);
}

/**
 * Opens an address that the user chose other than by a link; with unsaved changes, it requests confirmation first. `go`
 * replaces the plain navigation. Navigations by the app itself are pushed to the router directly.
 */
export function useGuardedNavigation(): (path: string, go?: () => Promise<unknown>) => void {
  const { push } = useRouter();
  return useCallback(
    (path, go = () => push(path)) => {
      const isGuarded = [...guards].some((guard) => guard({ path, go }));
      if (!isGuarded) void go();
    },
    [push],
  );
}
