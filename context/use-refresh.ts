import { useRouter } from 'next/router';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Renders the page anew, where it is, with what the server knows now. It never stands in the way of who is just going
 * elsewhere, because a router gives up the way it is on for the next: the other page is new by itself.
 * @returns a function that stays the same, and settles once the page is rendered, or at once on the way elsewhere
 */
export function useRefresh(): () => Promise<void> {
  const router = useRouter();
  const here = useRef(router);
  useEffect(() => {
    here.current = router;
  }, [router]);
  const going = useRef(false);
  const missed = useRef(false);

  const refresh = useCallback(async () => {
    if (going.current) missed.current = true;
    else await here.current.replace(here.current.asPath, undefined, { scroll: false });
  }, []);

  useEffect(() => {
    // A way that is given up for another is followed by that one's events; one that fails, by a page load.
    const onStart = (path: string) => {
      going.current = path !== here.current.asPath;
    };
    const onComplete = (_path: string, { shallow }: { shallow: boolean }) => {
      const wanted = missed.current && shallow;
      going.current = false;
      missed.current = false;
      // Only the address changed: the server was not asked.
      if (wanted) void refresh();
    };
    const onPlace = (path: string) => onComplete(path, { shallow: true });
    const { events } = here.current;
    events.on('routeChangeStart', onStart);
    events.on('routeChangeComplete', onComplete);
    events.on('hashChangeComplete', onPlace);
    return () => {
      events.off('routeChangeStart', onStart);
      events.off('routeChangeComplete', onComplete);
      events.off('hashChangeComplete', onPlace);
    };
  }, [refresh]);

  return refresh;
}
