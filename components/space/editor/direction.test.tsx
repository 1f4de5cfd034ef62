import { type AnyExtension, Editor } from '@tiptap/core';
import { expect, it, onTestFinished } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { ToggleWithView } from './toggle-view.ts';

it('lists, quotes, callouts, toggles and tables of the editor follow their own text', () => {
  const toggle: AnyExtension = ToggleWithView;
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: documentExtensions.map((one) => (one.name === 'toggle' ? toggle : one)),
    injectCSS: false,
    content: parseMarkdown(
      'Start\n\n- a\n\n1. a\n\n- [ ] שלום\n\n> a\n\n> [!NOTE]\n> a\n\n<details>\n<summary>a</summary>\n\na\n\n</details>\n\n| a |\n|---|',
    ).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  const directed = [...editor.view.dom.querySelectorAll('[dir="auto"]')].map((one) => one.localName);
  expect(directed).toEqual(['ul', 'ol', 'ul', 'blockquote', 'aside', 'div', 'table']);
  // The first letter in a list decides: that of a task, not of what its box is called.
  expect(editor.view.dom.querySelector('ul[data-type]')?.textContent).toBe('שלוםשלום');
});
