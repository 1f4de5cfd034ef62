import { waitFor } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { putCursorBehind } from './cursor-behind.ts';
import { InlineMathWithView } from './math-view.ts';
import { TypedMarkdown } from './typed-markdown.ts';

function open(markdown = '') {
  const onFormula = vi.fn();
  const editor = new Editor({
    element: document.createElement('div'),
    injectCSS: false,
    extensions: [
      ...documentExtensions.map((one) => (one.name === 'inlineMath' ? InlineMathWithView : one)),
      TypedMarkdown.configure({ onFormula }),
    ],
    content: parseMarkdown(markdown).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  editor.commands.setTextSelection(TextSelection.atEnd(editor.state.doc).from);
  return { editor, onFormula };
}

/** Types letter by letter, as a browser reports it. */
function type({ view }: Editor, text: string): void {
  for (const letter of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(letter, from, to);
    const isTaken = view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, insert));
    if (!isTaken) view.dispatch(insert());
  }
}

const press = ({ view }: Editor, key: string) =>
  view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key })));

const markdownOf = ({ state }: Editor): string => writeMarkdown(state.doc).trim();

it.each([
  ['See [the list](https://example.org) now', 'See [the list](https://example.org) now'],
  ['a [b](/c)', 'a [b](/c)'],
  ['![Map](/api/v1/items/1/file/) here', '![Map](/api/v1/items/1/file/) here'],
  ['![Map](https://example.org/a.png) there', '[Map](https://example.org/a.png) there'],
  ['![Map](/\\example.org/a.png) there', '[Map](/%5Cexample.org/a.png) there'],
  ['x $$a^2$$ y', 'x $a^2$ y'],
  ['x $a^2$ y', 'x $a^2$ y'],
])('makes %j to what it means as it is typed', (typed, expected) => {
  const { editor } = open();
  type(editor, typed);
  expect(editor.state.doc.textContent).not.toMatch(/[\]$]/);
  expect(markdownOf(editor)).toBe(expected);
});

it.each(['[bad](javascript:alert(1))', '![bad](javascript:alert(1))', '[a] (b)'])(
  'leaves %j as it is typed',
  (typed) => {
    const { editor } = open();
    type(editor, typed);
    expect(editor.state.doc.textContent).toBe(typed);
  },
);

it('continues without the link behind it', () => {
  const { editor } = open();
  type(editor, '[list](https://example.org), then');
  expect(markdownOf(editor)).toBe('[list](https://example.org), then');
});

it('makes a formula that is alone in its line a block, and continues below it', () => {
  const { editor } = open('Before\n\n');
  editor.commands.insertContentAt(editor.state.doc.content.size, { type: 'paragraph' });
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  type(editor, '$$a^2$$');
  type(editor, 'after');
  expect(markdownOf(editor)).toBe('Before\n\n$$\na^2\n$$\n\nafter');
});

it('opens the form of a formula after two dollar signs and a space', () => {
  const { editor, onFormula } = open();
  type(editor, '$$ ');
  expect(editor.state.doc.firstChild?.type.name).toBe('blockMath');
  expect(onFormula).toHaveBeenCalledWith(0);
});

it('makes a row of names a table, whose first cell is written next', async () => {
  const { editor } = open();
  type(editor, '| Boat | Crew |');
  press(editor, 'Enter');
  await waitFor(() => expect(editor.state.doc.firstChild?.type.name).toBe('table'));
  type(editor, 'Oak');
  expect(markdownOf(editor)).toBe('| Boat | Crew |\n| --- | --- |\n| Oak |  |');
});

it.each(['| alone |', 'a | b | c', '|'])('leaves %j and Enter a line', (typed) => {
  const { editor } = open();
  type(editor, typed);
  press(editor, 'Enter');
  expect(editor.state.doc.firstChild?.textContent).toBe(typed);
});

it('leaves a line of more bars than a table has columns, and Enter a line', () => {
  const { editor } = open();
  editor.commands.insertContent({ type: 'paragraph', content: [{ type: 'text', text: '|'.repeat(10_000) }] });
  press(editor, 'Enter');
  expect(editor.state.doc.childCount).toBe(2);
});

it('marks a task as done whose text begins with the sign for it', () => {
  const { editor } = open('- [ ] ');
  editor.commands.setTextSelection(3);
  type(editor, '[x] Oars');
  expect(markdownOf(editor)).toBe('- [x] Oars');
});

it('puts the cursor into a new line behind a block at the end', () => {
  const { editor } = open('$$\na\n$$');
  const { tr } = editor.state;
  putCursorBehind(tr, 1);
  editor.view.dispatch(tr);
  type(editor, 'after');
  expect(markdownOf(editor)).toBe('$$\na\n$$\n\nafter');
});
