import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TableData } from '#components/table/rows/table-data.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { People } from './People.tsx';

const LABELS: WireColumn = {
  ...buildColumn('multi-select', 'labels'),
  label: 'Labels',
  options: [
    { id: 'friends', label: 'Friends' },
    { id: 'work', label: 'Work' },
  ],
  option_colors: { work: 'blue' },
};
const NAMES = [buildColumn('text', 'name'), buildColumn('email', 'email')];
const ADA = buildRow({ id: 'ada', values: { name: 'Ada', labels: ['friends', 'work'] } });
const BEN = buildRow({ id: 'ben', values: { name: 'Ben' } });

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.requests.length = 0;
  api.responses = {
    'GET items/people/rows/': { body: { data: [ADA, BEN], count: 2, next: null } },
    'GET items/people/columns/': { body: { data: [...NAMES, LABELS] } },
    'GET items/people/labels/': {
      body: {
        data: [
          { id: 'friends', label: 'Friends', people: 1 },
          { id: 'work', label: 'Work', color: 'blue', people: 1 },
        ],
      },
    },
    'GET items/people/photos/': { body: { data: [] } },
    'PATCH items/people/rows/': { body: { data: [{ status: 'done' }] } },
    'PATCH items/people/columns/c_labels/': { body: { data: LABELS } },
    'POST items/people/columns/': { status: 201, body: { data: LABELS } },
  };
});
afterAll(() => api.stop());

async function show({ columns = [...NAMES, LABELS], allowed = ['item.change'] } = {}) {
  const item = { id: 'people', kind: 'contact', allowed, trashed_at: null } as Partial<Item> as Item;
  const first = {
    columns,
    views: [],
    rows: [],
    writtenIn: {},
    country: 'DE',
  } as Partial<TableData> as TableData;
  renderWithMessages(
    <ShellProvider shell={buildShell({ hub: null })}>
      <NotificationProvider>
        <Toaster>
          <People item={item} first={first} view="list" />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  return within(await screen.findByRole('list', { name: 'People in this list' }));
}

const sent = (request: string) =>
  api.requests
    .filter(({ method, path }) => `${method} ${path}` === request)
    .map(({ body }) => JSON.parse(body));

it('shows the labels of people as chips, and filters by them with their numbers', async () => {
  const list = await show();
  expect(within(list.getByRole('list', { name: 'Labels' })).getByText('Friends')).toBeVisible();
  const filter = within(screen.getByRole('group', { name: 'Filter by label' }));
  const friends = await filter.findByRole('button', { name: 'Friends 1' });
  await userEvent.click(friends);
  expect(friends).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => {
    const { query = '' } = api.requests.filter(({ path }) => path === 'items/people/rows/').at(-1) ?? {};
    expect(JSON.parse(new URLSearchParams(query).get('filter') ?? 'null')).toEqual({
      ...{ field: 'c_labels', op: 'all_of', value: ['friends'] },
    });
  });
});

it('gives a person a label by keyboard, one that is there or a new one, and takes it away', async () => {
  const list = await show();
  await userEvent.click(list.getByRole('button', { name: 'Ben' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ben' }));
  const field = sheet.getByRole('combobox', { name: 'Add label' });
  await userEvent.type(field, 'wo{Enter}');
  expect(sheet.getByRole('button', { name: 'Remove label Work' })).toBeVisible();
  await waitFor(() =>
    expect(sent('PATCH items/people/rows/')).toEqual([
      { rows: [{ id: 'ben', values: { labels: ['work'] } }] },
    ]),
  );
  await userEvent.type(field, 'Crew');
  expect(await sheet.findByRole('option', { name: 'Create “Crew”' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent('PATCH items/people/columns/c_labels/')).toHaveLength(1));
  expect(sent('PATCH items/people/columns/c_labels/')[0]).toMatchObject({
    options: [{ id: 'friends' }, { id: 'work' }, { label: 'Crew' }],
    option_colors: { work: 'blue' },
  });
  await waitFor(() => expect(sent('PATCH items/people/rows/')).toHaveLength(2));
  await userEvent.click(sheet.getByRole('button', { name: 'Remove label Work' }));
  expect(sheet.queryByRole('button', { name: 'Remove label Work' })).toBeNull();
  await waitFor(() => expect(sent('PATCH items/people/rows/')).toHaveLength(3));
});

it('makes the column with the first label', async () => {
  api.responses['GET items/people/columns/'] = { body: { data: NAMES } };
  const list = await show({ columns: NAMES });
  expect(screen.queryByRole('group', { name: 'Filter by label' })).toBeNull();
  await userEvent.click(list.getByRole('button', { name: 'Ben' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ben' }));
  await userEvent.type(sheet.getByRole('combobox', { name: 'Add label' }), 'VIP{Enter}');
  await waitFor(() => expect(sent('PATCH items/people/rows/')).toHaveLength(1));
  expect(sent('POST items/people/columns/')).toEqual([
    {
      ...{ label: 'Labels', name: 'labels', type: 'multi-select', required: false },
      options: [{ id: expect.any(String), label: 'VIP' }],
    },
  ]);
});

it('adds to the column that somebody else made for the first label in the same moment', async () => {
  let isThere = false;
  api.responses['GET items/people/columns/'] = () => ({
    body: { data: isThere ? [...NAMES, LABELS] : NAMES },
  });
  api.responses['POST items/people/columns/'] = () => {
    isThere = true;
    const fields = { name: ['Name is used by another field'] };
    return { status: 422, body: { code: 'invalid', message: 'Check the marked fields.', fields } };
  };
  const list = await show({ columns: NAMES });
  await userEvent.click(list.getByRole('button', { name: 'Ben' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ben' }));
  await userEvent.type(sheet.getByRole('combobox', { name: 'Add label' }), 'VIP{Enter}');
  await waitFor(() => expect(sent('PATCH items/people/rows/')).toHaveLength(1));
  expect(sent('POST items/people/columns/')).toHaveLength(1);
  expect(sent('PATCH items/people/columns/c_labels/')).toEqual([
    {
      options: [...(LABELS.options ?? []), { id: expect.any(String), label: 'VIP' }],
      option_colors: { work: 'blue' },
    },
  ]);
});

it('adds and removes a label for several people', async () => {
  const list = await show();
  await userEvent.click(list.getByRole('checkbox', { name: 'Select Ada' }));
  const bar = within(screen.getByRole('toolbar', { name: 'Selected people' }));
  await userEvent.click(bar.getByRole('button', { name: 'Select all 2 shown' }));
  expect(bar.getByText('2 selected')).toBeVisible();
  expect(bar.getByRole('list', { name: 'Labels' })).toHaveTextContent('Friends 1/2');
  await userEvent.type(bar.getByRole('combobox', { name: 'Add label' }), 'friends{Enter}');
  await waitFor(() =>
    expect(sent('PATCH items/people/rows/')).toEqual([
      { rows: [{ id: 'ben', values: { labels: ['friends'] } }] },
    ]),
  );
  await userEvent.click(bar.getByRole('button', { name: 'Remove label Work' }));
  await waitFor(() => expect(sent('PATCH items/people/rows/')).toHaveLength(2));
  expect(sent('PATCH items/people/rows/')[1]).toEqual({
    rows: [{ id: 'ada', values: { labels: ['friends'] } }],
  });
});

it('shows labels without ways to change them to who may only read', async () => {
  const list = await show({ allowed: [] });
  expect(list.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Manage labels' })).toBeNull();
  await userEvent.click(list.getByRole('button', { name: 'Ada' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ada' }));
  expect(within(sheet.getByRole('list', { name: 'Labels' })).getByText('Work')).toBeVisible();
  expect(sheet.queryByRole('combobox')).toBeNull();
});

it('renames, merges and deletes labels: people first, the label last', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Manage labels' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage labels' }));
  const name = dialog.getByRole('textbox', { name: 'Name of label Work' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Job{Enter}');
  await waitFor(() => expect(sent('PATCH items/people/columns/c_labels/')).toHaveLength(1));
  expect(sent('PATCH items/people/columns/c_labels/')[0]).toMatchObject({
    options: [{ label: 'Friends' }, { id: 'work', label: 'Job' }],
  });
  let had = [ADA];
  api.responses['GET items/people/rows/'] = ({ query }) =>
    query.includes('filter')
      ? { body: { data: had.splice(0), count: null, next: null } }
      : { body: { data: [ADA, BEN], count: 2, next: null } };
  await userEvent.click(dialog.getByRole('button', { name: 'Merge Friends into another label' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(sent('PATCH items/people/columns/c_labels/')).toHaveLength(2));
  expect(sent('PATCH items/people/rows/')).toEqual([{ rows: [{ id: 'ada', values: { labels: ['work'] } }] }]);
  expect(sent('PATCH items/people/columns/c_labels/')[1]).toMatchObject({ options: [{ id: 'work' }] });
  had = [];
  await userEvent.click(dialog.getByRole('button', { name: 'Delete label Work' }));
  expect(dialog.getByText(/who stays/)).toBeVisible();
});

it('offers the default of a column for a new person', async () => {
  const occupation = { ...buildColumn('text', 'occupation'), default: 'Engineer' };
  api.responses['GET items/people/columns/'] = { body: { data: [...NAMES, occupation] } };
  await show({ columns: [...NAMES, occupation] });
  await userEvent.click(screen.getByRole('button', { name: 'New person' }));
  expect(await screen.findByDisplayValue('Engineer')).toBeVisible();
});
