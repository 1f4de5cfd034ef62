import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from '../TableView.tsx';

const COLUMNS = [
  buildColumn('text', 'name'),
  { ...buildColumn('select', 'state'), options: [{ id: 'open', label: 'Open' }] },
  buildColumn('date', 'due'),
  buildColumn('number', 'amount'),
  { ...buildColumn('link', 'fleet'), table: 'boats', multiple: true },
];
const ROWS = [buildRow({ id: 'mast', values: { name: 'Mast', state: 'open', amount: 40 } })];
const PREPARING = 'Making this view faster…';

let api: FakeApi;
let isPreparing = true;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  isPreparing = true;
  api.responses = {
    // Only the parts of the table are slow, by filters of their own.
    'GET items/t/rows/': ({ query }) => {
      const more = isPreparing && query.includes('filter') ? { preparing: true } : {};
      return { body: { data: ROWS, count: 1, next: null, previous: null, ...more } };
    },
    'GET items/t/aggregate/': ({ query }) => ({
      body: {
        data: [
          query.includes('group=')
            ? { group: 'open', values: { count: 1 } }
            : { group: null, values: { count: 1, 'sum:c_amount': 1234 } },
        ],
      },
    }),
  };
});
afterAll(() => api.stop());

function show(type: View['type'], group: string[] = [], layout: View['layout'] = {}) {
  const view: View = {
    ...{ id: 'v', name: 'View', type, personal: false, sort: [], group, filter: null, revision: 1 },
    ...{ columns: [], layout },
  };
  const first = {
    ...{ columns: COLUMNS, views: [view], view: 'v', rows: ROWS, offset: 0, next: null, previous: null },
    ...{ requested: null, count: 1, writtenIn: { timeZone: 'UTC' }, country: null },
  };
  const item = buildItem({ id: 't', kind: 'table', title: 'T', allowed: ['item.change', 'item.download'] });
  return renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <TableView item={item} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}

it.each([
  ['board', ['c_state']],
  ['grid', ['c_state']],
  ['list', ['c_state']],
] as const)('says once that an index is being prepared for parts of a table: %s %s', async (type, group) => {
  show(type, [...group]);
  expect(await screen.findByText(PREPARING)).toHaveAttribute('role', 'status');
});

it('says so of the month of a calendar, until the index is there', async () => {
  show('calendar', ['c_due']);
  expect(await screen.findByText(PREPARING)).toHaveAttribute('role', 'status');
  isPreparing = false;
  // It is looked at every five seconds.
  await waitFor(() => expect(screen.queryByText(PREPARING)).toBeNull(), { timeout: 9_000 });
}, 15_000);

it.each(['list', 'gallery', 'grid on a phone'] as const)(
  'sums up all rows above cards without groups: %s',
  async (shown) => {
    const { matchMedia } = window;
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    const isPhone = shown === 'grid on a phone';
    if (isPhone)
      window.matchMedia = (query) => ({ ...matchMedia?.(query), matches: query.startsWith('(max-width') });
    show(isPhone ? 'grid' : shown, [], { footer: { c_amount: 'sum' } });
    await waitFor(() => expect(screen.getAllByRole('term')[0]).toHaveTextContent('amount · Sum'));
    expect(screen.getAllByRole('definition')[0]).toHaveTextContent('1,234');
    expect(screen.queryByRole('grid')).toBeNull();
  },
);

it('sums up the rows of the month that a calendar shows, and of another one when that is shown', async () => {
  isPreparing = false;
  api.requests.length = 0;
  show('calendar', ['c_due'], { footer: { c_amount: 'sum' } });
  await waitFor(() => expect(screen.getAllByRole('term')[0]).toHaveTextContent('amount · Sum'));
  expect(screen.getAllByRole('definition')[0]).toHaveTextContent('1,234');
  const months = () =>
    api.requests
      .filter(({ query }) => new URLSearchParams(query).get('metrics') === 'sum:c_amount')
      .map(({ query }) => JSON.parse(new URLSearchParams(query).get('filter') ?? ''));
  const today = new Date();
  const begin = (more: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + more, 1)).toISOString().slice(0, 10);
  const monthFrom = (more: number) => ({
    and: [
      { not: { field: 'c_due', op: 'before', value: begin(more) } },
      { field: 'c_due', op: 'before', value: begin(more + 1) },
    ],
  });
  expect(months()).toEqual([monthFrom(0)]);
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(months()).toEqual([monthFrom(0), monthFrom(1)]));
});

it('names groups by links by the titles of their rows, without links in what opens them', async () => {
  isPreparing = false;
  api.requests.length = 0;
  api.responses['GET items/t/aggregate/'] = () => ({
    body: {
      data: [
        { group: ['a', 'b'], linked: { a: { title: 'Dhow' }, b: { title: 'Yawl' } }, values: { count: 2 } },
        { group: null, values: { count: 3 } },
      ],
    },
  });
  show('grid', ['c_fleet']);
  const title = await screen.findByRole('button', { name: /Dhow.*Yawl/ });
  expect(title.querySelector('a')).toBeNull();
  const [request] = api.requests.filter(({ query }) => query.includes('group='));
  const sent = new URLSearchParams(request?.query);
  expect([sent.get('group'), sent.get('metrics')]).toEqual(['c_fleet', 'count']);
  await waitFor(() => {
    const filters = api.requests.map(({ query }) => new URLSearchParams(query).get('filter'));
    expect(filters).toContain(JSON.stringify({ field: 'c_fleet', op: 'exactly', value: ['a', 'b'] }));
  });
});

it('lists no rows of a group with more values than a filter compares, and says so', async () => {
  isPreparing = false;
  const ids = Array.from({ length: 100 }, (_, at) => `row-${at}`);
  api.responses['GET items/t/aggregate/'] = () => ({
    body: { data: [{ group: ids, more: 99_900, values: { count: 2 } }] },
  });
  show('grid', ['c_fleet']);
  expect(await screen.findByText(/This group has 99,900 more values than are shown here/)).toBeVisible();
  const filters = api.requests.map(({ query }) => new URLSearchParams(query).get('filter'));
  expect(filters.filter((filter) => filter?.includes('exactly') && filter.includes('row-0'))).toEqual([]);
});

it('requests groups in the direction that the view has them in', async () => {
  api.requests.length = 0;
  show('grid', ['c_state', 'c_due'], { groups_down: ['c_state'] });
  await waitFor(() => {
    const wanted = api.requests.map(({ query }) => new URLSearchParams(query).get('group'));
    expect(wanted).toEqual(expect.arrayContaining(['-c_state', 'c_due']));
  });
});
