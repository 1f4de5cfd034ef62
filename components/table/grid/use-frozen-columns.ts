import { type RefObject, useEffect } from 'react';

/** After this time without scrolling, in milliseconds, it is looked whether the columns are all at their own place. */
const REST = 160;

/**
 * Frozen columns stick (`data-shifted`) only while the others are scrolled sideways, or are about to be: a browser that
 * scrolls by itself would else move them for a frame.
 */
export function useFrozenColumns(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      if (element.scrollLeft === 0) delete element.dataset.shifted;
    };
    const shift = () => {
      element.dataset.shifted = '';
      clearTimeout(rest);
      rest = setTimeout(settle, REST);
    };
    const onScroll = () => {
      if (element.scrollLeft !== 0 || element.dataset.shifted !== undefined) shift();
    };
    const onWheel = ({ deltaX, deltaY, shiftKey }: WheelEvent) => {
      if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY) / 2) shift();
    };
    // A finger, or the scroll bar.
    const onPointerDown = ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'mouse' || target === element) shift();
    };
    const passive = { passive: true };
    element.addEventListener('scroll', onScroll, passive);
    element.addEventListener('wheel', onWheel, passive);
    element.addEventListener('pointerdown', onPointerDown, passive);
    onScroll();
    return () => {
      clearTimeout(rest);
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onPointerDown);
    };
  }, [root]);
}
