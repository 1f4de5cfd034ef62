import { useEffect, useRef } from 'react';
import { isTyping } from '../is-typing.ts';

/** Calls back for `?`, and where it is typed as text, for Ctrl (or Command) with it. */
export function useShortcutsKey(onOpen: () => void, isUsed = true): void {
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    if (!isUsed) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
      if (key !== '?' || altKey || defaultPrevented) return;
      if (!(ctrlKey || metaKey) && isTyping(target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      open.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isUsed]);
}
