import { fireEvent, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { EditorView } from '@tiptap/pm/view';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EditorSurface } from '#components/space/editor/EditorSurface.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { changeSharedDocument } from '#lib/documents/shared-document.ts';
import { DocumentConnection } from '#services/document-connection.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { EDITOR_SHORTCUTS, MOD, type Shortcut } from './shortcut-lists.ts';

/** Signs that are typed, of which `suggestion-menu.test.tsx` opens the menus. */
const TYPED = new Set<Shortcut['label']>(['shortcuts.insert_menu', 'shortcuts.mention', 'shortcuts.emoji']);
/** Keys of the page around the text; the text takes all others itself. */
const OF_PAGE = new Set<Shortcut['label']>([
  ...(['shortcuts.link', 'shortcuts.block_menu', 'shortcuts.find'] as const),
  ...(['shortcuts.toolbar', 'shortcuts.this_list'] as const),
]);
const NAMES: Record<string, string> = {
  ...{ '↑': 'ArrowUp', '↓': 'ArrowDown', '←': 'ArrowLeft', '→': 'ArrowRight' },
};

/** What the cursor has to stand in for some of the keys, behind the `|`. */
const TEXTS: Partial<Record<Shortcut['label'], string>> = {
  'shortcuts.paragraph': '# Some text|',
  'shortcuts.indent': '- a\n- b|',
  'shortcuts.move_table_column': '| a | b |\n| --- | --- |\n| c\\| | d |',
};

async function showEditor(): Promise<Editor> {
  const connection = new DocumentConnection({ itemId: 'i', isReadable: async () => true });
  onTestFinished(() => connection.close());
  changeSharedDocument(connection.shared, parseMarkdown('Text'));
  const ready = Promise.withResolvers<Editor>();
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <QueryProvider>
        <NotificationProvider>
          <Toaster>
            <EditorSurface item={buildItem()} connection={connection} isEditable onReady={ready.resolve} />
          </Toaster>
        </NotificationProvider>
      </QueryProvider>
    </ShellProvider>,
  );
  return ready.promise;
}

/** Writes a text, with the cursor where its `|` stands, or else at its end. */
function write(editor: Editor, marked: string): void {
  editor.commands.setContent(parseMarkdown(marked).toJSON());
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  editor.state.doc.descendants((node, position) => {
    const at = node.text?.indexOf('|') ?? -1;
    if (at >= 0) editor.commands.setTextSelection(position + at);
  });
}

/** Each press of keys that is meant: `1 – 6` are six, and arrows are one each. */
function pressesOf(keys: Shortcut['keys']): string[][] {
  return keys.flatMap((together) => {
    const last = together.at(-1) ?? '';
    const names = last === '1 – 6' ? ['1', '2', '3', '4', '5', '6'] : last.split(' ');
    return names.map((name) => [...together.slice(0, -1), name]);
  });
}

function eventOf(pressed: readonly string[]): KeyboardEvent {
  const name = pressed.at(-1) ?? '';
  const shiftKey = pressed.includes('Shift');
  const key = NAMES[name] ?? (name.length > 1 || shiftKey ? name : name.toLowerCase());
  return new KeyboardEvent('keydown', {
    ...{ key, shiftKey, ctrlKey: pressed.includes(MOD), altKey: pressed.includes('Alt') },
    ...{ keyCode: name.charCodeAt(0), bubbles: true, cancelable: true },
  });
}

it('lists for the editor only keys that the editor has', async () => {
  // jsdom has no layout, and scrolls nothing.
  vi.spyOn(window, 'scrollBy').mockReturnValue(undefined);
  vi.spyOn(EditorView.prototype, 'coordsAtPos').mockReturnValue({ left: 0, right: 0, top: 0, bottom: 20 });
  onTestFinished(() => void vi.restoreAllMocks());
  const editor = await showEditor();
  const unknown: string[] = [];
  for (const { label, keys } of EDITOR_SHORTCUTS.flatMap(({ shortcuts }) => shortcuts)) {
    if (TYPED.has(label)) continue;
    for (const pressed of pressesOf(keys)) {
      write(editor, TEXTS[label] ?? 'Some text|');
      if (label === 'shortcuts.redo') editor.commands.undo();
      const event = eventOf(pressed);
      if (OF_PAGE.has(label)) fireEvent(editor.view.dom, event);
      const isTaken = OF_PAGE.has(label)
        ? event.defaultPrevented
        : editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event));
      if (isTaken !== true) unknown.push(`${label}: ${pressed.join(' ')}`);
    }
  }
  expect(unknown).toEqual([]);
  // The last of them opens the list itself.
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
});
