import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Editor } from '@tiptap/core';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { documentExtensions } from '#lib/documents/schema.ts';
import type { BlockCommand } from './block-commands.ts';
import type { Trigger } from './trigger.ts';

// jsdom scrolls nothing.
Element.prototype.scrollIntoView ??= () => undefined;

afterEach(() => {
  vi.doUnmock('./BlockSuggestions.tsx');
  vi.resetModules();
});

/** An editor where `/` was typed for the first time, whose menu is still loading. */
async function typeSlash(typed: string) {
  const loading = Promise.withResolvers<void>();
  // Modules as a page has them that never showed the menu.
  vi.resetModules();
  vi.doMock('./BlockSuggestions.tsx', async () => {
    await loading.promise;
    return vi.importActual<typeof import('./BlockSuggestions.tsx')>('./BlockSuggestions.tsx');
  });
  const { useState } = await import('react');
  const { SuggestionMenu } = await import('./SuggestionMenu.tsx');
  const { TriggerMenus } = await import('./trigger.ts');
  const { renderWithMessages } = await import('#tests/component/render.tsx');
  const keys = { current: (_event: KeyboardEvent) => false };
  let show = (_trigger: Trigger | null): void => undefined;
  const editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: [
      ...documentExtensions,
      TriggerMenus.configure({
        listener: { onChange: (next) => show(next), onKeyDown: (event) => keys.current(event) },
      }),
    ],
    injectCSS: false,
  });
  vi.spyOn(editor.view, 'coordsAtPos').mockReturnValue({ left: 0, right: 0, top: 0, bottom: 20 });
  onTestFinished(() => {
    show = () => undefined;
    editor.destroy();
  });
  const chosen: string[] = [];
  const onBlock = (command: BlockCommand) => {
    chosen.push(command.id);
    command.run(editor);
  };
  function Menu() {
    const [trigger, setTrigger] = useState<Trigger | null>(null);
    show = setTrigger;
    return trigger && <SuggestionMenu editor={editor} trigger={trigger} keys={keys} onBlock={onBlock} />;
  }
  renderWithMessages(<Menu />);
  const type = (text: string) => act(() => editor.commands.insertContent(text));
  type(typed);
  return {
    editor,
    chosen,
    type,
    load: () => act(async () => loading.resolve()),
    /** @returns whether the editor writes it */
    press: (key: string) => fireEvent.keyDown(editor.view.dom, { key }),
  };
}

it('a key that chooses a block while the menu loads chooses then, and letters after it are written in the block', async () => {
  const { editor, chosen, load, press } = await typeSlash('/heading');
  expect(press('Enter')).toBe(false);
  for (const key of ['H', 'i', ' ', '👋']) expect(press(key)).toBe(false);
  expect(editor.getText()).toBe('/heading');
  await load();
  await waitFor(() => expect(chosen).toEqual(['heading_1']));
  expect(editor.getHTML()).toContain('<h1>Hi 👋</h1>');
});

it('letters before a key that chooses are written as always', async () => {
  const { editor, chosen, load, press, type } = await typeSlash('/quo');
  expect(press('t')).toBe(true);
  type('t');
  expect(press('Tab')).toBe(false);
  await load();
  await waitFor(() => expect(chosen).toEqual(['quote']));
  expect(editor.getText().trim()).toBe('');
  // The menu is there from now on.
  type('/');
  expect(await screen.findByRole('listbox')).toBeInTheDocument();
});

it.each([
  ['/heading 2', ['Heading 2']],
  ['/two col', ['Two columns']],
  ['/h3', ['Heading 3']],
  ['/todo', ['Task list']],
])('finds blocks by names with spaces, and by other usual names: %s', async (typed, names) => {
  const { load } = await typeSlash(typed);
  await load();
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.querySelector('span')?.textContent)).toEqual(names);
});

it.each(['and / or', '/ heading', '/code is poetry', '/a b c d'])(
  'offers no blocks for a slash in a sentence: %s',
  async (typed) => {
    const { load, press, chosen } = await typeSlash(typed);
    await load();
    expect(screen.queryByRole('listbox')).toBeNull();
    press('Enter');
    expect(chosen).toEqual([]);
  },
);
