import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

/** Puts a table in the place of the line at the cursor, which has its names between bars, with a row to continue with. */
export function insertTable({ state, view }: Editor): void {
  const { $from } = state.selection;
  const { table, tableRow, tableHeader, tableCell, paragraph } = state.schema.nodes;
  if (!table || !tableRow || !tableHeader || !tableCell || !paragraph) return;
  const names = $from.parent.textContent
    .trim()
    .slice(1, -1)
    .split('|')
    .map((name) => name.trim());
  const header = names.map((name) =>
    tableHeader.create(null, paragraph.create(null, name ? state.schema.text(name) : null)),
  );
  const cells = names.map(() => tableCell.create(null, paragraph.create()));
  const [first, second] = [tableRow.create(null, header), tableRow.create(null, cells)];
  const at = $from.before();
  const tr = state.tr.replaceWith(at, $from.after(), table.create(null, [first, second]));
  // Into the first cell below the names.
  tr.setSelection(TextSelection.create(tr.doc, at + 1 + first.nodeSize + 3));
  view.dispatch(tr.scrollIntoView());
}
