import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { type Shell, ShellProvider } from '#context/ShellContext.tsx';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from '../TableView.tsx';

const VIEWS = 'items/t/views/';
const ANN: Shell['viewer'] = {
  ...{ id: 'ann', email: 'ann@x.test', first_name: 'Ann', last_name: 'Day', current_step: 'completed' },
  ...{ organization: null, active_organization: null, organization_list: [], profile_role: null },
  ...{ about: '', avatar_url: null, is_email_verified: true },
};
const COLUMNS = [
  buildColumn('text', 'name'),
  { ...buildColumn('select', 'state'), options: [{ id: 'new', label: 'New' }] },
  { ...buildColumn('lookup', 'secret'), restricted: true as const },
];
const viewOf = (id: string, name: string): View => ({
  ...{ id, name, type: 'grid', personal: false, columns: [], filter: null },
  ...{ sort: ['c_name'], group: [], layout: {}, revision: 1 },
});
const ROWS = [buildRow({ id: 'r', values: { name: 'Chair', state: 'new' } })];

let api: FakeApi;
let stored: View[];
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const bodies = (method: string) =>
  api.requests.flatMap((one) =>
    one.method === method && one.path.startsWith(VIEWS) ? JSON.parse(one.body) : [],
  );

/** Opens the second of three views. */
function show(second: Partial<View> = {}) {
  stored = [viewOf('a', 'First'), { ...viewOf('b', 'Second'), ...second }, viewOf('c', 'Third')];
  api.responses['GET items/t/rows/'] = { body: { data: ROWS, count: 1, next: null, previous: null } };
  api.responses['GET items/t/columns/'] = { body: { data: COLUMNS } };
  api.responses['GET items/t/aggregate/'] = { body: { data: [{ group: 'new', values: { count: 1 } }] } };
  api.responses[`GET ${VIEWS}`] = () => ({ body: { data: stored } });
  api.responses[`PATCH ${VIEWS}b/`] = () => {
    const { before, ...change } = bodies('PATCH').at(-1);
    const changed = stored.flatMap((one) =>
      one.id === 'b' ? { ...one, ...change, revision: one.revision + 1 } : [],
    );
    const others = stored.filter(({ id }) => id !== 'b');
    const at = before === undefined ? 1 : others.findIndex(({ id }) => id === before);
    stored = others.toSpliced(at < 0 ? others.length : at, 0, ...changed);
    return { body: { data: changed[0] } };
  };
  api.responses[`POST ${VIEWS}`] = () => {
    const made = { ...viewOf('d', ''), ...bodies('POST').at(-1) };
    stored = [...stored, made];
    return { status: 201, body: { data: made } };
  };
  const hub = { id: 'h', name: 'Hub', domain_handle: 'hub', role: 'member' as const };
  renderWithMessages(
    <ShellProvider shell={{ ...buildShell({ hub }), viewer: ANN }}>
      <NotificationProvider>
        <Toaster>
          <TableView
            item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed: ['item.change'] })}
            first={{
              ...{ columns: COLUMNS, views: stored, view: 'b', rows: ROWS, offset: 0, next: null },
              ...{ previous: null, requested: null, count: 1, writtenIn: {}, country: null },
            }}
          />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Views' }))
    .getAllByRole('link')
    .map((one) => one.textContent);
const button = () => screen.getByRole('button', { name: 'More actions for this view' });
async function choose(name: string) {
  const user = userEvent.setup();
  await user.click(button());
  await user.click(await screen.findByRole('menuitem', { name }));
}

test('moves the open view left and right by keys alone, and not beyond the ends', async () => {
  const user = userEvent.setup();
  show();
  button().focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(tabs()).toEqual(['All rows', 'First', 'Third', 'Second']));
  expect(button()).toHaveFocus();
  await user.click(button());
  expect(await screen.findByRole('menuitem', { name: 'Move right' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.keyboard('{Escape}');
  await choose('Move left');
  await choose('Move left');
  await waitFor(() => expect(tabs()).toEqual(['All rows', 'Second', 'First', 'Third']));
  expect(bodies('PATCH').map(({ before }) => before)).toEqual([null, 'c', 'a']);
});

test('opens its menu by arrows, and closes it by a second click', async () => {
  const user = userEvent.setup();
  show();
  for (const key of ['{ArrowDown}', '{ArrowUp}']) {
    button().focus();
    await user.keyboard(key);
    const menu = await screen.findByRole('menu');
    expect(button()).toHaveAttribute('aria-controls', menu.id);
    await user.keyboard('{Escape}');
    expect(button()).not.toHaveAttribute('aria-controls');
  }
  await user.click(button());
  await screen.findByRole('menu');
  await user.click(button());
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await user.click(button());
  expect(await screen.findByRole('menu')).toBeInTheDocument();
});

test('duplicates a view without an order and groups by what its reader may not read', async () => {
  show({ sort: ['-c_secret', 'c_name'], group: ['c_secret'] });
  await choose('Duplicate view');
  await screen.findByRole('link', { name: 'Copy of Second' });
  expect(bodies('POST')).toMatchObject([{ sort: ['c_name'], group: [] }]);
});

test('duplicates the open view as it is stored, and opens the copy', async () => {
  show();
  await choose('Duplicate view');
  const copy = await screen.findByRole('link', { name: 'Copy of Second' });
  expect(copy).toHaveAttribute('aria-current', 'page');
  // Each view has an address of its own.
  const address = new URL(copy.getAttribute('href') ?? '', 'http://hub.example');
  expect(address.searchParams.get('view')).toBe('d');
  expect(bodies('POST')).toEqual([
    {
      ...{ name: 'Copy of Second', type: 'grid', personal: false, sort: ['c_name'] },
      columns: [],
      filter: null,
      group: [],
      layout: {},
    },
  ]);
});

test('shows the open view in another layout, and keeps changes of it that are not saved', async () => {
  const user = userEvent.setup();
  show();
  await user.click(within(screen.getByRole('columnheader', { name: /name/ })).getByRole('button'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sort descending' }));
  await choose('Edit view');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Shown as' }), 'Board');
  expect(screen.getByRole('combobox', { name: 'Lists by' })).toHaveDisplayValue('state');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('region', { name: 'New' })).toBeInTheDocument();
  expect(bodies('PATCH')).toEqual([{ name: 'Second', personal: false, type: 'board', group: ['c_state'] }]);
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(bodies('PATCH').at(-1)).toMatchObject({ type: 'board', sort: ['-c_name'] }));
});
