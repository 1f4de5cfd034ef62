import { Editor } from '@tiptap/core';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { blockLink } from './block-link.ts';
import { editedHeadings, HeadingJumps } from './heading-jumps.ts';

const scrolledTo: (string | null)[] = [];
const { scrollIntoView } = Element.prototype;
beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function note(this: Element) {
    scrolledTo.push(this.textContent);
  };
});
afterEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView;
});

function editorOf(markdown: string): Editor {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [...documentExtensions, HeadingJumps],
    injectCSS: false,
    content: parseMarkdown(markdown).toJSON(),
  });
  document.body.append(editor.view.dom);
  onTestFinished(() => editor.destroy());
  return editor;
}

/** Presses a link of the text; the place of the press, which only a browser knows, is its own. */
function press(editor: Editor, name: string): void {
  const link = [...editor.view.dom.querySelectorAll('a')].find(({ textContent }) => textContent === name);
  if (!link) throw new Error(`There is no link ${name}.`);
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'target', { value: link });
  editor.view.someProp('handleClick', (handle) => handle(editor.view, 1, event));
}

it.each([
  ['[x](#keys)', 'Keys'],
  ['[x](#keys-2)', 'Keys!'],
  ['[x](/#The%20deposit)', 'The deposit'],
  ['[x](/other#keys)', null],
  ['[x](#gone)', null],
])('leads the link %s to its heading', (link, heading) => {
  press(editorOf(`# Keys\n\n${link}\n\n## The deposit\n\n> # Keys!`), 'x');
  expect(scrolledTo).toEqual(heading === null ? [] : [heading]);
});

it('copies the address that a heading has for readers, and the text of another block', () => {
  const editor = editorOf('# Keys\n\nA boat\n\n# Keys');
  const linkAt = (position: number) => {
    editor.commands.setTextSelection(position);
    return blockLink(editor);
  };
  // Which address that is depends on what else ran before.
  const page = `${window.location.origin}${window.location.pathname}`;
  const [, second] = editedHeadings(editor.state.doc);
  expect(linkAt((second?.position ?? 0) + 1)).toBe(`${page}#keys-2`);
  expect(linkAt(8)).toBe(`${page}#text=A%20boat`);
});
