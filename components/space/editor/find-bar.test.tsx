import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Editor, Extension } from '@tiptap/core';
import { search } from 'prosemirror-search';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FindBar } from './FindBar.tsx';

const Search = Extension.create({ name: 'search', addProseMirrorPlugins: () => [search()] });

function open(markdown: string, isEditable = true) {
  const editor = new Editor({
    element: document.createElement('div'),
    injectCSS: false,
    extensions: [...documentExtensions, Search],
    content: parseMarkdown(markdown).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  renderWithMessages(<FindBar editor={editor} isEditable={isEditable} onClose={() => undefined} />);
  const find = (text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: 'Find in this document' }), {
      target: { value: text },
    });
  return { editor, find, statusText: () => screen.getByRole('status').textContent };
}

describe('finding in a document', () => {
  it('says which match is chosen, and of how many', async () => {
    const { find, statusText } = open('an ant, an owl, an elk');
    find('an ');
    await waitFor(() => expect(statusText()).toBe('3 matches'));
    fireEvent.click(screen.getByRole('button', { name: 'Next match' }));
    await waitFor(() => expect(statusText()).toMatch(/^[123] of 3$/));
  });

  it('finds by case and by whole tokens where that is chosen', async () => {
    const { find, statusText } = open('Ant ant anthem');
    find('ant');
    await waitFor(() => expect(statusText()).toBe('3 matches'));
    fireEvent.click(screen.getByRole('button', { name: 'Whole words' }));
    await waitFor(() => expect(statusText()).toBe('2 matches'));
    fireEvent.click(screen.getByRole('button', { name: 'Match case' }));
    await waitFor(() => expect(statusText()).toBe('1 match'));
    expect(screen.getByRole('button', { name: 'Match case' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('offers no replacement to somebody who may not write', () => {
    open('ant', false);
    expect(screen.queryByRole('button', { name: 'Replace all' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Replace with' })).toBeNull();
  });
});
