import { useEffect } from 'react';
import { useNotification } from '#context/NotificationProvider.tsx';
import { LAZY_LOAD_DELAY } from '#lib/text/constants.ts';

/** Without the roles of the library's own markup, which ARIA does not know: the page says itself what it loads. */
const LOOK = {
  barSelector: '.bar',
  spinnerSelector: '.spinner',
  template:
    '<div class="bar" aria-hidden="true"><div class="peg"></div></div><div class="spinner" aria-hidden="true"><div class="spinner-icon"></div></div>',
};

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
      bar.configure(LOOK);
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
