import { screen } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { documentExtensions } from '#lib/documents/schema.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { SuggestionList } from './SuggestionList.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// jsdom scrolls nothing.
Element.prototype.scrollIntoView ??= () => undefined;

function openAt(line: { top: number; bottom: number }): HTMLElement {
  return openList(line).list;
}

function openList(line: { top: number; bottom: number }) {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: documentExtensions,
    injectCSS: false,
  });
  onTestFinished(() => editor.destroy());
  vi.spyOn(editor.view, 'coordsAtPos').mockReturnValue({ left: 20, right: 20, ...line });
  const size = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
  size.mockReturnValue(new DOMRect(0, 0, 200, 250));
  const choices = ['Text', 'Table'].map((content) => ({ key: content, content, select: () => undefined }));
  const keys = { current: () => false };
  const listOf = (some: typeof choices) => (
    <SuggestionList editor={editor} at={1} choices={some} label="Blocks" keys={keys} />
  );
  const { rerender } = renderWithMessages(listOf(choices));
  const narrow = () => {
    size.mockReturnValue(new DOMRect(0, 0, 200, 40));
    rerender(listOf(choices.slice(1)));
  };
  return { list: screen.getByRole('listbox', { name: 'Blocks' }), narrow };
}

/** A phone whose keyboard leaves so much of the window. */
function showKeyboard(height: number): void {
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), { height, offsetTop: 0 }));
}

describe('the list under the text', () => {
  it('stands below its line', () => {
    expect(openAt({ top: 300, bottom: 320 }).style.top).toBe('328px');
  });

  it('stands above its line where the on-screen keyboard covers the window below', () => {
    showKeyboard(400);
    expect(openAt({ top: 300, bottom: 320 }).style.top).toBe('42px');
  });

  it('stays beside its line when fewer are left', () => {
    showKeyboard(400);
    const { list, narrow } = openList({ top: 320, bottom: 340 });
    expect(list.style.top).toBe('62px');
    narrow();
    expect(list.style.top).toBe('348px');
  });

  it('is no higher than the window above the keyboard allows', () => {
    showKeyboard(400);
    const list = openAt({ top: 160, bottom: 180 });
    expect(list.style.top).toBe('188px');
    expect(list.style.maxHeight).toBe('204px');
  });
});
