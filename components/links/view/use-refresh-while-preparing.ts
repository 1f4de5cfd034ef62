import { useEffect } from 'react';
import { PREPARING_MS } from '#components/table/rows/preparing.ts';
import { usePageRefresh } from '#context/navigation-state.ts';
import { failureOf, get } from '#services/http.ts';

/** How often it is looked at most, on a page that nobody reloads: for ten minutes. */
const LOOKS_MAX = 120;

/** What the API answers where the pass of the link has expired meanwhile: the page's server opens the link again. */
const WITHOUT_PASS: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

/** Whether an index is being prepared for any of these rows: behind the first such, none are read. */
async function isAnyPreparing(addresses: readonly string[], pass: string | null): Promise<boolean> {
  const options = pass === null ? {} : { headers: { 'share-token': pass } };
  for (const address of addresses) if ((await get<unknown>(address, {}, options)).preparing) return true;
  return false;
}

/**
 * Loads the page again once the indexes are there that are being prepared for the rows it shows; it does not look while nobody
 * sees it. A page that failed to load would replace these rows: it is loaded only after the rows could be read.
 * @param addresses of rows for which an index is being prepared, within the API
 * @param pass of the link, where the API has a host of its own, to which no cookie goes
 */
export function useRefreshWhilePreparing(addresses: readonly string[], pass: string | null): void {
  const refresh = usePageRefresh();
  useEffect(() => {
    if (addresses.length === 0) return;
    let looks = 0;
    let isLooking = false;
    let isLeft = false;
    const look = async () => {
      isLooking = true;
      try {
        if (!(await isAnyPreparing(addresses, pass)) && !isLeft) await refresh();
      } catch (error) {
        // After any other failure the page stays as it is, and the next look may succeed.
        if (WITHOUT_PASS.has(failureOf(error)?.status) && !isLeft) void refresh();
      } finally {
        isLooking = false;
      }
    };
    const timer = setInterval(() => {
      if (document.hidden || isLooking) return;
      looks += 1;
      if (looks === LOOKS_MAX) clearInterval(timer);
      void look();
    }, PREPARING_MS);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [addresses, pass, refresh]);
}
