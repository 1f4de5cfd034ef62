import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableData } from '#components/table/rows/table-data.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Row } from '#lib/contract/table.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { People } from './People.tsx';

const ROWS = 'items/people/rows/';
const ada = (occupation: string, revision: number): Row =>
  buildRow({ id: 'ada', revision, values: { name: 'Ada', occupation } });
const first: TableData = {
  columns: [buildColumn('text', 'name'), buildColumn('text', 'occupation')],
  ...{ views: [], view: '', rows: [], offset: 0, next: null, previous: null, requested: null, count: 1 },
  ...{ writtenIn: {}, country: null },
};

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    [`GET ${ROWS}`]: { body: { data: [ada('Painter', 1)], count: 1, next: null } },
  });
});
afterAll(() => api.stop());

test('says that a saved contact replaced what somebody else had written, and puts it back where it still can', async () => {
  const user = userEvent.setup();
  const saved = [
    { status: 'done', row: ada('Engineer', 3), previous: { occupation: 'Poet' } },
    { status: 'stale', row: { ...ada('Engineer', 4), values: { name: 'Ada L', occupation: 'Engineer' } } },
    { status: 'done', row: ada('Poet', 5), previous: { occupation: 'Engineer' } },
  ];
  api.responses[`PATCH ${ROWS}`] = () => ({ body: { data: [saved.shift()] } });
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <People
            item={buildItem({ id: 'people', kind: 'contact', allowed: ['item.change'] })}
            first={first}
            view="list"
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  await user.click(await screen.findByRole('button', { name: 'Ada' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ada' }));
  await user.click(sheet.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit person' }));
  const occupation = await dialog.findByLabelText('occupation');
  await user.clear(occupation);
  await user.type(occupation, 'Engineer');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText(/had changed “occupation” meanwhile. Your value replaced theirs/),
  ).toBeInTheDocument();
  // Nothing outside of a dialog can be clicked while one is open.
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const sent = () =>
    api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body).rows);
  await waitFor(() =>
    expect(sent()).toEqual([
      [{ id: 'ada', values: { occupation: 'Engineer' } }],
      [{ id: 'ada', revision: 3, values: { occupation: 'Poet' } }],
      [{ id: 'ada', revision: 4, values: { occupation: 'Poet' } }],
    ]),
  );
});
