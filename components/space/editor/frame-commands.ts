import type { Editor } from '@tiptap/core';

/** A toggle with the block at the cursor as its line, open for what it holds; at the line of one, its end. */
export function changeToggle(editor: Editor): void {
  const { parent } = editor.state.selection.$from;
  if (parent.type.name === 'toggleSummary') removeToggle(editor);
  else insertToggle(editor);
}

function insertToggle(editor: Editor): void {
  const { $from } = editor.state.selection;
  const { parent } = $from;
  if (!parent.isTextblock || parent.type.spec.code) return;
  const summary = { type: 'toggleSummary', content: parent.content.toJSON() ?? [] };
  const toggle = { type: 'toggle', content: [summary, { type: 'paragraph' }] };
  const at = $from.before();
  editor
    .chain()
    .focus()
    .insertContentAt({ from: at, to: $from.after() }, toggle)
    .setTextSelection(at + 2 + parent.content.size)
    .run();
}

/** Its line becomes a paragraph, followed by what it held. */
function removeToggle(editor: Editor): void {
  const { $from } = editor.state.selection;
  const toggle = $from.node(-1);
  const [line, ...rest] = toggle.children;
  const { paragraph } = editor.schema.nodes;
  if (!line || !paragraph) return;
  const at = $from.before(-1);
  const { from } = editor.state.selection;
  const blocks = [paragraph.create(null, line.content), ...rest];
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      tr.replaceWith(at, at + toggle.nodeSize, blocks);
      return true;
    })
    .setTextSelection(from - 1)
    .run();
}

/** A callout of a kind around the block at the cursor; the one it is in changes its kind, or ends where it has it. */
export const changeCallout = (kind: string) => (editor: Editor) => {
  const chain = editor.chain().focus();
  if (!editor.isActive('callout')) chain.wrapIn('callout', { kind }).run();
  else if (editor.isActive('callout', { kind })) chain.lift('callout').run();
  else chain.updateAttributes('callout', { kind }).run();
};
