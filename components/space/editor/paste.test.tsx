import { waitFor } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import { loadPasteCleaner, Paste } from './paste.ts';

beforeAll(loadPasteCleaner);

function open(markdown: string) {
  const paste = { onProblem: vi.fn(), onFiles: vi.fn(), onLeftOut: vi.fn() };
  const editor = new Editor({
    element: document.createElement('div'),
    injectCSS: false,
    extensions: [...documentExtensions, Paste.configure({ paste })],
    content: parseMarkdown(markdown).toJSON(),
  });
  onTestFinished(() => editor.destroy());
  editor.commands.setTextSelection(1);
  return { editor, paste };
}

/** Pastes as a browser does, by Ctrl+V or by Ctrl+Shift+V. */
function pasteInto(
  { view }: Editor,
  html: string,
  text: string,
  { isPlain = false, ofVsCode = '' }: { isPlain?: boolean; ofVsCode?: string } = {},
): Event {
  const key = { key: 'v', keyCode: 86, ctrlKey: true, shiftKey: isPlain, bubbles: true };
  view.dom.dispatchEvent(new KeyboardEvent('keydown', key));
  const contents: Record<string, string> = {
    'text/html': html,
    'text/plain': text,
    'vscode-editor-data': ofVsCode,
  };
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const clipboardData = { files: [], getData: (type: string) => contents[type] ?? '' };
  view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
  return event;
}

const PICTURE = '<p>Map</p><img alt="Map" src="data:image/png;base64,iVBORw==">';

it('stores the pictures of pasted HTML', () => {
  const { editor, paste } = open('');
  pasteInto(editor, PICTURE, 'Map');
  expect(editor.getText().trim()).toBe('Map');
  expect(paste.onFiles).toHaveBeenCalledOnce();
});

it.each([
  ['into code', '```\n\n```', false],
  ['as plain text', '', true],
])('stores none of the pictures of HTML that is pasted %s', (_, markdown, isPlain) => {
  const { editor, paste } = open(markdown);
  pasteInto(editor, `${PICTURE}<img src="https://example.org/a.png">`, 'Map', { isPlain });
  expect(editor.getText().trim()).toBe('Map');
  expect(paste.onFiles).not.toHaveBeenCalled();
  expect(paste.onLeftOut).not.toHaveBeenCalled();
});

it('stores the pictures of what is pasted after plain text', () => {
  const { editor, paste } = open('');
  pasteInto(editor, PICTURE, 'Map', { isPlain: true });
  pasteInto(editor, PICTURE, 'Map');
  expect(paste.onFiles).toHaveBeenCalledOnce();
});

it('cleans HTML that has a picture whose address is none', () => {
  const { editor, paste } = open('');
  const event = pasteInto(editor, '<p>Text</p><script>alert(1)</script><img src="http://[">', 'Text');
  expect(event.defaultPrevented).toBe(true);
  expect(editor.getText().trim()).toBe('Text');
  expect(paste.onLeftOut).toHaveBeenCalledWith(1);
});

const CODE_HTML =
  '<div style="font-family:monospace"><div>const a = 1;</div><div><span>&nbsp; return a;</span></div></div>';

it.each([
  ['typescriptreact', 'typescript'],
  ['unheard', null],
])('has lines of %s that were copied in VS Code as a block of code', async (mode, language) => {
  const { editor } = open('');
  const ofVsCode = JSON.stringify({ version: 1, mode });
  pasteInto(editor, CODE_HTML, 'const a = 1;\r\n  return a;\r\n', { ofVsCode });
  await waitFor(() =>
    expect(editor.getJSON().content?.[0]).toEqual({
      type: 'codeBlock',
      attrs: { language },
      content: [{ type: 'text', text: 'const a = 1;\n  return a;' }],
    }),
  );
});
