import { act, fireEvent, screen } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildRow } from '#tests/component/table.ts';

afterAll(() => {
  vi.doUnmock('./TableMenu.tsx');
  vi.resetModules();
});

/** A button that opens a menu whose code comes, or fails, when the test says so, and a field beside it. */
async function show() {
  const code = Promise.withResolvers<void>();
  // Modules are shared by files: each test has its own, whose menu was not loaded yet.
  vi.resetModules();
  vi.doMock('./TableMenu.tsx', async () => {
    await code.promise;
    return { TableMenu: () => null };
  });
  const { useTableMenu } = await import('./use-table-menu.tsx');
  const { NotificationProvider } = await import('#context/NotificationProvider.tsx');
  const { Toaster } = await import('#components/ui/Toaster.tsx');
  function Opening() {
    const { shown, open } = useTableMenu();
    return (
      <>
        <button type="button" onKeyDown={() => open({ at: { x: 0, y: 0 }, row: buildRow(), more: [] })}>
          Open
        </button>
        <input aria-label="Beside" />
        {shown && <div role="menu" />}
      </>
    );
  }
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <Opening />
      </Toaster>
    </NotificationProvider>,
  );
  fireEvent.keyDown(screen.getByRole('button', { name: 'Open' }), { key: 'F10', shiftKey: true });
  const settled = () => act(() => new Promise((later) => setTimeout(later, 50)));
  return { code, settled };
}

test('opens once its code is there', async () => {
  const { code } = await show();
  expect(screen.queryByRole('menu')).toBeNull();
  code.resolve();
  expect(await screen.findByRole('menu')).toBeInTheDocument();
});

test.each(['keyDown', 'pointerDown'] as const)(
  'does not open late after a %s event elsewhere',
  async (event) => {
    const { code, settled } = await show();
    fireEvent[event](screen.getByRole('textbox', { name: 'Beside' }), { key: 'a' });
    code.resolve();
    await settled();
    expect(screen.queryByRole('menu')).toBeNull();
  },
);

test('says that its code could not be loaded, and opens nothing', async () => {
  const { code } = await show();
  code.reject(new Error('no such file'));
  expect(await screen.findByText(/couldn’t be loaded/)).toBeInTheDocument();
  expect(screen.queryByRole('menu')).toBeNull();
});
