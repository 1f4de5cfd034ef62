import { useEffect } from 'react';

/** Has the offline page kept for when the server is away; browsers allow it over https and on localhost alone. */
export function useOfflineWorker(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => {
      // Without it the browser's own page is shown: nothing else depends on it.
      navigator.serviceWorker.register('/offline-worker.js').catch(() => {});
    }, 3000);
    return () => clearTimeout(timer);
  }, []);
}
