import { Editor } from '@tiptap/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { deleteBlock, duplicateBlock, moveBlock } from './move-block.ts';

/** An editor with the cursor behind the first `|` of the text. */
function editorOf(marked: string): Editor {
  const editor = new Editor({
    extensions: documentExtensions,
    injectCSS: false,
    content: parseMarkdown(marked).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  editor.state.doc.descendants((node, position) => {
    const at = node.text?.indexOf('|') ?? -1;
    if (at >= 0) editor.commands.setTextSelection(position + at + 1);
  });
  return editor;
}

const markdownOf = (editor: Editor) => writeMarkdown(editor.state.doc);

describe('a block', () => {
  it.each([
    ['a\n\nb|\n\nc', -1, 'b|\n\na\n\nc'],
    ['a\n\nb|\n\nc', 1, 'a\n\nc\n\nb|'],
    ['- a\n- b|\n  - deep', -1, '- b|\n  - deep\n- a'],
    ['> a\n>\n> b|\n\nc', -1, '> b|\n>\n> a\n\nc'],
    ['a\n\n| x| | y |\n| --- | --- |\n| 1 | 2 |', -1, '| x\\| | y |\n| --- | --- |\n| 1 | 2 |\n\na'],
  ] as const)('of %j moves by %d', (before, step, after) => {
    const editor = editorOf(before.replace('x|', 'x\\|'));
    expect(moveBlock(editor, step)).toBe(true);
    expect(markdownOf(editor)).toBe(after);
    const { $head } = editor.state.selection;
    expect($head.parent.textBetween(0, $head.parentOffset).endsWith('|')).toBe(true);
  });

  it.each([
    ['a|\n\nb', -1],
    ['a\n\nb|', 1],
    ['> a|\n\nb', 1],
    ['<details>\n<summary>s</summary>\n\na|\n\n</details>', -1],
  ] as const)('of %j does not leave what it is in by %d', (before, step) => {
    const editor = editorOf(before);
    expect(moveBlock(editor, step)).toBe(false);
    expect(markdownOf(editor)).toBe(before);
  });

  it('is there twice after it was duplicated, with the cursor in the second', () => {
    const editor = editorOf('a|\n\nb');
    duplicateBlock(editor);
    editor.commands.insertContent('2');
    expect(markdownOf(editor)).toBe('a|\n\na|2\n\nb');
  });

  it.each([
    ['a|\n\nb', 'b'],
    ['a|', ''],
    ['- a|\n\nb', 'b'],
    ['> a|\n\nb', 'b'],
  ])('of %j is removed after it was deleted', (before, after) => {
    const editor = editorOf(before);
    deleteBlock(editor);
    expect(markdownOf(editor)).toBe(after);
    editor.state.doc.check();
  });
});
