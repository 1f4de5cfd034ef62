import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { useEffect } from 'react';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildItem } from '#tests/component/item.ts';
import { createTestRouter } from '#tests/component/router.ts';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';

// Modules are shared by files: here the notice was not loaded yet.
vi.resetModules();
const { useGuardedNavigation } = await import('#components/ui/guarded-navigation.ts');
const { Toaster } = await import('#components/ui/Toaster.tsx');
const { NotificationProvider } = await import('#context/NotificationProvider.tsx');
const { ShellProvider } = await import('#context/ShellContext.tsx');
const { useHasWaitingCells } = await import('#context/waiting-cells.ts');
const { TableView } = await import('./TableView.tsx');
const { startFakeApi } = await import('#tests/component/fake-api.ts');
const { renderWithMessages } = await import('#tests/component/render.tsx');
afterAll(() => void vi.resetModules());

const first = {
  columns: [buildColumn('text', 'name')],
  ...{ views: [], view: '', rows: [buildRow({ id: 'Lamp', values: { name: 'Lamp' } })], offset: 0, count: 1 },
  ...{ next: null, previous: null, requested: null, writtenIn: {}, country: null },
};

/** Another part of the page, which leaves it as soon as it knows that cells wait; `onWaiting` runs just before. */
function Leaving({ onWaiting, onLeave }: { onWaiting: () => void; onLeave: () => void }) {
  const isWaiting = useHasWaitingCells();
  const navigate = useGuardedNavigation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isWaiting) return;
    onWaiting();
    void navigate('/harbour', async () => onLeave());
  }, [isWaiting]);
  return null;
}

test('a page is not left without a question while cells wait, also before the notice of them has loaded', async () => {
  const api = await startFakeApi({ 'PATCH items/t/rows/': { status: 503, body: { code: 'not_ready' } } });
  onTestFinished(() => api.stop());
  const user = userEvent.setup();
  const notices: number[] = [];
  let hasLeft = false;
  renderWithMessages(
    <RouterContext value={createTestRouter('/acme/plans/t').router}>
      <ShellProvider shell={buildShell()}>
        <NotificationProvider>
          <Toaster>
            <TableView
              item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed: ['item.change'] })}
              first={first}
            />
            <Leaving
              onWaiting={() => notices.push(screen.queryAllByText(/not saved: the server/).length)}
              onLeave={() => {
                hasLeft = true;
              }}
            />
          </Toaster>
        </NotificationProvider>
      </ShellProvider>
    </RouterContext>,
  );
  await user.click(document.querySelector('[data-cell="0:0"]') ?? document.body);
  await user.keyboard('Desk{Enter}');
  const question = await screen.findByRole('dialog');
  expect(notices).toEqual([0]);
  expect(hasLeft).toBe(false);
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText(/1 change is not saved/)).toBeInTheDocument();
  api.responses['PATCH items/t/rows/'] = {
    body: {
      data: [{ status: 'done', row: buildRow({ id: 'Lamp', values: { name: 'Desk' } }), previous: {} }],
    },
  };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/1 change is not saved/)).toBeNull());
});
