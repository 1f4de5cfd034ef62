import { type RefObject, useCallback, useEffect, useState } from 'react';
import { findMatches, type SearchToken, searchTokens } from './text-matches.ts';
import { elementAtUrlLocation } from './url-location.ts';

/** Maximum number of highlights: more would be slow and of no use. */
const MOST = 500;
/** Names of the CSS highlights (CSS Custom Highlight API); styled in `MatchBar`. */
export const MATCH_HIGHLIGHT = 'found';
export const CURRENT_MATCH_HIGHLIGHT = 'found-current';

/** The matches of the search tokens inside an element, as ranges of its text. */
function rangesIn(element: HTMLElement, wanted: readonly SearchToken[]): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && ranges.length < MOST; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    for (const { start, end } of findMatches(text, wanted, MOST - ranges.length)) {
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
  if (canHighlight()) CSS.highlights.set(CURRENT_MATCH_HIGHLIGHT, new Highlight(range));
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
}

/** `Node.DOCUMENT_POSITION_FOLLOWING` and `…_CONTAINED_BY`. */
const AFTER = 4 | 16;

/** The first match at or after the location in the address; else the first one. */
function firstOf(ranges: Range[], content: HTMLElement): number {
  const target = elementAtUrlLocation(content);
  if (!target) return 0;
  const index = ranges.findIndex((range) => target.compareDocumentPosition(range.startContainer) & AFTER);
  return Math.max(0, index);
}

/**
 * Highlights the matches of a query inside an element without changing it, and moves between them. Content that is
 * added to the element later (more rows, more text) is highlighted, too.
 */
export function useTextMatches(element: RefObject<HTMLElement | null>, query: string) {
  const [ranges, setRanges] = useState<Range[]>([]);
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const content = element.current;
    const wanted = searchTokens(query);
    if (!content || wanted.length === 0) {
      setRanges([]);
      return;
    }
    let moved = false;
    const mark = () => {
      const found = rangesIn(content, wanted);
      setRanges(found);
      if (canHighlight()) CSS.highlights.set(MATCH_HIGHLIGHT, new Highlight(...found));
      return found;
    };
    const lead = () => {
      const found = mark();
      if (moved) return;
      const index = firstOf(found, content);
      setCurrent(index);
      show(found[index]);
    };
    lead();
    const grown = new MutationObserver(lead);
    grown.observe(content, { childList: true, subtree: true });
    // Once the user has navigated, content that is loaded later doesn't scroll the page.
    const stay = () => {
      moved = true;
    };
    for (const sign of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const) {
      window.addEventListener(sign, stay, { once: true, passive: true });
    }
    return () => {
      grown.disconnect();
      for (const sign of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const) {
        window.removeEventListener(sign, stay);
      }
      if (!canHighlight()) return;
      CSS.highlights.delete(MATCH_HIGHLIGHT);
      CSS.highlights.delete(CURRENT_MATCH_HIGHLIGHT);
    };
  }, [element, query]);

  const go = useCallback(
    (step: 1 | -1) => {
      const next = (current + step + ranges.length) % Math.max(1, ranges.length);
      setCurrent(next);
      show(ranges[next]);
    },
    [current, ranges],
  );

  return { count: ranges.length, go };
}
