import { useRouter } from 'next/router';
import { useCallback, useEffect, useRef } from 'react';
import { NavigationCancelled } from './navigation-cancelled.ts';

const pageOf = (path: string) => path.replace(/[?#].*$/s, '');

type NavigationState = {
  /** Whether a navigation is pending: to another page, another view of this one, another part of it. */
  isNavigating: () => boolean;
  /** Whether a navigation to another page is pending. */
  isLeavingPage: () => boolean;
};

/**
 * The router's pending navigation. The router cancels it for the next one, so code that changes the address
 * by itself (a refresh, a debounced search) checks here first: it must not cancel an earlier click.
 * @returns stable functions
 */
export function useNavigationState(): NavigationState {
  const router = useRouter();
  const here = useRef(router.asPath);
  useEffect(() => {
    here.current = router.asPath;
  }, [router.asPath]);
  const target = useRef<string | null>(null);

  const { events } = router;
  useEffect(() => {
    // A navigation cancelled for another is followed by that one's events; a failed one by a page load, unless the
    // server is away.
    const onStart = (path: string) => {
      target.current = path;
    };
    const onEnd = () => {
      target.current = null;
    };
    const onError = (error: unknown) => {
      if (error instanceof NavigationCancelled) onEnd();
    };
    events.on('routeChangeStart', onStart);
    events.on('routeChangeComplete', onEnd);
    events.on('routeChangeError', onError);
    events.on('hashChangeComplete', onEnd);
    return () => {
      events.off('routeChangeStart', onStart);
      events.off('routeChangeComplete', onEnd);
      events.off('routeChangeError', onError);
      events.off('hashChangeComplete', onEnd);
    };
  }, [events]);

  const isGoing = useCallback(() => target.current !== null && target.current !== here.current, []);
  const isLeaving = useCallback(
    () => target.current !== null && pageOf(target.current) !== pageOf(here.current),
    [],
  );
  return { isNavigating: isGoing, isLeavingPage: isLeaving };
}

/**
 * The refresh that is on its way, and whether another was wanted meanwhile. The router would give that one the response
 * that the first waits for, which may be from before what it was wanted for: it runs afterwards.
 */
let running: Promise<void> | null = null;
let isWanted = false;

/**
 * Renders the page again with fresh data from the server, unless a navigation is pending: the other page
 * loads fresh data anyway.
 * @returns a stable function, which settles once the page is rendered, or immediately while a navigation is
 * pending
 */
export function usePageRefresh(): () => Promise<void> {
  const router = useRouter();
  const here = useRef<typeof router | null>(router);
  useEffect(() => {
    here.current = router;
    // A page that was left is not returned to.
    return () => {
      here.current = null;
    };
  }, [router]);
  const { isNavigating } = useNavigationState();
  const missed = useRef(false);

  const refresh = useCallback(async () => {
    isWanted = true;
    running ??= (async () => {
      try {
        while (isWanted) {
          isWanted = false;
          // A navigation is not cancelled: its page is fresh.
          missed.current = isNavigating();
          await (missed.current || here.current?.replace(here.current.asPath, undefined, { scroll: false }));
        }
      } finally {
        running = null;
      }
    })();
    await running;
  }, [isNavigating]);

  const { events } = router;
  useEffect(() => {
    const onComplete = (_path: string, { shallow }: { shallow: boolean }) => {
      // Only the address changed: nothing was requested from the server.
      if (missed.current && shallow) void refresh();
      missed.current = false;
    };
    const onPlace = (path: string) => onComplete(path, { shallow: true });
    events.on('routeChangeComplete', onComplete);
    events.on('hashChangeComplete', onPlace);
    return () => {
      events.off('routeChangeComplete', onComplete);
      events.off('hashChangeComplete', onPlace);
    };
  }, [events, refresh]);

  return refresh;
}
