import type { Editor } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';

type Found = { node: Node; position: number };

/** The columns that the cursor is in. */
function columnsAround(editor: Editor): Found | null {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'columns')
      return { node: $from.node(depth), position: $from.before(depth) };
  return null;
}

export const isInColumns = (editor: Editor): boolean => columnsAround(editor) !== null;

/** Puts columns below the block at the cursor, or in place of an empty one; in the first one goes the cursor. */
export function insertColumns(editor: Editor, count: number): void {
  const { selection, schema, tr } = editor.state;
  const { columns, column, paragraph } = schema.nodes;
  const { $from } = selection;
  if (!columns || !column || !paragraph || !$from.parent.isTextblock || isInColumns(editor)) return;
  const isEmpty = $from.parent.content.size === 0;
  const index = isEmpty ? $from.index(-1) : $from.indexAfter(-1);
  if (!$from.node(-1).canReplaceWith(index, $from.indexAfter(-1), columns)) return;
  const whole = columns.create(
    null,
    Array.from({ length: count }, () => column.create(null, paragraph.create())),
  );
  const at = isEmpty ? $from.before() : $from.after();
  tr.replaceWith(at, $from.after(), whole);
  // Behind the openings of the columns, of the first one and of its paragraph.
  tr.setSelection(TextSelection.create(tr.doc, at + 3));
  editor.view.dispatch(tr.scrollIntoView());
  editor.view.focus();
}

/** Puts what stands in columns one below the other. */
export function removeColumns(editor: Editor): void {
  const found = columnsAround(editor);
  if (!found) return;
  const { tr } = editor.state;
  let content = Fragment.empty;
  found.node.forEach((column) => {
    content = content.append(column.content);
  });
  tr.replaceWith(found.position, found.position + found.node.nodeSize, content);
  tr.setSelection(TextSelection.near(tr.doc.resolve(found.position + 1)));
  editor.view.dispatch(tr.scrollIntoView());
}
