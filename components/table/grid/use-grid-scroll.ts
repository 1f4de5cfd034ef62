import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { HEADER_HEIGHT } from './grid-style.ts';
import { positionFor, type ScrollPosition, scrolledTo, scrollScale } from './scroll-scale.ts';
import { isSameArea, type VisibleArea, visibleArea } from './visible-area.ts';

/** After this time without scrolling, in milliseconds, the scroll bar is set to the place in the list. */
const REST = 160;

type Options = {
  root: RefObject<HTMLDivElement | null>;
  total: number;
  rowHeight: number;
  /** Where each column begins; the last number is the width of all. */
  starts: readonly number[];
  /** Width of what stays where the others are scrolled, with the column of actions. */
  frozenWidth: number;
  gutter: number;
};

/** What of a grid is rendered where it is scrolled to, and scrolling to a cell. */
export function useGridScroll({ root, total, rowHeight, starts, frozenWidth, gutter }: Options) {
  const position = useRef<ScrollPosition>({ element: 0, offset: 0 });
  const size = useRef({ height: 0, width: 0 });
  const measures = useMemo(
    () => ({ total, rowHeight, starts, frozenWidth: frozenWidth - gutter }),
    [total, rowHeight, starts, frozenWidth, gutter],
  );
  const areaNow = useCallback((): VisibleArea => {
    const { element, offset } = position.current;
    const left = root.current?.scrollLeft ?? 0;
    return visibleArea({ top: element + offset, left, offset, ...size.current }, measures);
  }, [root, measures]);
  const [area, setArea] = useState<VisibleArea>(() =>
    visibleArea({ top: 0, left: 0, height: 0, width: 0, offset: 0 }, measures),
  );
  const update = useCallback(() => {
    const next = areaNow();
    setArea((before) => (isSameArea(before, next) ? before : next));
  }, [areaNow]);
  const scale = useCallback(
    () => scrollScale(total * rowHeight, Math.max(0, size.current.height - HEADER_HEIGHT)),
    [total, rowHeight],
  );

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const measure = () => {
      size.current = { height: element.clientHeight, width: element.clientWidth };
      update();
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root, update]);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let frame = 0;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      const { element: at, offset } = position.current;
      const next = positionFor(scale(), at + offset);
      if (next.element === at && next.offset === offset) return;
      position.current = next;
      element.scrollTop = next.element;
      update();
    };
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        position.current = scrolledTo(scale(), position.current, element.scrollTop);
        // In this frame, not after it.
        flushSync(update);
      });
      clearTimeout(rest);
      rest = setTimeout(settle, REST);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    };
  }, [root, scale, update]);

  const scrollTo = useCallback(
    (top: number) => {
      const element = root.current;
      position.current = positionFor(scale(), top);
      if (element) element.scrollTop = position.current.element;
      update();
    },
    [root, scale, update],
  );

  /** Scrolls as little as is needed to see a cell. */
  const reveal = useCallback(
    (row: number, column: number, isFrozen: boolean) => {
      const element = root.current;
      if (!element) return;
      const { element: at, offset } = position.current;
      const seen = Math.max(rowHeight, size.current.height - HEADER_HEIGHT);
      const top = row * rowHeight;
      if (row >= 0 && top < at + offset) scrollTo(top);
      else if (row >= 0 && top + rowHeight > at + offset + seen) scrollTo(top + rowHeight - seen);
      if (isFrozen || column < 0) return;
      const begin = gutter + (starts[column] ?? 0);
      const edge = gutter + (starts[column + 1] ?? begin);
      if (begin < element.scrollLeft + frozenWidth) element.scrollLeft = begin - frozenWidth;
      else if (edge > element.scrollLeft + size.current.width)
        element.scrollLeft = Math.min(edge - size.current.width, begin - frozenWidth);
      update();
    },
    [root, rowHeight, starts, frozenWidth, gutter, scrollTo, update],
  );

  return {
    area,
    scrollTo,
    reveal,
    /** Height of the scrolled rows, in pixels. */
    bodyHeight: Math.max(1, scrollScale(total * rowHeight, 0).element),
    /** Rows that are seen at once. */
    pageRows: () => Math.max(1, Math.floor((size.current.height - HEADER_HEIGHT) / rowHeight) - 1),
  };
}

export type GridScroll = ReturnType<typeof useGridScroll>;
