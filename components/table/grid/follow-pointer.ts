import type { RefObject } from 'react';
import { HEADER_HEIGHT } from './grid-style.ts';

/** So close to an edge, in pixels, the pointer scrolls. */
const EDGE = 24;
const INTERVAL = 50;
/** Each further one of so many pixels is another row or column a step. */
const FASTER = 40;

const beyond = (least: number, at: number, most: number): number => {
  if (at > most) return 1 + Math.floor((at - most) / FASTER);
  return at < least ? -1 - Math.floor((least - at) / FASTER) : 0;
};

/** A finger that drags is a mouse to the grid: browsers make one of it only where it taps. */
function followFinger(signal: AbortSignal): void {
  const onTouch = (
    types: readonly ('pointermove' | 'pointerup' | 'pointercancel')[],
    act: (event: PointerEvent) => void,
  ) => {
    for (const type of types)
      window.addEventListener(type, (event) => event.pointerType === 'touch' && act(event), { signal });
  };
  onTouch(['pointermove'], ({ clientX, clientY }) => {
    const below = document.elementFromPoint(clientX, clientY);
    below?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, clientX, clientY }));
  });
  onTouch(['pointerup', 'pointercancel'], () => window.dispatchEvent(new MouseEvent('mouseup')));
}

/** Continues by rows and columns while the pointer is at the edge of a grid or beyond, until that is aborted. */
export function followPointer(
  root: RefObject<HTMLElement | null>,
  step: RefObject<(rows: number, columns: number) => void>,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  let at: { x: number; y: number } | null = null;
  const timer = setInterval(() => {
    const area = root.current?.getBoundingClientRect();
    if (!at || !area) return;
    const rows = beyond(area.top + HEADER_HEIGHT, at.y, area.bottom - EDGE);
    const columns = beyond(area.left, at.x, area.right - EDGE);
    if (rows !== 0 || columns !== 0) step.current(rows, columns);
  }, INTERVAL);
  signal.addEventListener('abort', () => clearInterval(timer));
  const follow = ({ clientX, clientY }: MouseEvent) => {
    at = { x: clientX, y: clientY };
  };
  window.addEventListener('mousemove', follow, { signal });
  followFinger(signal);
}
