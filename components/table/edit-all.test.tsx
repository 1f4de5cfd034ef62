import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Organization } from '#lib/contract/account.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { EditAll } from './EditAll.tsx';
import { ANY } from './rows/row-queries.ts';
import type { TableData } from './rows/table-data.ts';
import { TableView } from './TableView.tsx';

const BULK = 'items/t/bulk-changes/';
const hub = { domain_handle: 'h', role: 'member' } as Partial<Organization> as Organization;
const people = [
  { id: 'u1', first_name: 'Ada', last_name: '', email: 'ada@x' },
  { id: 'u2', first_name: 'Grace', last_name: '', email: 'grace@x' },
];

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET hubs/h/members/': { body: { data: people, count: 2, page: 1, page_size: 6 } },
    'GET items/boats/columns/': { body: { data: [buildColumn('text', 'name')] } },
    'GET items/boats/rows/': {
      body: {
        data: ['Brig', 'Yawl'].map((name) => buildRow({ id: name, values: { name } })),
        ...{ count: 2, next: null, previous: null },
      },
    },
    [`POST ${BULK}`]: {
      body: { data: { count: 3, as_of: '2026-05-04T09:30:00Z', checked: 3, refused: 0, problems: [] } },
    },
  });
});
afterEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

const TEAM: WireColumn = { ...buildColumn('person', 'team'), multiple: true };
const BOATS: WireColumn = { ...buildColumn('link', 'boats'), table: 'boats', multiple: true };
const PLANS: WireColumn = { ...buildColumn('attachment', 'plans'), multiple: true };

function show(column: WireColumn, whenIdle = () => Promise.resolve()) {
  const { unmount } = renderWithMessages(
    <ShellProvider shell={buildShell({ hub })}>
      <QueryProvider>
        <EditAll
          itemId="t"
          query={ANY}
          columns={[column]}
          {...{ whenIdle }}
          onMade={vi.fn()}
          onClose={() => unmount()}
        />
      </QueryProvider>
    </ShellProvider>,
  );
  return screen.getByRole('dialog', { name: 'Edit selected rows' });
}

async function continued(dialog: HTMLElement): Promise<unknown> {
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await within(dialog).findByRole('button', { name: 'Change 3 rows' });
  const { body } = api.requests.findLast(({ path }) => path === BULK) ?? { body: '{}' };
  return JSON.parse(body).values;
}

test('sets several people by the name that was found, shown as they are chosen', async () => {
  const user = userEvent.setup();
  const dialog = show(TEAM);
  const field = await within(dialog).findByRole('combobox', { name: 'team' });
  for (const name of ['Ada', 'Grace']) {
    await user.type(field, name.slice(0, 2).toLowerCase());
    await user.click(await within(dialog).findByRole('option', { name: new RegExp(name) }));
  }
  const chosen = within(dialog).getByRole('list', { name: /team/ });
  expect(within(chosen).getAllByRole('listitem')).toHaveLength(2);
  expect(chosen).toHaveTextContent('AdaGrace');
  expect(await continued(dialog)).toEqual({ team: ['u1', 'u2'] });
});

test('refuses people who were all removed again, as there is no value', async () => {
  const user = userEvent.setup();
  const dialog = show(TEAM);
  const field = await within(dialog).findByRole('combobox', { name: 'team' });
  await user.type(field, 'ad');
  await user.click(await within(dialog).findByRole('option', { name: /Ada/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Remove Ada' }));
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Enter a value, or clear it.');
  expect(api.paths()).not.toContain(`POST ${BULK}`);
});

test('links the rows that are chosen of the other table, also after they were to be cleared', async () => {
  const user = userEvent.setup();
  const dialog = show(BOATS);
  await user.click(within(dialog).getByRole('button', { name: /boats/ }));
  const rows = await screen.findByRole('dialog', { name: 'boats' });
  await user.click(await within(rows).findByRole('checkbox', { name: 'Yawl' }));
  await user.click(within(rows).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'boats' })).toBeNull());
  expect(within(dialog).getByRole('group', { name: 'boats' })).toHaveTextContent('Yawl');
  expect(await continued(dialog)).toEqual({ boats: ['Yawl'] });
  const clear = within(dialog).getByRole('checkbox', { name: 'Clear the value' });
  await user.click(clear);
  expect(within(dialog).queryByRole('group', { name: 'boats' })).toBeNull();
  expect(await continued(dialog)).toEqual({ boats: null });
  await user.click(clear);
  expect(within(dialog).getByRole('group', { name: 'boats' })).toHaveTextContent('Yawl');
  expect(await continued(dialog)).toEqual({ boats: ['Yawl'] });
});

test('offers for files only that they are cleared', async () => {
  const dialog = show(PLANS);
  const clear = within(dialog).getByRole('checkbox', { name: 'Clear the value' });
  expect(clear).toBeChecked();
  expect(clear).toBeDisabled();
  expect(await continued(dialog)).toEqual({ plans: null });
});

test('changes nothing when the dialog is cancelled while the change waits for others', async () => {
  const idle = Promise.withResolvers<void>();
  const whenIdle = vi.fn(() => Promise.resolve());
  const dialog = show(PLANS, whenIdle);
  await continued(dialog);
  whenIdle.mockReturnValue(idle.promise);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change 3 rows' }));
  expect(whenIdle).toHaveBeenCalledTimes(2);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(dialog).not.toBeInTheDocument();
  api.requests.length = 0;
  idle.resolve();
  await idle.promise;
  await api.received();
  expect(api.paths()).not.toContain(`POST ${BULK}`);
});

test('has one bar for the groups of a view: selecting all rows of another group clears the first', async () => {
  const options = ['open', 'done'].map((id) => ({ id, label: id }));
  const columns = [buildColumn('text', 'name'), { ...buildColumn('select', 'state'), options }];
  const rows = ['Sail', 'Mast'].map((name) => buildRow({ id: name, values: { name, state: 'open' } }));
  api.responses['GET items/t/rows/'] = { body: { data: rows, count: 2, next: null, previous: null } };
  api.responses['GET items/t/aggregate/'] = {
    body: { data: options.map(({ id }) => ({ group: id, values: { count: 2 } })) },
  };
  const view: View = {
    ...{
      id: 'v',
      name: 'By state',
      type: 'grid',
      personal: false,
      sort: [],
      group: ['c_state'],
      filter: null,
    },
    ...{ revision: 1, columns: [], layout: {} },
  };
  const first: TableData = {
    ...{ columns, views: [view], view: 'v', rows, offset: 0, next: null, previous: null },
    ...{ requested: null, count: 2, writtenIn: {}, country: null },
  };
  renderWithMessages(
    <ShellProvider shell={buildShell({ hub })}>
      <NotificationProvider>
        <Toaster>
          <TableView item={buildItem({ id: 't', kind: 'table', allowed: ['item.change'] })} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  const user = userEvent.setup();
  await waitFor(() => expect(document.querySelectorAll('[data-cell="0:0"]')).toHaveLength(2));
  const [one, other] = screen.getAllByRole('grid').map((grid) => ({
    all: () => grid.querySelector('[data-cell="-1:-1"]'),
    cell: () => grid.querySelector('[data-cell="0:0"]') ?? document.body,
  }));
  for (const [grid, before] of [
    [one, other],
    [other, one],
    [one, other],
  ]) {
    await user.click(grid?.cell() ?? document.body);
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() => expect(grid?.all()).toHaveAttribute('aria-selected', 'true'));
    await waitFor(() => expect(before?.all()).not.toHaveAttribute('aria-selected', 'true'));
    expect(await screen.findAllByRole('toolbar', { name: 'Selected rows' })).toHaveLength(1);
    expect(grid?.cell().closest('[role="grid"]')).toContainElement(document.activeElement as HTMLElement);
  }
  await user.keyboard('{Tab}{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull());
});
