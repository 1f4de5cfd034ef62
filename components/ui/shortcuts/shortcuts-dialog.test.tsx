import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { gridCommand } from '#components/table/grid/grid-keys.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { GRID_SHORTCUTS, MOD } from './shortcut-lists.ts';
import { useShortcutsKey } from './use-shortcuts-key.ts';

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  useShortcutsKey(() => setIsOpen(true));
  return (
    <>
      <input aria-label="Name" />
      {isOpen && <ShortcutsDialog of="editor" onClose={() => setIsOpen(false)} />}
    </>
  );
}

it('opens by a question mark outside of text, and by Ctrl with it in text', async () => {
  const user = userEvent.setup();
  renderWithMessages(<Page />);
  await user.keyboard('?');
  const list = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(list).getByText('Bold').closest('div')).toHaveTextContent(/Ctrl B$/);
  await user.click(within(list).getByRole('button', { name: 'Close' }));
  const field = screen.getByRole('textbox', { name: 'Name' });
  await user.type(field, 'Who?');
  expect(field).toHaveValue('Who?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}?{/Control}');
  expect(screen.getByRole('dialog')).toBeVisible();
});

/** Keys that are events of their own, the browser's, or those of a cell's editor. */
const NOT_OF_GRID = new Set([
  ...(['copy', 'cut', 'paste', 'cancel_edit', 'line_break', 'search', 'this_list'] as const).map(
    (id) => `shortcuts.${id}`,
  ),
]);
const NAMES: Record<string, string> = {
  ...{ '↑': 'ArrowUp', '↓': 'ArrowDown', '←': 'ArrowLeft', '→': 'ArrowRight', Space: ' ' },
  ...{ 'Page Up': 'PageUp', 'Page Down': 'PageDown' },
};

it('lists for the grid only keys that the grid has', () => {
  const unknown = GRID_SHORTCUTS.flatMap(({ shortcuts }) => shortcuts)
    .filter(({ label }) => !NOT_OF_GRID.has(label))
    .flatMap(({ label, keys }) => keys.map((together) => ({ label, together })))
    .filter(({ together }) => {
      const last = (together.at(-1) ?? '').split(' ');
      const names = together.at(-1)?.startsWith('Page') ? [together.at(-1) ?? ''] : last;
      return names.some(
        (name) =>
          gridCommand({
            key: NAMES[name] ?? name,
            ctrlKey: together.includes(MOD),
            metaKey: false,
            shiftKey: together.includes('Shift'),
            altKey: together.includes('Alt'),
          }) === null,
      );
    });
  expect(unknown).toEqual([]);
});
