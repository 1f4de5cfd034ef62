import { useRouter } from 'next/router';
import { useCallback, useEffect, useRef } from 'react';
import { UnreachablePage } from './unreachable-page.ts';

const pageOf = (path: string) => path.replace(/[?#].*$/s, '');

type Way = {
  /** Whether the reader is going somewhere else just now: to another page, another view of this one, another place. */
  isGoing: () => boolean;
  /** Whether the reader is going to another page just now. */
  isLeaving: () => boolean;
};

/**
 * Where the router is on the way to. It gives up the way it is on for the next, so whatever changes the address by
 * itself (a refresh, a pause in typing) asks here first: it must not undo the click that came before.
 * @returns functions that stay the same
 */
export function useWay(): Way {
  const router = useRouter();
  const here = useRef(router.asPath);
  useEffect(() => {
    here.current = router.asPath;
  }, [router.asPath]);
  const target = useRef<string | null>(null);

  const { events } = router;
  useEffect(() => {
    // A way that is given up for another is followed by that one's events; one that fails, by a page load, unless the
    // server is away.
    const onStart = (path: string) => {
      target.current = path;
    };
    const onEnd = () => {
      target.current = null;
    };
    const onError = (error: unknown) => {
      if (error instanceof UnreachablePage) onEnd();
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
  return { isGoing, isLeaving };
}

/**
 * Renders the page anew, where it is, with what the server knows now, unless the reader is just going elsewhere:
 * the other page is new by itself.
 * @returns a function that stays the same, and settles once the page is rendered, or at once on the way elsewhere
 */
export function useRefresh(): () => Promise<void> {
  const router = useRouter();
  const here = useRef(router);
  useEffect(() => {
    here.current = router;
  }, [router]);
  const { isGoing } = useWay();
  const missed = useRef(false);

  const refresh = useCallback(async () => {
    if (isGoing()) missed.current = true;
    else await here.current.replace(here.current.asPath, undefined, { scroll: false });
  }, [isGoing]);

  const { events } = router;
  useEffect(() => {
    const onComplete = (_path: string, { shallow }: { shallow: boolean }) => {
      // Only the address changed: the server was not asked.
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
