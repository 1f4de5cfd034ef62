import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { useEffect } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { useGuardedNavigation } from '#components/ui/guarded-navigation.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import { useHasWaitingCells } from '#context/waiting-cells.ts';
import { startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { createTestRouter } from '#tests/component/router.ts';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from './TableView.tsx';

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
