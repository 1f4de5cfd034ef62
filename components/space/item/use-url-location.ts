import { type RefObject, useEffect } from 'react';
import { elementAtUrlLocation } from './url-location.ts';

/**
 * Scrolls to the location in the address once the content has it, and when the address gets another one; content that changes
 * later stays where the reader is.
 * @param reached the location that was scrolled to last, which stays the same when the content is rendered again
 */
export function useUrlLocation(
  element: RefObject<HTMLElement | null>,
  content: unknown,
  reached: RefObject<string | null>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location may be in content that comes later
  useEffect(() => {
    const go = () => {
      const { hash } = window.location;
      const target = element.current && reached.current !== hash && elementAtUrlLocation(element.current);
      if (!target) return;
      reached.current = hash;
      for (let toggle = target.closest('details'); toggle; )
        [toggle.open, toggle] = [true, toggle.parentElement?.closest('details') ?? null];
      target.scrollIntoView();
    };
    const goAgain = () => {
      reached.current = null;
      go();
    };
    go();
    window.addEventListener('hashchange', goAgain);
    return () => window.removeEventListener('hashchange', goAgain);
  }, [element, content, reached]);
}
