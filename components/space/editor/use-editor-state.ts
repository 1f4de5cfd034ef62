import type { Editor } from '@tiptap/core';
import { useRef, useSyncExternalStore } from 'react';
import { keysOf } from '#lib/text/keys-of.ts';

/**
 * What a component shows of an editor: rendered again where it changed, not at each keystroke.
 * @param select gives a flat object
 */
export function useEditorState<State extends object>(
  editor: Editor,
  select: (editor: Editor) => State,
): State {
  const last = useRef<State | null>(null);
  const snapshot = () => {
    const now = select(editor);
    const before = last.current;
    const isSame = before !== null && keysOf(now).every((name) => Object.is(now[name], before[name]));
    if (!isSame) last.current = now;
    return last.current ?? now;
  };
  return useSyncExternalStore(
    (listener) => {
      editor.on('transaction', listener);
      return () => void editor.off('transaction', listener);
    },
    snapshot,
    snapshot,
  );
}
