import { useRouter } from 'next/router';
import { useCallback, useEffect, useRef } from 'react';

/** Where somebody wants to go; `go` leads there. */
export type Departure = { path: string; go: () => Promise<unknown> };

/** Says whether it holds a departure back, to ask first and to go on by itself. */
type Guard = (departure: Departure) => boolean;

const guards = new Set<Guard>();

/** While mounted, hears of each address that `useGuardedNavigation` is about to open. */
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
 * Opens an address that somebody chose by something else than a link, unless there are unsaved changes: then it is asked
 * first. `go` is what has to be done instead of only opening it. Where the app itself leads on, it pushes to the router.
 */
export function useGuardedNavigation(): (path: string, go?: () => Promise<unknown>) => void {
  const { push } = useRouter();
  return useCallback(
    (path, go = () => push(path)) => {
      const isHeld = [...guards].some((guard) => guard({ path, go }));
      if (!isHeld) void go();
    },
    [push],
  );
}
