import { useEffect } from 'react';
import { PREPARING_MS } from '#components/table/rows/preparing.ts';
import { usePageRefresh } from '#context/navigation-state.ts';

/** How often it is looked at most, on a page that nobody reloads: for ten minutes. */
const LOOKS_MAX = 120;

/** Loads the page again while an index is being prepared for what it shows, until that is there; not while nobody sees it. */
export function useRefreshWhilePreparing(isPreparing: boolean): void {
  const refresh = usePageRefresh();
  useEffect(() => {
    if (!isPreparing) return;
    let looks = 0;
    const timer = setInterval(() => {
      if (document.hidden) return;
      looks += 1;
      if (looks === LOOKS_MAX) clearInterval(timer);
      // Where it fails, the page stays as it is, and the next one may succeed.
      void refresh().catch(() => undefined);
    }, PREPARING_MS);
    return () => clearInterval(timer);
  }, [isPreparing, refresh]);
}
