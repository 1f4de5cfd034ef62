import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useEffect, useRef } from 'react';

/** A position that goes along with changes of the text, one's own and those of others. */
export function followPosition(editor: Editor, start: number) {
  let position = start;
  const follow = ({ transaction }: { transaction: Transaction }) => {
    position = transaction.mapping.map(position);
  };
  editor.on('transaction', follow);
  return {
    now: () => Math.min(position, editor.state.doc.content.size),
    stop: () => void editor.off('transaction', follow),
  };
}

/** Where what was at a position is now; for a form that stays open while others write. */
export function useFollowedPosition(editor: Editor, start: number): () => number {
  const position = useRef(start);
  useEffect(() => {
    const follow = ({ transaction }: { transaction: Transaction }) => {
      position.current = transaction.mapping.map(position.current);
    };
    editor.on('transaction', follow);
    return () => void editor.off('transaction', follow);
  }, [editor]);
  return () => Math.min(position.current, editor.state.doc.content.size);
}
