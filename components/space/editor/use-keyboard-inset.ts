import { type RefObject, useEffect } from 'react';

/** Height of the phones' bottom bar, in pixels. */
const BOTTOM_BAR = 'calc(72px + env(safe-area-inset-bottom))';

/**
 * Keeps `--keyboard-inset` of an element at what the on-screen keyboard covers of the window; without a keyboard, at
 * what the phones' bottom bar covers.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    const measure = () => {
      const covered = viewport ? window.innerHeight - viewport.height - viewport.offsetTop : 0;
      element.current?.style.setProperty('--keyboard-inset', covered > 80 ? `${covered}px` : BOTTOM_BAR);
    };
    measure();
    viewport?.addEventListener('resize', measure);
    viewport?.addEventListener('scroll', measure);
    return () => {
      viewport?.removeEventListener('resize', measure);
      viewport?.removeEventListener('scroll', measure);
    };
  }, [element]);
}
