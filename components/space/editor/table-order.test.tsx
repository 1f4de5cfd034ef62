import { type AnyExtension, Editor } from '@tiptap/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { TableKeys } from './table-keys.ts';
import {
  alignColumn,
  canDuplicateCells,
  canMoveCells,
  canSortRows,
  duplicateCells,
  moveCells,
  sortRows,
} from './table-order.ts';

/** A table of rows as `a b/c d`, the first one of headers, with the cursor behind the text of a cell. */
function tableOf(rows: string, cursor: string) {
  const [head = '', ...others] = rows.split('/').map((row) => `| ${row.split(' ').join(' | ')} |`);
  return editorOf([head, head.replace(/[^| ]+/g, '---'), ...others].join('\n'), cursor);
}

function editorOf(markdown: string, cursor: string): Editor {
  const keys: AnyExtension = TableKeys;
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...documentExtensions, keys],
    injectCSS: false,
    content: parseMarkdown(markdown).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  editor.state.doc.descendants((node, position) => {
    if (node.text === cursor) editor.commands.setTextSelection(position + cursor.length);
  });
  return editor;
}

const rowsOf = (editor: Editor): string => {
  editor.state.doc.check();
  const [table] = editor.state.doc.children;
  const rows = table?.children ?? [];
  return rows
    .map(({ children }) => children.map(({ textContent }) => textContent || '-').join(' '))
    .join('/');
};
const cursorOf = ({ state: { selection } }: Editor) => selection.$head.parent.textContent;

describe('a row of a table', () => {
  it.each([
    [-1, 'h i/c d/a b/e f'],
    [1, 'h i/a b/e f/c d'],
  ] as const)('moves by %d, with the cursor in it', (step, after) => {
    const editor = tableOf('h i/a b/c d/e f', 'd');
    expect(moveCells(editor, 'row', step)).toBe(true);
    expect(rowsOf(editor)).toBe(after);
    expect(cursorOf(editor)).toBe('d');
  });

  it('does not change places with the header, or leave the table', () => {
    const editor = tableOf('h i/a b', 'a');
    expect(moveCells(editor, 'row', -1)).toBe(false);
    expect(moveCells(editor, 'row', 1)).toBe(false);
    expect(rowsOf(editor)).toBe('h i/a b');
  });

  it('is there twice, of a header as one that is none', () => {
    const editor = tableOf('h i/a b', 'h');
    duplicateCells(editor, 'row');
    expect(rowsOf(editor)).toBe('h i/h i/a b');
    expect(writeMarkdown(editor.state.doc)).toMatch(/^\| h \| i \|\n\| --- \| --- \|\n\| h \| i \|/);
  });

  it('gets the alignment of its column when it is new', () => {
    const editor = editorOf('| h | i |\n| --: | --- |\n| a | b |', 'a');
    editor.commands.addRowAfter();
    const row = editor.state.doc.firstChild?.lastChild;
    expect(row?.children.map(({ attrs }) => attrs.align)).toEqual(['right', null]);
  });
});

describe('a column of a table', () => {
  it.each([
    [-1, 'i h j/b a c'],
    [1, 'h j i/a c b'],
  ] as const)('moves by %d, with the cursor in it', (step, after) => {
    const editor = tableOf('h i j/a b c', 'b');
    expect(moveCells(editor, 'column', step)).toBe(true);
    expect(rowsOf(editor)).toBe(after);
    expect(cursorOf(editor)).toBe('b');
  });

  it('is there twice', () => {
    const editor = tableOf('h i/a b', 'a');
    duplicateCells(editor, 'column');
    expect(rowsOf(editor)).toBe('h h i/a a b');
  });

  it('has an alignment that GFM keeps', () => {
    const editor = tableOf('h i/a b', 'b');
    alignColumn(editor, 'right');
    expect(writeMarkdown(editor.state.doc)).toBe('| h | i |\n| --- | --: |\n| a | b |');
    alignColumn(editor, null);
    expect(writeMarkdown(editor.state.doc)).toBe('| h | i |\n| --- | --- |\n| a | b |');
  });

  it('sorts the rows below the header: numbers by their value, texts by the alphabet, empty ones last', () => {
    const numbers = tableOf('h i/10 a/9 b/-1,000.5 c', '9');
    sortRows(numbers, 1, 'en');
    expect(rowsOf(numbers)).toBe('h i/-1,000.5 c/9 b/10 a');
    expect(cursorOf(numbers)).toBe('-1,000.5');
    const texts = editorOf('| h |\n| --- |\n|  |\n| ä |\n| z2 |\n| Z10 |\n| b |', 'b');
    sortRows(texts, -1, 'de');
    expect(rowsOf(texts)).toBe('h/Z10/z2/b/ä/-');
  });
});

it('rows and columns beside merged cells stay, and others move', () => {
  const merged =
    '<table>\n<tr>\n<td rowspan="2">a</td>\n<td>b</td>\n</tr>\n<tr>\n<td>c</td>\n</tr>\n<tr>\n<td>d</td>\n<td>e</td>\n</tr>\n<tr>\n<td>f</td>\n<td>g</td>\n</tr>\n</table>';
  const within = editorOf(merged, 'c');
  expect(canMoveCells(within, 'row', -1)).toBe(false);
  expect(canDuplicateCells(within, 'row')).toBe(false);
  expect(canSortRows(within)).toBe(false);
  expect(moveCells(within, 'column', -1)).toBe(true);
  expect(rowsOf(within)).toBe('b a/c/d e/f g'.replace('d e/f g', 'e d/g f'));
  const below = editorOf(merged, 'e');
  expect(canMoveCells(below, 'row', -1)).toBe(false);
  expect(moveCells(below, 'row', 1)).toBe(true);
  expect(rowsOf(below)).toBe('a b/c/f g/d e');
});

it('Alt, Shift and an arrow move the row and the column at the cursor, and never all of the table', async () => {
  const editor = editorOf('before\n\n| h | i |\n| --- | --- |\n| a | b |', 'a');
  const press = (key: string) =>
    editor.view.dom.dispatchEvent(
      new KeyboardEvent('keydown', { key, altKey: true, shiftKey: true, bubbles: true }),
    );
  press('ArrowRight');
  await import('./table-order.ts');
  expect(writeMarkdown(editor.state.doc)).toBe('before\n\n| i | h |\n| --- | --- |\n| b | a |');
  press('ArrowUp');
  expect(writeMarkdown(editor.state.doc)).toBe('before\n\n| i | h |\n| --- | --- |\n| b | a |');
});
