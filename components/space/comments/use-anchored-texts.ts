import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Comment } from '#lib/contract/comment.ts';
import { findQuote } from '#lib/text/find-quote.ts';
import { rangeOfText, textOfElement } from './text-of-element.ts';

/** A text that is being written is looked through again once writing rests so long, in milliseconds. */
const REST_MS = 150;

/** Names of the CSS highlights (CSS Custom Highlight API); styled in `CommentedText.tsx`. */
export const COMMENTED = 'commented';
export const COMMENTED_ACTIVE = 'commented-active';

const canHighlight = () => typeof Highlight === 'function' && 'highlights' in CSS;

type Options = {
  /** The element with the text. */
  element: RefObject<HTMLElement | null>;
  threads: readonly Comment[];
  /** The thread whose text is shown stronger. */
  active: string | null;
  onClick: (threadId: string) => void;
};

/**
 * Marks the texts that threads are about in an element, without changing it, and finds them again after it changed.
 * @returns the threads whose text was deleted, and how to scroll to a text
 */
export function useAnchoredTexts({ element, threads, active, onClick }: Options) {
  const ranges = useRef(new Map<string, Range>());
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const content = element.current;
    const about = threads.flatMap(({ id, anchor }) => (anchor?.type === 'text' ? [{ id, anchor }] : []));
    if (!content || about.length === 0) {
      ranges.current = new Map();
      setGone((known) => (known.size === 0 ? known : new Set()));
      return;
    }
    const mark = () => {
      const whole = textOfElement(content);
      const found = new Map<string, Range>();
      for (const { id, anchor } of about) {
        const place = findQuote(whole.text, anchor);
        const range = place && rangeOfText(whole, place.start, place.end);
        if (range) found.set(id, range);
      }
      ranges.current = found;
      setGone(new Set(about.filter(({ id }) => !found.has(id)).map(({ id }) => id)));
      if (canHighlight()) CSS.highlights.set(COMMENTED, new Highlight(...found.values()));
    };
    mark();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(mark, REST_MS);
    });
    changed.observe(content, { childList: true, subtree: true, characterData: true });
    const open = (event: MouseEvent) => {
      const at = [...ranges.current].find(([, range]) => isInside(range, event.clientX, event.clientY));
      if (at && window.getSelection()?.isCollapsed !== false) onClick(at[0]);
    };
    content.addEventListener('click', open);
    return () => {
      clearTimeout(timer);
      changed.disconnect();
      content.removeEventListener('click', open);
      if (canHighlight()) CSS.highlights.delete(COMMENTED);
    };
  }, [element, threads, onClick]);

  useEffect(() => {
    const range = active === null ? undefined : ranges.current.get(active);
    if (!range || !canHighlight()) return;
    CSS.highlights.set(COMMENTED_ACTIVE, new Highlight(range));
    return () => void CSS.highlights.delete(COMMENTED_ACTIVE);
  }, [active]);

  return {
    gone,
    scrollTo: (threadId: string) =>
      ranges.current.get(threadId)?.startContainer.parentElement?.scrollIntoView({ block: 'center' }),
  };
}

const isInside = (range: Range, x: number, y: number) =>
  [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
