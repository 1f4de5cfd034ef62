import { useEffect } from 'react';

/** Registers the service worker that caches the offline page; browsers allow it only over HTTPS and on localhost. */
export function useOfflineWorker(): void {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
    const timer = setTimeout(() => {
      // Without it the browser shows its own page: nothing else depends on it.
      navigator.serviceWorker.register('/offline-worker.js').catch(() => {});
    }, 3000);
    return () => clearTimeout(timer);
  }, []);
}
