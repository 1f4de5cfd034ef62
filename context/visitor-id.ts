import { useEffect, useState } from 'react';

const FAILED = 'Failed to generate the finger print of this browser';

const computed = () => import('#services/fingerprint.ts').then((file) => file.computeVisitorId());

/** Runs once the page is painted and nothing else waits; returns a function to cancel it. */
function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const waiting = window.requestIdleCallback(act, { timeout: 3000 });
    return () => window.cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(act, 300);
  return () => clearTimeout(waiting);
}

/** The browser's fingerprint, or null until it is known; it never delays the first paint. */
export function useVisitorId(): number | null {
  const [visitorId, setVisitorId] = useState<number | null>(null);
  useEffect(() => {
    let left = false;
    const cancel = whenIdle(() => {
      computed().then(
        (id) => {
          if (!left) setVisitorId(id);
        },
        (error: unknown) => console.error(FAILED, error),
      );
    });
    return () => {
      left = true;
      cancel();
    };
  }, []);
  return visitorId;
}
