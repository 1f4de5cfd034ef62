import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { type Shell, ShellProvider } from '#context/ShellContext.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { fakeChangeEvents } from '#tests/component/fake-change-events.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from '../TableView.tsx';

const ROWS = 'items/t/rows/';
const VIEWS = 'items/t/views/';
const send = fakeChangeEvents();

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const ANN: Shell['viewer'] = {
  ...{ id: 'ann', email: 'ann@x.test', first_name: 'Ann', last_name: 'Day', current_step: 'completed' },
  ...{ organization: null, active_organization: null, organization_list: [], profile_role: null },
  ...{ about: '', avatar_url: null, is_email_verified: true },
};
const options = [{ id: 'new', label: 'New' }];
const COLUMNS = [
  buildColumn('text', 'name'),
  buildColumn('number', 'amount'),
  { ...buildColumn('select', 'state'), options },
];
const VIEW: View = {
  ...{ id: 'v', name: 'Cheap', type: 'grid', personal: false, columns: [], filter: null },
  ...{ sort: [], group: [], layout: {}, revision: 1 },
};
const row = (name: string, amount: number): Row => buildRow({ id: name, values: { name, amount } });
const rows = [row('Chair', 1), row('Lamp', 9)];
const page = (data: Row[]) => ({ body: { data, count: data.length, next: null, previous: null } });

/** Opens a view of a table. @returns once its views were loaded */
async function show(view: View = VIEW, ...others: View[]) {
  api.responses[`GET ${ROWS}`] = page(rows);
  api.responses[`GET ${VIEWS}`] = { body: { data: [view, ...others] } };
  api.responses['GET items/t/columns/'] = { body: { data: COLUMNS } };
  const hub = { id: 'h', name: 'Hub', domain_handle: 'hub', role: 'member' as const };
  renderWithMessages(
    <ShellProvider shell={{ ...buildShell({ hub }), viewer: ANN }}>
      <NotificationProvider>
        <Toaster>
          <TableView
            item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed: ['item.change'] })}
            first={{
              ...{
                columns: COLUMNS,
                views: [view, ...others],
                view: 'v',
                rows,
                offset: 0,
                next: null,
                previous: null,
              },
              ...{ requested: null, count: 2, writtenIn: {}, country: null },
            }}
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}
const listed = () => api.requests.filter(({ method, path }) => method === 'GET' && path === VIEWS);
const sorts = () =>
  api.requests
    .filter(({ method, path }) => method === 'GET' && path === ROWS)
    .map(({ query }) => new URLSearchParams(query).get('sort'));
/** Others saved these views. */
const save = async (views: View[]) => {
  api.responses[`GET ${VIEWS}`] = { body: { data: views } };
  await send({ about: 'item', id: 't' });
};
const amount = (at: number) => document.querySelector(`[data-cell="${at}:1"]`) ?? document.body;

test('saves the revision that its changes began from, so that what others saved meanwhile is not replaced unseen', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${VIEWS}v/`] = {
    status: 409,
    body: { code: 'stale_revision', message: 'Somebody else changed this meanwhile.' },
  };
  await show();
  const head = screen.getByRole('columnheader', { name: /amount/ });
  await user.click(within(head).getByRole('button'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sort descending' }));
  await save([{ ...VIEW, name: 'Cheapest', sort: ['c_name'], revision: 2 }]);
  expect(await screen.findByText('Cheapest')).toBeInTheDocument();
  for (const sent of [['1'], ['1', '2']]) {
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    await waitFor(() => {
      const patches = api.requests.filter(({ method }) => method === 'PATCH');
      expect(patches.map(({ headers }) => headers['if-match'])).toEqual(sent);
    });
    const refusals = () => screen.getAllByText('Somebody else changed this meanwhile.');
    await waitFor(() => expect(refusals()).toHaveLength(sent.length));
  }
});

test('loads views once at a time and once more after it, whatever number of changes come, also where rows are grouped', async () => {
  await show({ ...VIEW, group: ['c_state'] });
  await save([{ ...VIEW, group: ['c_state'] }]);
  await waitFor(() => expect(sorts().length).toBeGreaterThan(0));
  await waitFor(() => expect(listed().length).toBeGreaterThan(0));
  await act(async () => undefined);
  const before = listed().length;
  const releases: (() => void)[] = [];
  api.responses[`GET ${VIEWS}`] = () =>
    new Promise((done) =>
      releases.push(() => done({ body: { data: [{ ...VIEW, name: 'Dear', revision: 2 }] } })),
    );
  for (const _ of [1, 2, 3]) await send({ about: 'item', id: 't' });
  await waitFor(() => expect(releases).toHaveLength(1));
  releases[0]?.();
  expect(await screen.findByText('Dear')).toBeInTheDocument();
  await waitFor(() => expect(releases).toHaveLength(2));
  releases[1]?.();
  await send({ about: 'comments', id: 't2' });
  expect(
    listed()
      .slice(before)
      .map(({ aborted }) => aborted),
  ).toEqual([false, false]);
});

test('follows an open view once the cell that is edited was left, at the same place', async () => {
  const user = userEvent.setup();
  await show();
  await user.click(amount(1));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'amount' })).toHaveFocus());
  await user.keyboard('7');
  await save([{ ...VIEW, name: 'Cheapest', sort: ['c_name'], revision: 2 }]);
  expect(await screen.findByText('Cheapest')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'amount' })).toHaveValue('97');
  expect(sorts()).not.toContain('c_name');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(sorts()).toContain('c_name'));
  expect(amount(1)).toHaveAttribute('tabindex', '0');
});

test('follows an open view once the page of a row was left', async () => {
  const user = userEvent.setup();
  await show();
  await user.click(screen.getByRole('button', { name: 'Open Lamp' }));
  await screen.findByRole('dialog', { name: 'Lamp' });
  const head = () => screen.queryByRole('columnheader', { name: /amount/, hidden: true });
  await save([{ ...VIEW, name: 'Cheapest', columns: [{ id: 'c_amount', hidden: true }], revision: 2 }]);
  await screen.findByText('Cheapest');
  expect(head()).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to the rows' }));
  await waitFor(() => expect(head()).not.toBeInTheDocument());
});

test('opens all rows where somebody deletes the open view, and says so', async () => {
  await show({ ...VIEW, sort: ['c_amount'], columns: [{ id: 'c_amount', hidden: true }] });
  expect(screen.queryByRole('columnheader', { name: /amount/ })).not.toBeInTheDocument();
  await save([]);
  expect(await screen.findByText('This view no longer exists. All rows are shown.')).toBeInTheDocument();
  expect(await screen.findByRole('columnheader', { name: /amount/ })).toBeInTheDocument();
  await waitFor(() => expect(sorts().at(-1)).toBeNull());
});

test('a save that ends once another view is open changes nothing of that one', async () => {
  const user = userEvent.setup();
  let finish: () => void = () => undefined;
  const saved = { ...VIEW, sort: ['-c_amount'], revision: 5 };
  api.responses[`PATCH ${VIEWS}v/`] = () =>
    new Promise((done) => {
      finish = () => done({ body: { data: saved } });
    });
  const other = { ...VIEW, id: 'o', name: 'Other', revision: 2 };
  await show(VIEW, other);
  const head = screen.getByRole('columnheader', { name: /amount/ });
  await user.click(within(head).getByRole('button'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sort descending' }));
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(api.requests.some(({ method }) => method === 'PATCH')).toBe(true));
  await user.click(screen.getByText('Other'));
  const before = listed().length;
  await act(async () => finish());
  await waitFor(() => expect(listed().length).toBeGreaterThan(before));
  expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument();
  await save([saved, { ...other, columns: [{ id: 'c_amount', hidden: true }], revision: 3 }]);
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /amount/ })).not.toBeInTheDocument());
});
