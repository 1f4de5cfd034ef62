import type { Editor } from '@tiptap/core';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import { DateNode } from '#lib/documents/date-node.ts';
import { editKey } from './math-view.ts';

export type DateOptions = {
  /** Opens the form for the date at a position. */
  onEdit: (position: number) => void;
};

/** A day of the writer's calendar, as in 2026-11-27. */
export function localDate(days = 0, from = new Date()): string {
  const date = new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
  const part = (value: number, length: number) => String(value).padStart(length, '0');
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
}

/** Puts the day of today at the cursor. @returns where it is; null where none can be */
export function insertDate(editor: Editor): number | null {
  const { selection, schema, tr } = editor.state;
  const { $from, from, to } = selection;
  const { date } = schema.nodes;
  if (!date || !$from.parent.inlineContent || $from.parent.type.spec.code) return null;
  tr.replaceWith(from, to, [date.create({ date: localDate() }), schema.text(' ')]);
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)));
  return from;
}

/** A date that is changed by a press on it, or by Enter when it is chosen. */
export const DateWithView = DateNode.extend<DateOptions>({
  addOptions: () => ({ onEdit: () => undefined }),
  addProseMirrorPlugins() {
    const { onEdit } = this.options;
    return [
      new Plugin({
        props: {
          handleClickOn(view, _position, node, nodePosition) {
            if (node.type.name !== 'date' || !view.editable) return false;
            const { tr, doc } = view.state;
            view.dispatch(tr.setSelection(NodeSelection.create(doc, nodePosition)));
            onEdit(nodePosition);
            return true;
          },
        },
      }),
    ];
  },
  addKeyboardShortcuts() {
    const edit = editKey(this.name, this.options.onEdit);
    return { Enter: ({ editor }) => edit(editor) };
  },
});
