import Router from 'next/router';
import { useEffect } from 'react';

type Load = () => Promise<unknown>;

/** Code that the opened screens may need later, in the order of registration. */
const wanted: Load[] = [];
/** Code that failed to load and is to be retried: the network was lost, or the server was restarted. */
const failed: Load[] = [];
/** Checks for more code to fetch; null while no layout prefetches code. */
let fetchMore: (() => void) | null = null;

/** For so long after a key nothing is fetched, in milliseconds: code runs as it comes, and the next letter would wait for it. */
const AFTER_KEY_MS = 1000;

let keyAt = Number.NEGATIVE_INFINITY;

const noteKey = () => {
  keyAt = performance.now();
};

/** Resolves once nothing was typed for a while. */
async function pauseOfTyping(): Promise<void> {
  while (performance.now() < keyAt + AFTER_KEY_MS) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Calls a function once the browser is idle. @returns a function to cancel it */
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

/** Whether code may be prefetched: not when the user saves data, nor over a very slow connection. */
function mayFetchAhead(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return navigator.onLine && !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? '');
}

/**
 * Registers code that a screen loads on demand for prefetching, so that it is available later, also offline. Called at
 * module level of the screen, so that only code of opened screens is prefetched.
 */
export function fetchWhenIdle(load: Load): void {
  if (typeof window === 'undefined') return;
  wanted.push(load);
  fetchMore?.();
}

/** Fetches, one after the other and only while the browser is idle, the code that open screens may need. */
export function useIdleCode(): void {
  useEffect(() => {
    let giveUp: (() => void) | null = null;
    let over = false;
    const next = () => {
      if (over || giveUp || wanted.length === 0 || !mayFetchAhead()) return;
      giveUp = whenIdle(async () => {
        await pauseOfTyping();
        if (over) return;
        const load = wanted.shift();
        // A component that needs it earlier retries immediately, and shows why it can't be loaded.
        await load?.().catch(() => failed.push(load));
        giveUp = null;
        next();
      });
    };
    // Never immediately: code that can't be loaded would be requested in an endless loop.
    const again = () => {
      wanted.push(...failed.splice(0));
      next();
    };
    fetchMore = next;
    again();
    window.addEventListener('online', again);
    window.addEventListener('keydown', noteKey, true);
    Router.events.on('routeChangeComplete', again);
    return () => {
      over = true;
      fetchMore = null;
      giveUp?.();
      window.removeEventListener('online', again);
      window.removeEventListener('keydown', noteKey, true);
      Router.events.off('routeChangeComplete', again);
    };
  }, []);
}
