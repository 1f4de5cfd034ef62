import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Organization } from '#lib/contract/account.ts';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from '../TableView.tsx';

const hub = { domain_handle: 'h', role: 'member' } as Partial<Organization> as Organization;
const PEOPLE = ['Ada', 'Grace', 'Mary'].map((name, at) => ({
  ...{ id: `u${at}`, first_name: name, last_name: '', email: `${name}@x` },
}));
const ROWS = [buildRow({ id: 'mast', values: { name: 'Mast', owner: 'u1' } })];

let api: FakeApi;
beforeAll(async () => {
  const row = { ...ROWS[0], values: { name: 'Mast', owner: 'u2' }, revision: 9 };
  api = await startFakeApi({
    'GET hubs/h/members/': { body: { data: PEOPLE, count: 3, page: 1, page_size: 100 } },
    'GET items/t/rows/': ({ query }) => {
      const data = query.includes('u1') ? ROWS : [];
      return { body: { data, count: data.length, next: null, previous: null } };
    },
    'GET items/t/aggregate/': { body: { data: [{ group: 'u1', values: { count: 1 } }] } },
    'PATCH items/t/rows/': { body: { data: [{ status: 'done', row }] } },
  });
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

function show(allowed: ('item.change' | 'item.download')[]) {
  const view: View = {
    ...{ id: 'v', name: 'View', type: 'board', personal: false, sort: [], group: ['c_owner'], filter: null },
    ...{ columns: [], layout: {}, revision: 1 },
  };
  const columns = [buildColumn('text', 'name'), buildColumn('person', 'owner')];
  const first = {
    ...{ columns, views: [view], view: 'v', rows: ROWS, offset: 0, next: null, previous: null },
    ...{ requested: null, count: 1, writtenIn: { timeZone: 'UTC' }, country: null },
  };
  return renderWithMessages(
    <ShellProvider shell={buildShell({ hub })}>
      <NotificationProvider>
        <Toaster>
          <TableView item={buildItem({ id: 't', kind: 'table', title: 'T', allowed })} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}
const listNames = () => screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'));

it('has lists for members without rows, to whom a card is moved', async () => {
  const user = userEvent.setup();
  show(['item.change', 'item.download']);
  await waitFor(() => expect(listNames()).toEqual(['Ada', 'Grace', 'Mary']));
  const list = within(screen.getByRole('region', { name: 'Grace' }));
  await list.findByRole('button', { name: 'Mast' });
  await user.click(list.getByRole('button', { name: 'Actions for Mast' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mary' }));
  await waitFor(() => expect(api.paths()).toContain('PATCH items/t/rows/'));
  const sent = api.requests.findLast(({ method }) => method === 'PATCH')?.body ?? '';
  expect(JSON.parse(sent)).toMatchObject({ rows: [{ id: 'mast', values: { owner: 'u2' } }] });
});

it('moves a card by keys, which keeps the focus, and says once that its row was deleted meanwhile', async () => {
  const { responses } = api;
  onTestFinished(() => {
    api.responses = responses;
  });
  let owner = 'u1';
  let isDeleted = false;
  api.responses = {
    ...responses,
    'GET items/t/rows/': ({ query }) => {
      const data = query.includes(owner) ? [buildRow({ id: 'mast', values: { name: 'Mast', owner } })] : [];
      return { body: { data, count: data.length, next: null, previous: null } };
    },
    'PATCH items/t/rows/': ({ body }) => {
      if (isDeleted) return { body: { data: [{ status: 'missing' }] } };
      owner = JSON.parse(body).rows[0].values.owner;
      const row = buildRow({ id: 'mast', values: { name: 'Mast', owner }, revision: 9 });
      return { body: { data: [{ status: 'done', row }] } };
    },
  };
  const user = userEvent.setup();
  show(['item.change', 'item.download']);
  const card = async (list: string) =>
    within(await screen.findByRole('region', { name: list })).findByRole('button', { name: 'Mast' });
  const moveTo = async (list: string) => {
    await user.tab();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Actions for Mast' })).toHaveFocus();
    await user.keyboard('{Enter}');
    (await screen.findByRole('menuitem', { name: list })).focus();
    await user.keyboard('{Enter}');
  };
  await waitFor(() => expect(listNames()).toEqual(['Ada', 'Grace', 'Mary']));
  (await card('Grace')).focus();
  await moveTo('Mary');
  const moved = await card('Mary');
  await waitFor(() => expect(moved).toHaveFocus());
  isDeleted = true;
  await moveTo('Ada');
  expect(await screen.findByText('Somebody else deleted this row meanwhile.')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(2);
});

it('has no empty lists for a reader who may not move cards', async () => {
  show(['item.download']);
  await waitFor(() => expect(listNames()).toEqual(['Grace']));
  // The members are known by now.
  await waitFor(() => expect(api.paths()).toContain('GET hubs/h/members/'));
  expect(listNames()).toEqual(['Grace']);
});
