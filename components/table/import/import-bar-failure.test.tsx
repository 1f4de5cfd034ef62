import { screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  vi.doUnmock('./ImportBar.tsx');
  vi.resetModules();
});
afterAll(() => api.stop());

it('a table whose bar of imports can not be loaded shows its rows, and no failure', async () => {
  let isTried = false;
  vi.resetModules();
  vi.doMock('./ImportBar.tsx', () => {
    isTried = true;
    throw new Error('The server can not be reached.');
  });
  // All of them again: the table of other files has its bar already.
  const [{ TableView }, { Toaster }, { NotificationProvider }, { ShellProvider }, { renderWithMessages }] =
    await Promise.all([
      import('../TableView.tsx'),
      import('#components/ui/Toaster.tsx'),
      import('#context/NotificationProvider.tsx'),
      import('#context/ShellContext.tsx'),
      import('#tests/component/render.tsx'),
    ]);
  const first = {
    ...{ columns: [buildColumn('text', 'name')], views: [], view: '', offset: 0, count: 1 },
    ...{ next: null, previous: null, requested: null, writtenIn: {}, country: null },
    rows: [buildRow({ id: 'lamp', values: { name: 'Lamp' } })],
  };
  const item = buildItem({ id: 't', kind: 'table', title: 'Stock', allowed: ['item.change'] });
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView item={item} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  expect(await screen.findAllByText('Lamp')).not.toEqual([]);
  await vi.waitFor(() => expect(isTried).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByText('Try again')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
