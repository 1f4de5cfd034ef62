import { type Editor, Extension } from '@tiptap/core';
import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';

/** A block that can be moved by itself: one of the text, of a quote, a callout or a toggle; or an item of a list. */
type Block = { position: number; node: Node; depth: number };

const CONTAINERS = new Set(['doc', 'blockquote', 'callout', 'toggle', 'column']);
const ITEMS = new Set(['listItem', 'taskItem']);

/** The innermost block at a place; null in the line of a toggle, which goes with it, and outside of all. */
export function blockAt($place: ResolvedPos): Block | null {
  for (let depth = $place.depth; depth > 0; depth -= 1) {
    const node = $place.node(depth);
    const container = $place.node(depth - 1);
    if (node.type.name === 'toggleSummary') continue;
    if (ITEMS.has(node.type.name) || CONTAINERS.has(container.type.name))
      return { position: $place.before(depth), node, depth };
  }
  const node = $place.nodeAfter;
  if (!node?.isBlock || !CONTAINERS.has($place.parent.type.name) || node.type.name === 'toggleSummary')
    return null;
  return { position: $place.pos, node, depth: $place.depth + 1 };
}

/** The block that the cursor is in. */
export const currentBlock = ({ state: { selection } }: Editor): Block | null =>
  selection instanceof NodeSelection && selection.node.isBlock
    ? blockAt(selection.$from)
    : blockAt(selection.$head);

/** The selection as it was within a block that went elsewhere. */
function selectionIn(tr: Transaction, before: Selection, from: number, to: number): Selection {
  const moved = (place: number) => Math.min(Math.max(to, place - from + to), tr.doc.content.size);
  if (before instanceof NodeSelection) return NodeSelection.create(tr.doc, moved(before.from));
  return TextSelection.between(tr.doc.resolve(moved(before.anchor)), tr.doc.resolve(moved(before.head)));
}

/** Exchanges the block at the cursor with the one above or below. @returns whether there is one */
export function moveBlock(editor: Editor, step: -1 | 1): boolean {
  const block = currentBlock(editor);
  if (!block) return false;
  const { tr, selection, doc } = editor.state;
  const { position, node } = block;
  const $block = doc.resolve(position);
  const other = $block.parent.maybeChild($block.index() + step);
  if (!other || other.type.name === 'toggleSummary') return false;
  const to = step < 0 ? position - other.nodeSize : position + other.nodeSize;
  tr.delete(position, position + node.nodeSize).insert(to, node);
  tr.setSelection(selectionIn(tr, selection, position, to));
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** Puts the same block below the one at the cursor. */
export function duplicateBlock(editor: Editor): void {
  const block = currentBlock(editor);
  if (!block) return;
  const { tr, selection } = editor.state;
  const below = block.position + block.node.nodeSize;
  tr.insert(below, Fragment.from(block.node));
  tr.setSelection(selectionIn(tr, selection, block.position, below));
  editor.view.dispatch(tr.scrollIntoView());
}

/** Takes the block at the cursor away, and what can't be without it. */
export function deleteBlock(editor: Editor): void {
  const block = currentBlock(editor);
  if (!block) return;
  const { tr } = editor.state;
  tr.deleteRange(block.position, block.position + block.node.nodeSize);
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(block.position, tr.doc.content.size))));
  editor.view.dispatch(tr.scrollIntoView());
}

/** Alt+Shift+Up and Down move the block at the cursor. */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': ({ editor }) => moveBlock(editor, -1) || true,
    'Alt-Shift-ArrowDown': ({ editor }) => moveBlock(editor, 1) || true,
  }),
});
