import { fireEvent } from '@testing-library/react';
import { type AnyExtension, Editor } from '@tiptap/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { changeCallout, changeToggle } from './frame-commands.ts';
import { ToggleWithView } from './toggle-view.ts';

function editorOf(markdown: string): Editor {
  const view: AnyExtension = ToggleWithView.configure({ label: 'Content' });
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: documentExtensions.map((one) => (one.name === 'toggle' ? view : one)),
    injectCSS: false,
    content: parseMarkdown(markdown).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  return editor;
}

describe('callouts', () => {
  it('change their kind where the cursor is in one, and are not put into another', () => {
    const editor = editorOf('> [!NOTE]\n> Mind the step');
    editor.commands.setTextSelection(4);
    changeCallout('warning')(editor);
    expect(writeMarkdown(editor.state.doc)).toBe('> [!WARNING]\n> Mind the step');
  });

  it('become their text again where their own kind is chosen', () => {
    const editor = editorOf('> [!TIP]\n> Mind the step');
    editor.commands.setTextSelection(4);
    changeCallout('tip')(editor);
    expect(writeMarkdown(editor.state.doc)).toBe('Mind the step');
    changeCallout('tip')(editor);
    expect(writeMarkdown(editor.state.doc)).toBe('> [!TIP]\n> Mind the step');
  });
});

describe('toggles', () => {
  it('come from a block and become their blocks again', () => {
    const editor = editorOf('## Question\n\nAfter');
    editor.commands.setTextSelection(3);
    changeToggle(editor);
    expect(editor.state.doc.firstChild?.type.name).toBe('toggle');
    editor.commands.setTextSelection(4);
    changeToggle(editor);
    expect(writeMarkdown(editor.state.doc)).toMatch(/^Question\n\n(.*\n\n)?After$/);
    editor.state.doc.check();
  });

  it('close and open by their button, and open where the cursor comes', () => {
    const editor = editorOf('');
    editor.commands.insertContent('Question');
    changeToggle(editor);
    const toggle = editor.view.dom.querySelector('[data-toggle]');
    const button = editor.view.dom.querySelector('button');
    if (!toggle || !button) throw new Error('There is no toggle');
    const before = editor.getJSON();
    fireEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(toggle).toHaveAttribute('data-closed');
    // It is no part of the document.
    expect(editor.getJSON()).toEqual(before);
    editor.commands.setTextSelection(editor.state.doc.content.size - 2);
    expect(editor.state.selection.$from.parent.type.name).toBe('paragraph');
    expect(button).toHaveAttribute('aria-expanded', 'true');
  });
});
