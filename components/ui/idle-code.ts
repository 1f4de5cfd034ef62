import Router from 'next/router';
import { useEffect } from 'react';

type Load = () => Promise<unknown>;

/** What the screens that were opened so far may ask for later, in the order in which they named it. */
const wanted: Load[] = [];
/** What could not be had, to be asked for again: the network went, or the server was started anew. */
const failed: Load[] = [];
/** Looks for more to fetch; null while no layout wants code ahead of time. */
let fetchMore: (() => void) | null = null;

/** Does something once the browser has nothing else to do. @returns what gives it up */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 2000);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(id);
}

/** The Network Information API, which not all browsers have (https://wicg.github.io/netinfo/). */
type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether code may be fetched before anybody asks for it: not for who saves data, nor over a very slow line. */
function mayFetchAhead(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return navigator.onLine && !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? '');
}

/**
 * Notes code that a screen loads on demand, so that it is there before it is asked for, without a connection too.
 * Called where the screen's module stands, so that only what opened screens may need is ever fetched.
 */
export function fetchWhenIdle(load: Load): void {
  if (typeof window === 'undefined') return;
  wanted.push(load);
  fetchMore?.();
}

/** Fetches, one after the other and only while the browser is idle, the code that open screens may ask for. */
export function useIdleCode(): void {
  useEffect(() => {
    let giveUp: (() => void) | null = null;
    let over = false;
    const next = () => {
      if (over || giveUp || wanted.length === 0 || !mayFetchAhead()) return;
      giveUp = whenIdle(async () => {
        const load = wanted.shift();
        // Whoever asks for it earlier tries again at once, and says why it can't be had.
        await load?.().catch(() => failed.push(load));
        giveUp = null;
        next();
      });
    };
    // Never at once: code that can't be had would be asked for without an end.
    const again = () => {
      wanted.push(...failed.splice(0));
      next();
    };
    fetchMore = next;
    again();
    window.addEventListener('online', again);
    Router.events.on('routeChangeComplete', again);
    return () => {
      over = true;
      fetchMore = null;
      giveUp?.();
      window.removeEventListener('online', again);
      Router.events.off('routeChangeComplete', again);
    };
  }, []);
}
