import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';

/**
 * Puts a formula without text at the cursor: within the line, or in place of an empty one.
 * @returns where it is; null where none can be
 */
export function insertFormula(editor: Editor): number | null {
  const { selection, schema, tr } = editor.state;
  const { $from } = selection;
  const { inlineMath, blockMath } = schema.nodes;
  if (!inlineMath || !blockMath || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  const isBlock =
    $from.parent.content.size === 0 &&
    $from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), blockMath);
  const at = isBlock ? $from.before() : selection.from;
  tr.replaceWith(at, isBlock ? $from.after() : selection.to, (isBlock ? blockMath : inlineMath).create());
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)));
  return at;
}
