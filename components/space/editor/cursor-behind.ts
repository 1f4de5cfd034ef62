import { TextSelection, type Transaction } from '@tiptap/pm/state';

/**
 * Puts the cursor behind a block that has no text of its own, where writing continues: into the text that follows, or
 * into a new line where none does.
 * @param position behind the block
 */
export function putCursorBehind(tr: Transaction, position: number): void {
  const $position = tr.doc.resolve(position);
  if ($position.parent.isTextblock) {
    tr.setSelection(TextSelection.create(tr.doc, position));
    return;
  }
  const line = tr.doc.type.schema.nodes.paragraph?.create();
  if (!$position.nodeAfter?.isTextblock && line) tr.insert(position, line);
  tr.setSelection(TextSelection.create(tr.doc, position + 1));
}
