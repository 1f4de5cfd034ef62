import type { Editor } from '@tiptap/core';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { visibleBottom } from './visible-area.ts';

/**
 * Places a small form below the cursor of the text, with the focus in its field; a press elsewhere closes it.
 * @param growth by how many pixels it may become higher
 */
export function useAtCursor(
  editor: Editor,
  frame: RefObject<HTMLElement | null>,
  onClose: () => void,
  growth = 0,
): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  useLayoutEffect(() => {
    const form = frame.current;
    if (!form) return;
    const { left, bottom } = editor.view.coordsAtPos(editor.state.selection.from);
    const { width, height } = form.getBoundingClientRect();
    form.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    form.style.top = `${Math.max(8, Math.min(bottom + 8, visibleBottom() - height - growth - 8))}px`;
    form.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')?.select();
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !form.contains(event.target)) close.current();
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [editor, frame, growth]);
}
