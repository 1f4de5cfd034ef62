import { Editor } from '@tiptap/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { insertColumns, isInColumns, removeColumns } from './column-commands.ts';
import { mergeCells } from './merge-cells.ts';

function editorOf(markdown: string): Editor {
  const editor = new Editor({
    extensions: documentExtensions,
    injectCSS: false,
    content: parseMarkdown(markdown).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  return editor;
}

const COLUMNS = (first: string, second: string) =>
  `<div data-columns>\n<div data-column>\n\n${first}\n\n</div>\n\n<div data-column>\n\n${second}\n\n</div>\n\n</div>`;

describe('columns', () => {
  it('come below the block at the cursor, which goes into the first one', () => {
    const editor = editorOf('a\n\nb');
    editor.commands.setTextSelection(2);
    insertColumns(editor, 2);
    editor.commands.insertContent('left');
    editor.state.doc.check();
    expect(parseMarkdown(writeMarkdown(editor.state.doc)).toJSON()).toEqual(
      parseMarkdown(`a\n\n${COLUMNS('left', '')}\n\nb`).toJSON(),
    );
    expect(isInColumns(editor)).toBe(true);
  });

  it('come in place of an empty line, and not into other columns', () => {
    const editor = editorOf('');
    insertColumns(editor, 3);
    insertColumns(editor, 2);
    expect(editor.state.doc.childCount).toBe(1);
    expect(editor.state.doc.firstChild?.childCount).toBe(3);
  });

  it('leave what stood in them one below the other', () => {
    const editor = editorOf(COLUMNS('a', '- b'));
    editor.commands.setTextSelection(4);
    removeColumns(editor);
    expect(writeMarkdown(editor.state.doc)).toBe('a\n\n- b');
    expect(isInColumns(editor)).toBe(false);
  });
});

describe('cells', () => {
  it('are merged and split, and their text stays', () => {
    const editor = editorOf('| a | b |\n| --- | --- |\n| 1 | 2 |');
    const cells: number[] = [];
    editor.state.doc.descendants((node, position) => {
      if (/^table(?:Cell|Header)$/.test(node.type.name)) cells.push(position);
    });
    editor.commands.setCellSelection({ anchorCell: cells[0] ?? 0, headCell: cells[1] ?? 0 });
    mergeCells(editor);
    editor.state.doc.check();
    expect(writeMarkdown(editor.state.doc)).toContain('<th colspan="2">a<br>b</th>');
    expect(editor.state.doc.childCount).toBe(1);
    editor.commands.splitCell();
    expect(writeMarkdown(editor.state.doc)).not.toContain('colspan');
  });

  it('keep how many columns and rows they take when they are pasted', () => {
    const editor = editorOf('');
    editor.commands.insertContent(
      '<table><tr><td colspan="2" rowspan="99999">a</td><td colspan="x">b</td></tr></table>',
    );
    const attributes: unknown[] = [];
    editor.state.doc.descendants(({ type, attrs }) => {
      if (type.name === 'tableCell') attributes.push([attrs.colspan, attrs.rowspan]);
    });
    expect(attributes.slice(0, 2)).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });
});
