import { type RefObject, useEffect, useState } from 'react';

import { quoteAt, type TextQuote } from '#lib/text/find-quote.ts';
import { QUOTE_MAX } from './quote-max.ts';
import { offsetsOfRange, textOfElement } from './text-of-element.ts';

/** A selected text, and where it ends on the screen, in pixels. */
export type SelectedText = { quote: TextQuote; left: number; bottom: number };

/** The text that is selected inside of an element, once the pointer or the key is up; `null` watches nothing. */
export function useSelectedText(element: RefObject<HTMLElement | null> | null): SelectedText | null {
  const [selected, setSelected] = useState<SelectedText | null>(null);
  useEffect(() => {
    if (!element) return setSelected(null);
    const read = () => setSelected(element.current ? selectedTextIn(element.current) : null);
    const clear = () => {
      if (window.getSelection()?.isCollapsed ?? true) setSelected(null);
    };
    const hide = () => setSelected(null);
    // What was selected before this code was there.
    read();
    document.addEventListener('pointerup', read);
    document.addEventListener('keyup', read);
    document.addEventListener('selectionchange', clear);
    window.addEventListener('scroll', hide, { passive: true });
    return () => {
      document.removeEventListener('pointerup', read);
      document.removeEventListener('keyup', read);
      document.removeEventListener('selectionchange', clear);
      window.removeEventListener('scroll', hide);
    };
  }, [element]);
  return selected;
}

function selectedTextIn(element: HTMLElement): SelectedText | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null;
  const whole = textOfElement(element);
  const offsets = offsetsOfRange(whole, range);
  if (!offsets || offsets.end - offsets.start > QUOTE_MAX) return null;
  const { left, width, bottom } = range.getBoundingClientRect();
  return { quote: quoteAt(whole.text, offsets.start, offsets.end), left: left + width / 2, bottom };
}
