import { useEffect, useRef } from 'react';
import { isTyping } from '#components/ui/is-typing.ts';

/**
 * Takes what is pasted anywhere on the page while a table has no rows, and so no cell that a paste could begin at.
 * @param isEmpty whether it has none, and may get some
 */
export function usePasteIntoEmpty(isEmpty: boolean, onPaste: (data: DataTransfer) => void): void {
  const latest = useRef(onPaste);
  useEffect(() => {
    latest.current = onPaste;
  });
  useEffect(() => {
    if (!isEmpty) return;
    const paste = (event: ClipboardEvent) => {
      const { clipboardData, defaultPrevented, target } = event;
      if (!clipboardData || defaultPrevented || isTyping(target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current(clipboardData);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isEmpty]);
}
