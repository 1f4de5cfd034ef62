import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls a bar of tabs sideways whenever another one is current, so that it stands in the middle where that is possible.
 * @returns the reference of the bar
 */
export function useCurrentInSight<Bar extends HTMLElement = HTMLElement>(
  current: string | null,
): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current tab has to come into view
  useEffect(() => {
    const chosen = bar.current?.querySelector('[aria-current], [aria-selected=true]');
    if (!bar.current || !chosen) return;
    const frame = bar.current.getBoundingClientRect();
    const tab = chosen.getBoundingClientRect();
    bar.current.scrollLeft += tab.left - frame.left - (frame.width - tab.width) / 2;
  }, [current]);
  return bar;
}
