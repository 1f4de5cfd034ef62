import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildItem } from '#tests/component/item.ts';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';

let isReachable = false;

// Modules are shared by files: here the toasts were not loaded yet, and can't be at first.
vi.resetModules();
vi.doMock('./cell-toasts.tsx', async () => {
  if (!isReachable) throw new Error('no network');
  return vi.importActual<typeof import('./cell-toasts.tsx')>('./cell-toasts.tsx');
});
const { Toaster } = await import('#components/ui/Toaster.tsx');
const { NotificationProvider } = await import('#context/NotificationProvider.tsx');
const { ShellProvider } = await import('#context/ShellContext.tsx');
const { TableView } = await import('../TableView.tsx');
const { startFakeApi } = await import('#tests/component/fake-api.ts');
const { renderWithMessages } = await import('#tests/component/render.tsx');
afterAll(() => {
  vi.doUnmock('./cell-toasts.tsx');
  vi.resetModules();
});

test('puts back what somebody overwrote though the code of the offer could not be loaded at first', async () => {
  const user = userEvent.setup();
  const columns = [buildColumn('text', 'name')];
  let now = buildRow({ id: 'Lamp', values: { name: 'Lamp' } });
  const api = await startFakeApi({
    'GET items/t/columns/': { body: { data: columns } },
    'GET items/t/rows/': () => ({ body: { data: [now], count: 1, next: null, previous: null } }),
    'PATCH items/t/rows/': ({ body }) => {
      now = { ...now, revision: now.revision + 1, values: JSON.parse(body).rows[0].values };
      return { body: { data: [{ status: 'done', row: now, previous: {} }] } };
    },
  });
  onTestFinished(() => api.stop());
  const whole = () => (
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView
            item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed: ['item.change'] })}
            first={{
              ...{ columns, views: [], view: '', rows: [now], offset: 0, count: 1 },
              ...{ next: null, previous: null, requested: null, writtenIn: {}, country: null },
            }}
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>
  );
  const { rerender } = renderWithMessages(whole());
  await user.click(document.querySelector('[data-cell="0:0"]') ?? document.body);
  await user.keyboard('Mine{Enter}');
  await waitFor(() => expect(now.values.name).toBe('Mine'));
  now = { ...now, revision: 9, values: { name: 'Theirs' } };
  rerender(whole());
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('button', { name: 'Put mine back' })).toBeNull();
  isReachable = true;
  await user.click(retry);
  await user.click(await screen.findByRole('button', { name: 'Put mine back' }));
  await waitFor(() => expect(now.values.name).toBe('Mine'));
});
