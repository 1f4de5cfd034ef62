import type { Editor } from '@tiptap/core';
import { type RefObject, useLayoutEffect } from 'react';
import { EDITOR_TEXT_ID } from './editor-text-id.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';

const GAP = 8;

/** The lower end of the toolbar of the text, where that stays at the top of the window. */
function belowToolbar(): number {
  const bar = document.querySelector(`[role='toolbar'][aria-controls='${EDITOR_TEXT_ID}']`);
  return bar && getComputedStyle(bar).position !== 'fixed' ? bar.getBoundingClientRect().bottom : 0;
}

/** Keeps tools above a picture, and in sight where it is higher than the window. Phones have them above their toolbar. */
export function useAbovePicture(
  editor: Editor,
  position: number,
  panel: RefObject<HTMLElement | null>,
): void {
  useKeyboardInset(panel);
  useLayoutEffect(() => {
    const place = () => {
      const picture = editor.isDestroyed ? null : editor.view.nodeDOM(position);
      const tools = panel.current;
      if (!(picture instanceof HTMLElement) || !tools) return;
      const { top, bottom, left, width } = (picture.querySelector('img') ?? picture).getBoundingClientRect();
      const own = tools.getBoundingClientRect();
      const highest = Math.max(belowToolbar(), 0) + GAP;
      const y = Math.min(Math.max(top - own.height - GAP, highest), Math.max(bottom - own.height, highest));
      // Within the text, so that no sidebar covers them.
      const text = editor.view.dom.getBoundingClientRect();
      const middle = left + width / 2 - own.width / 2;
      const x = Math.max(GAP, text.left, Math.min(middle, text.right - own.width));
      tools.style.top = `${y}px`;
      tools.style.left = `${x}px`;
    };
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(editor.view.dom);
    if (panel.current) sizes.observe(panel.current);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    editor.on('transaction', place);
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      editor.off('transaction', place);
    };
  }, [editor, position, panel]);
}
