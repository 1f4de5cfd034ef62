import { type RefObject, useCallback, useEffect, useState } from 'react';
import { placesOf, type Wanted, wantedWords } from './found-words.ts';

/** More marks than this help nobody, and cost. */
const MOST = 500;
/** Names of the CSS highlights (CSS Custom Highlight API); styled in `FoundBar`. */
export const FOUND = 'found';
export const FOUND_CURRENT = 'found-current';

/** Where the wanted words stand inside an element, as ranges of its text. */
function rangesIn(element: HTMLElement, wanted: readonly Wanted[]): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && ranges.length < MOST; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    for (const { start, end } of placesOf(text, wanted, MOST - ranges.length)) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}

const canHighlight = () => typeof Highlight === 'function' && 'highlights' in CSS;

function show(range: Range | undefined): void {
  if (!range) return;
  if (canHighlight()) CSS.highlights.set(FOUND_CURRENT, new Highlight(range));
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
}

/**
 * Marks the words of a query inside an element without changing it, and goes from one to the next.
 * @param content what the element shows; it is read again whenever this changes
 */
export function useFoundWords(element: RefObject<HTMLElement | null>, query: string, content: unknown) {
  const [ranges, setRanges] = useState<Range[]>([]);
  const [current, setCurrent] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has other places
  useEffect(() => {
    const wanted = wantedWords(query);
    if (!element.current || wanted.length === 0) {
      setRanges([]);
      return;
    }
    const found = rangesIn(element.current, wanted);
    setRanges(found);
    setCurrent(0);
    if (canHighlight()) CSS.highlights.set(FOUND, new Highlight(...found));
    // An address with a place in it leads there by itself.
    if (!window.location.hash) show(found[0]);
    return () => {
      if (!canHighlight()) return;
      CSS.highlights.delete(FOUND);
      CSS.highlights.delete(FOUND_CURRENT);
    };
  }, [element, query, content]);

  const go = useCallback(
    (step: 1 | -1) => {
      const next = (current + step + ranges.length) % Math.max(1, ranges.length);
      setCurrent(next);
      show(ranges[next]);
    },
    [current, ranges],
  );

  return { count: ranges.length, current, go };
}
