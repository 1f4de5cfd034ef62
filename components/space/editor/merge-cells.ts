import type { Editor } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { CellSelection } from '@tiptap/pm/tables';

/** Makes one cell of the chosen ones. A cell is one paragraph: their texts become its lines. */
export function mergeCells(editor: Editor): void {
  const { selection, schema, tr } = editor.state;
  const { hardBreak } = schema.nodes;
  if (!(selection instanceof CellSelection) || !hardBreak) return;
  const cells: { node: Node; position: number }[] = [];
  selection.forEachCell((node, position) => {
    cells.push({ node, position });
  });
  let lines = Fragment.empty;
  for (const { node } of cells) {
    const text = node.firstChild?.content ?? Fragment.empty;
    if (text.size === 0) continue;
    lines = (lines.size > 0 ? lines.addToEnd(hardBreak.create()) : lines).append(text);
  }
  // From the last on, so that the positions of those before stay as they are.
  for (const [index, { node, position }] of [...cells.entries()].toReversed()) {
    const size = node.firstChild?.content.size ?? 0;
    // Behind the openings of the cell and of its paragraph.
    tr.replaceWith(position + 2, position + 2 + size, index === 0 ? lines : Fragment.empty);
  }
  const { $anchorCell, $headCell } = selection;
  tr.setSelection(
    CellSelection.create(tr.doc, tr.mapping.map($anchorCell.pos, -1), tr.mapping.map($headCell.pos, -1)),
  );
  editor.view.dispatch(tr);
  editor.chain().focus().mergeCells().run();
}
