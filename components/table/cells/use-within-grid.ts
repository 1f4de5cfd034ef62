import { type RefObject, useLayoutEffect } from 'react';

/** The width of the frame around an editor, in pixels. */
const FRAME = 2;

/** Moves an editor that is larger than its cell back into the part of the grid that is in sight. */
export function useWithinGrid(editor: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = editor.current;
    const grid = element?.closest('[role="grid"]');
    if (!element || !grid || typeof ResizeObserver === 'undefined') return;
    const place = () => {
      element.style.translate = '';
      const { top, right, bottom } = element.getBoundingClientRect();
      const frame = grid.getBoundingClientRect();
      const header = grid.querySelector('.head')?.clientHeight ?? 0;
      const aside = Math.max(0, right + FRAME - frame.left - grid.clientLeft - grid.clientWidth);
      const below = Math.max(0, bottom + FRAME - frame.top - grid.clientTop - grid.clientHeight);
      const up = Math.min(below, Math.max(0, top - frame.top - header));
      element.style.translate = `${-aside}px ${-up}px`;
    };
    // Its code may still be loading, and it grows with what is chosen.
    const sizes = new ResizeObserver(place);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [editor]);
}
