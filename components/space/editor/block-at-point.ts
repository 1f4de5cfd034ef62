import type { Editor } from '@tiptap/core';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import { blockAt } from './move-block.ts';

/** How far inside of the text its blocks are looked for, in pixels. */
const INSIDE = 30;

/** The position of the innermost block that can be moved by itself, at a height of the window; null where there is none. */
export function blockAtPoint(editor: Editor, y: number): number | null {
  const { view } = editor;
  const { left } = view.dom.getBoundingClientRect();
  const found = view.posAtCoords({ left: left + INSIDE, top: y });
  if (!found) return null;
  const { doc } = view.state;
  const inner = found.inside < 0 ? null : doc.nodeAt(found.inside);
  const block = blockAt(doc.resolve(inner?.isBlock && inner.isAtom ? found.inside : found.pos));
  const element = block ? view.nodeDOM(block.position) : null;
  if (!block || !(element instanceof HTMLElement)) return null;
  const { top, bottom } = element.getBoundingClientRect();
  // Below the last block there is none.
  return y >= top - INSIDE && y <= bottom + INSIDE ? block.position : null;
}

/** Puts the cursor into a block; one without text is chosen as a whole. */
export function selectBlock(editor: Editor, position: number): void {
  const { doc, tr } = editor.state;
  const node = doc.nodeAt(position);
  if (!node) return;
  const selection = node.isAtom
    ? NodeSelection.create(doc, position)
    : Selection.near(doc.resolve(position + 1), 1);
  editor.view.dispatch(tr.setSelection(selection));
}
