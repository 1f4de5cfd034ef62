import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useEffect, useRef } from 'react';

type Position = { current: number };

/** @returns the function that ends it */
function follow(editor: Editor, position: Position): () => void {
  const move = ({ transaction }: { transaction: Transaction }) => {
    position.current = transaction.mapping.map(position.current);
  };
  editor.on('transaction', move);
  return () => void editor.off('transaction', move);
}

const withinText = (editor: Editor, { current }: Position): number =>
  Math.min(current, editor.state.doc.content.size);

/** A position that goes along with changes of the text, one's own and those of others. */
export function followPosition(editor: Editor, start: number) {
  const position = { current: start };
  return { now: () => withinText(editor, position), stop: follow(editor, position) };
}

/** Where what was at a position is now; for a form that stays open while others write. */
export function useFollowedPosition(editor: Editor, start: number): () => number {
  const position = useRef(start);
  useEffect(() => follow(editor, position), [editor]);
  return () => withinText(editor, position);
}
