import { useEffect } from 'react';
import { useNotification } from '#context/NotificationProvider.tsx';
import { LAZY_LOAD_DELAY } from '#lib/text/constants.ts';

/** The bar at the top of the page while a screen waits for a request; it does not flicker on fast responses. */
export function FetchProgress() {
  const { loading } = useNotification();
  useEffect(() => {
    if (!loading) return;
    let stop: (() => void) | null = null;
    let isOver = false;
    const timer = setTimeout(async () => {
      const { default: bar } = await import('nprogress');
      if (isOver) return;
      bar.start();
      stop = () => void bar.done();
    }, LAZY_LOAD_DELAY);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [loading]);
  return null;
}
