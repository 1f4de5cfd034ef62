import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { isInTable, selectedRect } from '@tiptap/pm/tables';
import type { Axis } from './table-order.ts';

/** Whether the table at the cursor has its first column on the right. */
function isRightToLeft({ view, state }: Editor): boolean {
  const { node } = view.domAtPos(state.selection.from);
  const element = node instanceof Element ? node : node.parentElement;
  const table = element?.closest('table');
  return table ? getComputedStyle(table).direction === 'rtl' : false;
}

/** In a table the key is taken, also where nothing can be moved: it would move all of the table. */
const moveKey =
  (axis: Axis, step: -1 | 1) =>
  ({ editor }: { editor: Editor }): boolean => {
    if (!isInTable(editor.state)) return false;
    const isTurned = axis === 'column' && isRightToLeft(editor);
    // With the first of these keys.
    import('./table-order.ts').then(
      ({ moveCells }) => moveCells(editor, axis, isTurned ? (step > 0 ? -1 : 1) : step),
      () => undefined,
    );
    return true;
  };

/** Alt+Shift and an arrow move the row or column at the cursor; cells of a new row stand as those of their column do. */
export const TableKeys = Extension.create({
  name: 'tableKeys',
  // Before the keys that move blocks.
  priority: 200,
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': moveKey('row', -1),
    'Alt-Shift-ArrowDown': moveKey('row', 1),
    'Alt-Shift-ArrowLeft': moveKey('column', -1),
    'Alt-Shift-ArrowRight': moveKey('column', 1),
  }),
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, before, state) {
        if (!transactions.some(({ docChanged }) => docChanged) || !isInTable(state) || !isInTable(before))
          return null;
        const { table, map, tableStart } = selectedRect(state);
        if (table.childCount <= selectedRect(before).table.childCount) return null;
        const { tr } = state;
        for (const [index, at] of map.map.entries()) {
          const align = table.nodeAt(map.map[index % map.width] ?? 0)?.attrs.align;
          const cell = table.nodeAt(at);
          if (align && cell?.content.size === 2 && cell.attrs.align === null)
            tr.setNodeAttribute(tableStart + at, 'align', align);
        }
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});
