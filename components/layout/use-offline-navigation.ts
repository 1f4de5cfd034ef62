import { useRouter } from 'next/router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isNavigationCancelled, NavigationCancelled } from '#context/navigation-cancelled.ts';

/** Interval and timeout of the checks whether an unreachable server is back, in milliseconds. */
const LOOK_EVERY = 5000;
const LOOK_FOR = 4000;

async function isReachable(): Promise<boolean> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_FOR) });
    return response.ok;
  } catch {
    return false;
  }
}

/** `away` while the server can't be reached; `wanted` is the address requested meanwhile. */
type Connection = { away: boolean; wanted: string | null };

/**
 * Keeps the current page when a link leads to one that can't be loaded now: the router would load it as a new document,
 * and lose this one. The requested page opens when the server is back, unless something was typed since.
 */
export function useOfflineNavigation() {
  const router = useRouter();
  const [connection, setConnection] = useState<Connection>({ away: false, wanted: null });
  const typed = useRef(false);
  const { away, wanted } = connection;
  const here = useRef(router);
  useEffect(() => {
    here.current = router;
  }, [router]);

  const open = useCallback((path: string) => {
    setConnection({ away: false, wanted: null });
    void here.current.push(path);
  }, []);

  const look = useCallback(async () => {
    if (!(await isReachable())) return;
    setConnection((before) => {
      const goesOn = before.wanted !== null && !typed.current;
      // After the state is set: the router renders too.
      if (goesOn && before.wanted !== null) queueMicrotask(() => void here.current.push(before.wanted ?? ''));
      return { away: false, wanted: goesOn ? null : before.wanted };
    });
  }, []);

  const { events } = router;
  useEffect(() => {
    const onError = (error: unknown, path: string) => {
      if (isNavigationCancelled(error)) return;
      typed.current = false;
      void (async () => {
        // A new version of the app has other files: that page is loaded as a new document, as the router would.
        if (navigator.onLine && (await isReachable())) window.location.assign(path);
        else {
          setConnection({ away: true, wanted: path });
          // The browser's Back has changed the address already.
          const { asPath } = here.current;
          window.history.replaceState({ ...window.history.state, url: asPath, as: asPath }, '', asPath);
        }
      })();
      const ended = new NavigationCancelled('The server can’t be reached');
      // Listeners for the end of the navigation are notified before the router is stopped.
      events.emit('routeChangeError', ended, path, { shallow: false });
      throw ended;
    };
    events.on('routeChangeError', onError);
    return () => events.off('routeChangeError', onError);
  }, [events]);

  useEffect(() => {
    const onOffline = () => setConnection((before) => ({ ...before, away: true }));
    const onOnline = () => void look();
    const onType = () => {
      typed.current = true;
    };
    if (!navigator.onLine) onOffline();
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onOnline);
    document.addEventListener('input', onType, true);
    return () => {
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
      document.removeEventListener('input', onType, true);
    };
  }, [look]);

  useEffect(() => {
    if (!away) return;
    const timer = setInterval(() => void look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [away, look]);

  return { away, wanted, look, open, stay: () => setConnection((before) => ({ ...before, wanted: null })) };
}
