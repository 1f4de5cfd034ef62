import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TableData } from '#components/table/rows/table-data.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { Duplicates } from './Duplicates.tsx';

const COLUMNS = [
  buildColumn('text', 'name'),
  buildColumn('email', 'email'),
  buildColumn('phone', 'contact_number'),
];
const row = (id: string, name: string, email: string) =>
  buildRow({ id, values: { name, email, contact_number: '+493012345678' } });
const PAIRS = [
  {
    rows: [row('a', 'Ada', 'ada@x.example'), row('b', 'Ada Lovelace', 'ada@x.example')],
    score: 1,
    reasons: ['same_email'],
  },
  {
    rows: [row('c', 'Ben', 'ben@x.example'), row('d', 'Ben', 'b@x.example')],
    score: 0.5,
    reasons: ['same_name', 'different_email'],
  },
];
const item = {
  id: 'people',
  kind: 'contact',
  allowed: ['item.change'],
  trashed_at: null,
} as Partial<Item> as Item;
const first = { columns: COLUMNS, rows: [], writtenIn: {}, country: 'DE' } as Partial<TableData> as TableData;

let api: FakeApi;
let left: typeof PAIRS;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.requests.length = 0;
  left = PAIRS;
  api.responses = {
    'GET items/people/columns/': { body: { data: COLUMNS } },
    'GET items/people/merges/': { body: { data: [], count: null, page: 1, page_size: 20 } },
    'GET items/people/duplicates/': () => ({
      body: { data: left, count: left.length, page: 1, page_size: 20 },
    }),
    'POST items/people/merge/': ({ body }) => {
      const { rows } = JSON.parse(body);
      left = left.filter((pair) => !pair.rows.some(({ id }) => rows.includes(id)));
      return { body: { data: { id: 'm1', row: row(rows[0], 'Ada', 'ada@x.example') } } };
    },
    'POST items/people/distinct/': { body: { data: { distinct: true } } },
    'POST items/people/merge/m1/undo/': { body: { data: [] } },
  };
});
afterAll(() => api.stop());

async function show() {
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <Duplicates item={item} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  return within(await screen.findByRole('list', { name: 'Possible duplicates' }));
}
const merges = () =>
  api.requests
    .filter(({ path, method }) => method === 'POST' && path.endsWith('/merge/'))
    .map(({ body }) => JSON.parse(body));

it('says how likely two entries are one person and why, with numbers as they are written in the country', async () => {
  const list = await show();
  const [certain, possible] = list.getAllByRole('listitem');
  expect(certain).toHaveTextContent('Nearly certain 100%');
  expect(certain).toHaveTextContent('Speaks for it: Same email');
  expect(certain).toHaveTextContent('030 12345678');
  expect(possible).toHaveTextContent('Possible 50%');
  expect(possible).toHaveTextContent('Speaks against it: Different email');
});

it('merges a pair with one click, and takes that back', async () => {
  const list = await show();
  fireEvent.click(list.getByRole('button', { name: 'Merge Ada and Ada Lovelace' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.paths()).toContain('POST items/people/merge/m1/undo/'));
  expect(merges()).toEqual([{ rows: ['a', 'b'], values: {} }]);
});

it('merges field by field what was chosen, and shows the result', async () => {
  const list = await show();
  await userEvent.click(list.getByRole('button', { name: 'Compare Ada and Ada Lovelace' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Merge into one person' }));
  const line = within(dialog.getByRole('group', { name: 'name' }));
  expect(line.getByText('Result').parentElement).toHaveTextContent('ResultAda');
  await userEvent.click(line.getByRole('radio', { name: 'Second entry' }));
  expect(line.getByText('Result').parentElement).toHaveTextContent('ResultAda Lovelace');
  // What is the same is no choice.
  expect(within(dialog.getByRole('group', { name: 'email' })).queryByRole('radio')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(merges()).toEqual([{ rows: ['a', 'b'], values: { name: 'Ada Lovelace' } }]));
});

it('remembers that two are not the same person, and takes that back', async () => {
  const list = await show();
  fireEvent.click(list.getByRole('button', { name: 'Ada and Ada Lovelace are not the same person' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const sent = () =>
    api.requests.filter(({ path }) => path.endsWith('/distinct/')).map(({ body }) => JSON.parse(body));
  await waitFor(() =>
    expect(sent()).toEqual([
      { rows: ['a', 'b'], distinct: true },
      { rows: ['a', 'b'], distinct: false },
    ]),
  );
});

it('says how many pairs are not listed yet', async () => {
  const found = { data: left, count: 3_500, page: 1, page_size: 20 };
  api.responses['GET items/people/duplicates/'] = { body: found };
  await show();
  expect(screen.getByText(/^The 2,000 likeliest are listed. 1,500 more follow once/)).toBeVisible();
});

it('merges all that are shown after asking, and leaves what is refused', async () => {
  const accept = api.responses['POST items/people/merge/'];
  api.responses['POST items/people/merge/'] = (request) =>
    request.body.includes('"c"') || typeof accept !== 'function'
      ? { status: 422, body: { message: 'No', code: 'invalid' } }
      : accept(request);
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Merge all shown…' }));
  expect(merges()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Merge 2 pairs' }));
  expect(await screen.findByText(/1 person was merged. One merge was refused/)).toBeVisible();
  expect(merges().map(({ rows }) => rows)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
