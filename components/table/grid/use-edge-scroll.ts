import { type RefObject, useEffect, useRef } from 'react';
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

/**
 * While cells are dragged over, the grid follows a pointer that is at its edge or beyond.
 * @param onStep how many rows and columns to continue by
 */
export function useEdgeScroll(
  root: RefObject<HTMLDivElement | null>,
  onStep: (rows: number, columns: number) => void,
) {
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  /** Begins to watch the pointer. */
  const begin = () => {
    stop.current?.();
    let at: { x: number; y: number } | null = null;
    const follow = ({ clientX, clientY }: MouseEvent) => {
      at = { x: clientX, y: clientY };
    };
    const timer = setInterval(() => {
      const area = root.current?.getBoundingClientRect();
      if (!at || !area) return;
      const rows = beyond(area.top + HEADER_HEIGHT, at.y, area.bottom - EDGE);
      const columns = beyond(area.left, at.x, area.right - EDGE);
      if (rows !== 0 || columns !== 0) step.current(rows, columns);
    }, INTERVAL);
    window.addEventListener('mousemove', follow);
    stop.current = () => {
      clearInterval(timer);
      window.removeEventListener('mousemove', follow);
      stop.current = null;
    };
  };
  return { begin, end: () => stop.current?.() };
}
