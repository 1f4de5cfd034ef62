import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import type { TableData } from '../rows/table-data.ts';
import { TableView } from '../TableView.tsx';

const options = [
  { id: 'open', label: 'Open' },
  { id: 'done', label: 'Done' },
];
const COLUMNS = [
  buildColumn('text', 'name'),
  { ...buildColumn('select', 'state'), options },
  buildColumn('date', 'due'),
  buildColumn('number', 'amount'),
  { ...buildColumn('link', 'crew'), table: 't2' },
  { ...buildColumn('lookup', 'names'), via: 'c_crew', shown_as: { type: 'text' as const } },
];
const today = new Date().toISOString().slice(0, 10);
const ROWS = [
  buildRow({ id: 'mast', values: { name: 'Mast', state: 'open', due: today, amount: 40 } }),
  buildRow({ id: 'sail', values: { name: 'Sail', state: 'open', due: today, amount: 1 } }),
];

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.responses = {
    'GET items/t/rows/': ({ query }) => {
      const rows = /done|empty|isnull/i.test(decodeURIComponent(query)) ? [] : ROWS;
      return { body: { data: rows, count: rows.length, next: null, previous: null } };
    },
    'GET items/t/aggregate/': {
      body: { data: [{ group: 'open', values: { count: 2 } }] },
    },
  };
});
afterAll(() => api.stop());

function show(
  type: View['type'],
  group: string[] = [],
  footer: View['layout']['footer'] = {},
  columns: View['columns'] = [{ id: 'c_amount', hidden: true }],
) {
  const view: View = {
    ...{ id: 'v', name: 'Coloured', type, personal: false, sort: [], group, filter: null, revision: 1 },
    // By default the column of the rule is hidden.
    columns,
    layout: { footer, colors: [{ color: 'red', filter: { field: 'c_amount', op: 'greater', value: 10 } }] },
  };
  const first: TableData = {
    ...{ columns: COLUMNS, views: [view], view: 'v', rows: ROWS, offset: 0, next: null, previous: null },
    ...{ requested: null, count: 2, writtenIn: { timeZone: 'UTC' }, country: null },
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
  ['grid', []],
  ['grid', ['c_state']],
  ['list', []],
  ['gallery', []],
  ['board', ['c_state']],
  ['calendar', ['c_due']],
] as const)(
  'colours the rows of a view by its rules, whatever it is shown as: %s %s',
  async (type, group) => {
    const { container } = show(type, [...group]);
    await waitFor(() => expect(container.querySelector('[data-tint="red"]')).toHaveTextContent('Mast'));
    for (const one of container.querySelectorAll('[data-tint]')) expect(one).not.toHaveTextContent('Sail');
  },
);

it('announces a drag on a board to screen readers, and how to move a card without one', async () => {
  show('board', ['c_state']);
  const list = within(await screen.findByRole('region', { name: 'Open' }));
  const card = (await list.findByRole('button', { name: 'Mast' })).closest('li') ?? document.body;
  expect(screen.getByText('Open the menu of a card to move it without dragging.')).toBeInTheDocument();
  fireEvent.mouseDown(card, { button: 0, clientX: 5, clientY: 5 });
  fireEvent.mouseMove(document, { clientX: 30, clientY: 30 });
  const expectStatus = async (text: string) =>
    waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(text));
  await expectStatus('Mast is picked up.');
  fireEvent.keyDown(document, { code: 'Escape', key: 'Escape' });
  await expectStatus('Mast stays where it was.');
  // For a moment after a drag, the click that belongs to it is kept from all others.
  let isClicked = false;
  document.body.addEventListener(
    'click',
    () => {
      isClicked = true;
    },
    { once: true },
  );
  await waitFor(() => {
    fireEvent.click(document.body);
    expect(isClicked).toBe(true);
  });
});

it('shows the first groups, says so, and shows more of them', async () => {
  const names = Array.from({ length: 130 }, (_, n) => `Name ${String(n).padStart(3, '0')}`);
  api.responses['GET items/t/aggregate/'] = ({ query }) => {
    const page = Number(/page=(\d+)/.exec(query)?.[1]);
    const some = names.slice(100 * (page - 1), 100 * page);
    return { body: { data: some.map((group) => ({ group, values: { count: 1, 'filled:c_name': 1 } })) } };
  };
  // Each group is a grid: its role and name are slow to find among a hundred others, its text is not.
  const { container } = show('grid', ['c_name']);
  await waitFor(() => expect(container.textContent).toContain('Name 099'));
  expect(container.textContent).not.toContain('Name 100');
  expect(screen.getByText('The first 100 groups are shown.')).toBeInTheDocument();
  fireEvent.click(screen.getByText('Show more groups'));
  await waitFor(() => expect(container.textContent).toContain('Name 129'));
  expect(screen.queryByText('Show more groups')).toBeNull();
});

it('counts as empty only what is empty, and says how many rows are in no group', async () => {
  api.responses['GET items/t/aggregate/'] = {
    body: {
      data: [
        { group: today, values: { count: 1, 'filled:c_due': 1 } },
        { group: null, values: { count: 5, 'filled:c_due': 3 } },
      ],
    },
  };
  show('grid', ['c_due']);
  expect(await screen.findByRole('button', { name: /^Empty ?2 rows/ })).toBeInTheDocument();
  expect(screen.getByText(/^3 rows are in no group: the value in “due”/)).toBeInTheDocument();
});

it('is grouped by the sets of what several linked rows have, and lists the rows of each', async () => {
  api.responses['GET items/t/aggregate/'] = {
    body: { data: [{ group: ['Ada', 'Bob'], values: { count: 2, 'filled:c_names': 2 } }] },
  };
  api.requests.length = 0;
  show('grid', ['c_names']);
  expect(await screen.findByRole('button', { name: /^Ada; Bob ?2 rows/ })).toBeInTheDocument();
  const filters = () =>
    api.requests
      .filter(({ path }) => path === 'items/t/rows/')
      .map(({ query }) => new URLSearchParams(query).get('filter'));
  const set = JSON.stringify({ field: 'c_names', op: 'exactly', value: ['Ada', 'Bob'] });
  await waitFor(() => expect(filters()).toContain(set));
});

it('keeps the groups where more of them, or they again, can not be loaded', async () => {
  const names = Array.from({ length: 130 }, (_, n) => `Name ${String(n).padStart(3, '0')}`);
  let isBroken = true;
  api.responses['GET items/t/aggregate/'] = ({ query }) => {
    const page = Number(/page=(\d+)/.exec(query)?.[1]);
    if (page === 2 && isBroken) return { status: 400, body: { code: 'failed', message: 'Broken.' } };
    const some = names.slice(100 * (page - 1), 100 * page);
    return { body: { data: some.map((group) => ({ group, values: { count: 1, 'filled:c_name': 1 } })) } };
  };
  const { container } = show('grid', ['c_name']);
  await waitFor(() => expect(container.textContent).toContain('Name 000'));
  const [first] = screen.getAllByText('Name 000');
  fireEvent.click(screen.getByText('Show more groups'));
  const again = await screen.findByText('Try again');
  expect(first).toBeInTheDocument();
  isBroken = false;
  fireEvent.click(again);
  await waitFor(() => expect(container.textContent).toContain('Name 129'));
  expect(first).toBeInTheDocument();
});

it('keeps the lists of a board where more of them can not be loaded', async () => {
  let isBroken = true;
  api.responses['GET items/t/aggregate/'] = ({ query }) => {
    const page = Number(/page=(\d+)/.exec(query)?.[1]);
    if (page === 2 && isBroken) return { status: 400, body: { code: 'failed', message: 'Broken.' } };
    const names = Array.from({ length: page === 1 ? 100 : 5 }, (_, n) => `Name ${100 * page - 100 + n}`);
    return { body: { data: names.map((group) => ({ group, values: { count: 0, 'filled:c_name': 0 } })) } };
  };
  const { container } = show('board', ['c_name']);
  await waitFor(() => expect(container.textContent).toContain('Name 99'));
  const [first] = screen.getAllByText('Name 0');
  fireEvent.click(screen.getByText('Show more groups'));
  const again = await screen.findByText('Try again');
  expect(first).toBeInTheDocument();
  isBroken = false;
  fireEvent.click(again);
  await waitFor(() => expect(container.textContent).toContain('Name 104'));
  expect(first).toBeInTheDocument();
});

it('counts cells of a group that wait, shows them in it again, and stores them though it is closed', async () => {
  const user = userEvent.setup();
  let isBroken = true;
  api.responses['PATCH items/t/rows/'] = () =>
    isBroken
      ? { status: 503, body: { code: 'unavailable', message: '' } }
      : {
          body: {
            data: [
              {
                status: 'done',
                row: { ...ROWS[0], values: { ...ROWS[0]?.values, name: 'Boom' }, revision: 9 },
              },
            ],
          },
        };
  show('grid', ['c_state']);
  const cell = (await screen.findAllByRole('gridcell', { name: 'Mast' }))[0];
  await user.click(cell ?? document.body);
  await user.keyboard('{Enter}');
  await user.clear(await screen.findByRole('textbox', { name: 'name' }));
  await user.keyboard('Boom{Enter}');
  expect(await screen.findByText(/1 change is not saved: the server/)).toBeInTheDocument();
  const head = screen.getByRole('button', { name: /^Open ?2/ });
  await user.click(head);
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.getByText(/1 change is not saved/)).toBeInTheDocument();
  await user.click(head);
  expect((await screen.findAllByRole('gridcell', { name: /Boom/ }))[0]).toBeInTheDocument();
  await user.click(head);
  isBroken = false;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/1 change is not saved/)).toBeNull());
});

it.each(['list', 'gallery', 'grid on a phone'])(
  'shows groups with their counts, which close: %s',
  async (shown) => {
    const { matchMedia } = window;
    if (shown === 'grid on a phone')
      window.matchMedia = (query) => ({ ...matchMedia?.(query), matches: query.startsWith('(max-width') });
    try {
      const type = shown === 'list' || shown === 'gallery' ? shown : 'grid';
      show(type, ['c_state']);
      const head = await screen.findByRole('button', { name: /^Open ?2 rows/ });
      expect(await screen.findByRole('button', { name: 'Mast' })).toBeVisible();
      expect(screen.queryByRole('grid')).toBeNull();
      fireEvent.click(head);
      expect(screen.queryByRole('button', { name: 'Mast' })).toBeNull();
      expect(head).toHaveAttribute('aria-expanded', 'false');
    } finally {
      window.matchMedia = matchMedia;
    }
  },
);

it('counts the rows of a list of a board while they are loaded, and does not call it empty', async () => {
  const rows = Promise.withResolvers<{ body: object }>();
  api.responses['GET items/t/rows/'] = () => rows.promise;
  show('board', ['c_state']);
  const list = within(await screen.findByRole('region', { name: 'Open' }));
  expect(list.getByText('2')).toBeInTheDocument();
  expect(list.queryByText('No rows')).toBeNull();
  rows.resolve({ body: { data: [], count: 0, next: null, previous: null } });
  expect(await list.findByText('No rows')).toBeInTheDocument();
  expect(list.getByText('0')).toBeInTheDocument();
});

it('has groups in groups, each of the rows of both values', async () => {
  api.responses['GET items/t/aggregate/'] = ({ query }) => {
    const isInner = query.includes('group=c_due');
    if (isInner && !decodeURIComponent(query).includes('"open"')) return { status: 400, body: {} };
    return { body: { data: [{ group: isInner ? today : 'open', values: { count: 2 } }] } };
  };
  show('grid', ['c_state', 'c_due']);
  expect(await screen.findByRole('heading', { level: 2, name: /^Open/ })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { level: 3, name: /2 rows/ })).toBeInTheDocument();
  expect((await screen.findAllByRole('gridcell', { name: 'Mast' })).length).toBeGreaterThan(0);
  const query = api.requests.findLast(({ path }) => path === 'items/t/rows/')?.query ?? '';
  expect(JSON.parse(new URLSearchParams(query).get('filter') ?? 'null')).toEqual({
    and: [
      { field: 'c_state', op: 'equals', value: 'open' },
      { field: 'c_due', op: 'equals', value: today },
    ],
  });
});

it('has the footer of the view for each group: below its grid, and in a line where that is not shown', async () => {
  api.responses['GET items/t/aggregate/'] = ({ query }) => {
    const isWanted = decodeURIComponent(query).includes('filled:c_name');
    const values = { count: 2, ...(isWanted ? { 'filled:c_name': 7 } : {}) };
    return { body: { data: [{ group: 'open', values }] } };
  };
  show('grid', ['c_state'], { c_name: 'filled' });
  const grid = await screen.findByRole('grid');
  expect(await within(grid).findByText('7')).toBeInTheDocument();
  expect(screen.queryByRole('term')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Open ?2 rows/ }));
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.getByRole('term')).toHaveTextContent('name · Filled');
  expect(screen.getByRole('definition')).toHaveTextContent('7');
});

it('sums up each list of a board, as it is chosen in the dialog of its columns', async () => {
  const user = userEvent.setup();
  api.responses['GET items/t/aggregate/'] = ({ query }) => {
    const wanted = new URLSearchParams(query).get('metrics') ?? '';
    const sums = Object.fromEntries(
      ['sum', 'max'].map((one) => [`${one}:c_amount`, one === 'sum' ? '44' : '30']),
    );
    const shown = Object.fromEntries(Object.entries(sums).filter(([key]) => wanted.includes(key)));
    return { body: { data: [{ group: 'open', values: { count: 2, ...shown } }] } };
  };
  show('board', ['c_state'], { c_amount: 'sum' }, []);
  // Lists are made again as their rows are read.
  const open = () => within(screen.getByRole('region', { name: 'Open' }));
  await waitFor(() => expect(open().getByRole('term')).toHaveTextContent('amount · Sum'), { timeout: 5_000 });
  expect(open().getByRole('definition')).toHaveTextContent('44');
  expect(within(screen.getByRole('region', { name: 'Done' })).queryByRole('term')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = await screen.findByRole('dialog', { name: 'Columns' });
  expect(within(dialog).queryByLabelText('Width of amount, in pixels')).toBeNull();
  await user.selectOptions(within(dialog).getByLabelText('Summary of amount'), 'Maximum');
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(open().getByText('30')).toBeInTheDocument(), { timeout: 5_000 });
});

it('shows an average with at most two more decimals than the values have', async () => {
  api.responses['GET items/t/aggregate/'] = ({ query }) => {
    const isWanted = decodeURIComponent(query).includes('avg:c_amount,decimals:c_amount');
    const values = isWanted ? { 'avg:c_amount': '13.366666666667', 'decimals:c_amount': 1 } : {};
    return { body: { data: [{ group: 'open', values: { count: 2, ...values } }] } };
  };
  show('list', ['c_state'], { c_amount: 'avg' }, []);
  expect(await screen.findByRole('definition')).toHaveTextContent(/^13\.367$/);
});

it('deletes the rows that are selected in a group, and not those at these places in the table', async () => {
  const user = userEvent.setup();
  api.responses['GET items/t/rows/'] = ({ query }) => {
    const rows = query.includes('filter') ? ROWS.slice(1) : ROWS;
    return { body: { data: rows, count: rows.length, next: null, previous: null } };
  };
  api.responses['DELETE items/t/rows/'] = { body: { data: [{ status: 'done' }] } };
  show('grid', ['c_state']);
  await user.click((await screen.findAllByRole('gridcell', { name: 'Sail' }))[0] ?? document.body);
  await user.keyboard('{Home}{ArrowLeft}{Delete}');
  await waitFor(() => expect(api.paths()).toContain('DELETE items/t/rows/'));
  const sent = api.requests.findLast(({ method }) => method === 'DELETE')?.body ?? '';
  expect(JSON.parse(sent)).toEqual({ rows: [{ id: 'sail' }] });
});

it('says how many rows of a calendar have no day, and loads more of them', async () => {
  const nowhere = Array.from({ length: 150 }, (_, n) =>
    buildRow({ id: `r${n}`, values: { name: `Unplanned ${n}` } }),
  );
  api.responses['GET items/t/rows/'] = ({ query }) => {
    if (!query.includes('is_empty')) return { body: { data: [], count: 0, next: null, previous: null } };
    const isNext = query.includes('after=later');
    const data = isNext ? nowhere.slice(100) : nowhere.slice(0, 100);
    return { body: { data, count: null, next: isNext ? null : 'later', previous: null } };
  };
  api.responses['GET items/t/aggregate/'] = { body: { data: [{ group: null, values: { count: 150 } }] } };
  const { container } = show('calendar', ['c_due']);
  await waitFor(() => expect(container.textContent).toContain('Unplanned 99'));
  expect(container.textContent).not.toContain('Unplanned 100');
  expect(await screen.findByText('The first 100 of 150 are shown.')).toBeInTheDocument();
  fireEvent.click(screen.getByText('Load more'));
  await waitFor(() => expect(container.textContent).toContain('Unplanned 149'));
  expect(screen.queryByText('Load more')).toBeNull();
});
