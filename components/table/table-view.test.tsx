import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { type Shell, ShellProvider } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import type { TableData } from './rows/table-data.ts';
import { TableView } from './TableView.tsx';

const ROWS = 'items/t/rows/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const shell = buildShell();
const row = (name: string, amount?: number): Row =>
  buildRow({ id: name, position: 7, values: { name, ...(amount === undefined ? {} : { amount }) } });
const EDITED: Partial<Item> = { allowed: ['item.change', 'item.download'] };

type Shown = { item?: Partial<Item>; data?: Partial<TableData>; viewer?: Shell['viewer'] };

function show(rows: Row[], { item = EDITED, data = {}, viewer = null }: Shown = {}) {
  const first: TableData = {
    columns: [buildColumn('text', 'name'), buildColumn('number', 'amount')],
    views: [],
    view: '',
    rows,
    offset: 0,
    next: null,
    previous: null,
    requested: null,
    count: rows.length,
    writtenIn: {},
    country: null,
    ...data,
  };
  const whole = (shown: TableData) => (
    <ShellProvider shell={{ ...shell, viewer }}>
      <NotificationProvider>
        <Toaster>
          <TableView item={buildItem({ id: 't', kind: 'table', title: 'Stock', ...item })} first={shown} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>
  );
  const { rerender } = renderWithMessages(whole(first));
  /** As where the server rendered the page again. */
  return { rerender: (again: Row[]) => rerender(whole({ ...first, rows: again })) };
}
const page = (rows: Row[]) => ({ body: { data: rows, count: rows.length, next: null, previous: null } });
/** The names in the first column, from top to bottom. */
const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((line) => line.id.replace('row-', ''))
    .filter((name) => name !== '');
const sent = (method: string) => {
  const request = api.requests.find((one) => one.method === method && one.path === ROWS);
  return JSON.parse(request?.body ?? 'null');
};

test('shows and counts a row that is added in the dialog', async () => {
  const user = userEvent.setup();
  api.responses[`POST ${ROWS}`] = { body: { data: [{ status: 'done', row: row('Lamp') }] } };
  show([row('Chair')]);
  await user.click(screen.getByRole('button', { name: 'Add row' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add row' });
  await user.type(await within(dialog).findByLabelText('name'), 'Lamp');
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(names()).toEqual(['Chair', 'Lamp']);
  expect(screen.getByText('2 rows')).toBeInTheDocument();
  expect(sent('POST')).toEqual({ rows: [{ values: { name: 'Lamp' } }] });
  api.responses[`DELETE ${ROWS}`] = { body: { data: [{ status: 'done' }] } };
  await user.click(within(screen.getByRole('grid')).getByText('Chair'));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(names()).toEqual(['Chair']));
  // The row disappears at once, for the server once the code of undoing is there.
  const own = { id: 'Lamp', unless_changed_by_others: true };
  await waitFor(() => expect(sent('DELETE')).toEqual({ rows: [own] }));
});

test('undoes a cell only where it still has its own value, and names what others wrote there since', async () => {
  const user = userEvent.setup();
  const chair = row('Chair', 1);
  let now = chair;
  api.responses[`PATCH ${ROWS}`] = ({ body }) => {
    const [{ values, revision }] = JSON.parse(body).rows;
    if (revision !== undefined && revision !== now.revision)
      return { body: { data: [{ status: 'stale', row: now }] } };
    now = { ...now, revision: now.revision + 1, values: { ...now.values, ...values } };
    return { body: { data: [{ status: 'done', row: now, previous: {} }] } };
  };
  show([chair]);
  await user.click(document.querySelector('[data-cell="0:1"]') ?? document.body);
  await user.keyboard('7{Enter}');
  await waitFor(() => expect(now.values.amount).toBe(7));
  // Somebody else writes the same cell, which is not shown yet.
  now = { ...now, revision: 9, values: { ...now.values, amount: 42 } };
  await user.click(await screen.findByRole('button', { name: 'Undo last change' }));
  expect(
    await screen.findByText('1 cell was changed by others since and stays as it is: Chair · amount.'),
  ).toBeInTheDocument();
  expect(now.values.amount).toBe(42);
  expect(within(screen.getByRole('grid')).getByText('42')).toBeInTheDocument();
});

const ANN: Shell['viewer'] = {
  ...{ id: 'ann', email: 'ann@x.test', first_name: 'Ann', last_name: 'Day', current_step: 'completed' },
  ...{ organization: null, active_organization: null, organization_list: [], profile_role: null },
  ...{ about: '', avatar_url: null, is_email_verified: true },
};
const VIEW: View = {
  ...{ id: 'v', name: 'Cheap', type: 'grid', personal: false, columns: [], filter: null },
  ...{ sort: [], group: [], layout: {}, revision: 1 },
};

test('takes the view that somebody else saved meanwhile, says so, and saves over it the second time', async () => {
  const user = userEvent.setup();
  const VIEWS = 'items/t/views/';
  api.responses[`GET ${ROWS}`] = page([row('Chair', 1)]);
  api.responses[`PATCH ${VIEWS}v/`] = {
    status: 409,
    body: { code: 'stale_revision', message: 'Somebody else changed this meanwhile.' },
  };
  const theirs = { ...VIEW, name: 'Cheapest', revision: 2 };
  api.responses[`GET ${VIEWS}`] = { body: { data: [theirs, { ...VIEW, id: 'w', name: 'Dear' }] } };
  show([row('Chair', 1)], { data: { views: [VIEW], view: 'v' }, viewer: ANN });
  const head = screen.getByRole('columnheader', { name: /amount/ });
  await user.click(within(head).getByRole('button'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sort descending' }));
  await user.click(await screen.findByRole('button', { name: 'Save view' }));
  expect(await screen.findByText('Somebody else changed this meanwhile.')).toBeInTheDocument();
  expect(await screen.findByText('Cheapest')).toBeInTheDocument();
  expect(screen.getByText('Dear')).toBeInTheDocument();
  api.responses[`PATCH ${VIEWS}v/`] = { body: { data: { ...theirs, sort: ['-c_amount'], revision: 3 } } };
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument());
  const revisions = api.requests.flatMap(({ method, headers }) =>
    method === 'PATCH' ? headers['if-match'] : [],
  );
  expect(revisions).toEqual(['1', '2']);
});

test('names and counts its rows for screen readers, whatever is scrolled to and with the footer', async () => {
  const user = userEvent.setup();
  const columns = ['photo', 'name', 'amount', ...Array.from({ length: 40 }, (_, n) => `c${n}`)];
  const layout = { footer: { c_amount: 'sum' as const } };
  api.responses['GET items/t/aggregate/'] = {
    body: { data: [{ group: [], values: { count: 2, 'sum:c_amount': 3 } }], count: null },
  };
  show([row('Chair', 1), row('Lamp', 2)], {
    data: {
      columns: columns.map((one) => buildColumn(one === 'amount' ? 'number' : 'text', one)),
      views: [{ ...VIEW, layout }],
      view: 'v',
    },
  });
  const grid = screen.getByRole('grid');
  await user.click(document.querySelector('[data-cell="0:2"]') ?? document.body);
  grid.scrollLeft = 5_000;
  fireEvent.scroll(grid);
  await waitFor(() => expect(document.querySelector('[data-cell="0:1"]')).toBeNull());
  expect(screen.getByRole('rowheader', { name: 'Row 1: Chair' })).toHaveAttribute('aria-colindex', '1');
  const foot = (await within(grid).findByText('Σ')).closest('[role="row"]');
  expect(foot).toHaveAttribute('aria-rowindex', '4');
  expect(grid).toHaveAttribute('aria-rowcount', '4');
  const indexes = within(grid)
    .getAllByRole('row')
    .map((line) => line.getAttribute('aria-rowindex'));
  expect(indexes).toEqual(['1', '2', '3', '4']);
});

test('says why a row was not restored by undo', async () => {
  const user = userEvent.setup();
  api.responses[`DELETE ${ROWS}`] = { body: { data: [{ status: 'done' }] } };
  const refused = { status: 'refused', errors: { name: ['name has this value already'] } };
  api.responses[`POST ${ROWS}restore/`] = { body: { data: [refused] } };
  api.responses[`GET ${ROWS}`] = page([row('Chair')]);
  show([row('Chair'), row('Lamp')]);
  await user.click(screen.getByRole('button', { name: 'Actions for Lamp' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete row' }));
  await user.click(await screen.findByRole('button', { name: 'Undo last change' }));
  expect(await screen.findByText('name has this value already')).toBeInTheDocument();
});

test('takes a deleted row from the table, and puts it back in its place on undo', async () => {
  const user = userEvent.setup();
  api.responses[`DELETE ${ROWS}`] = { body: { data: [{ status: 'done' }] } };
  api.responses[`POST ${ROWS}restore/`] = { body: { data: [{ status: 'done', row: row('Lamp') }] } };
  show([row('Chair'), row('Lamp'), row('Table')]);
  await user.click(screen.getByRole('button', { name: 'Actions for Lamp' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete row' }));
  expect(names()).toEqual(['Chair', 'Table']);
  expect(screen.getByText('2 rows')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp', 'Table']));
  expect(screen.getByText('3 rows')).toBeInTheDocument();
  expect(sent('DELETE')).toEqual({ rows: [{ id: 'Lamp' }] });
  const restored = api.requests.find(({ path }) => path === `${ROWS}restore/`);
  expect(JSON.parse(restored?.body ?? 'null')).toEqual({ ids: ['Lamp'] });
});

test('sorts by a column in its menu, and takes the order back there', async () => {
  const user = userEvent.setup();
  const [few, many] = [row('Chair', 1), row('Lamp', 9)];
  api.responses[`GET ${ROWS}`] = ({ query }) =>
    page(query.includes('sort=-c_amount') ? [many, few] : [few, many]);
  show([few, many]);
  const head = screen.getByRole('columnheader', { name: /amount/ });
  await user.click(within(head).getByRole('button'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sort descending' }));
  await waitFor(() => expect(names()).toEqual(['Lamp', 'Chair']));
  expect(head).toHaveAttribute('aria-sort', 'descending');
  await user.click(within(head).getByRole('button'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sort descending' }));
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp']));
  expect(head).not.toHaveAttribute('aria-sort');
});

test('loads the rows of a view without the order of a column that the reader may not read', async () => {
  const [secret, boats, name] = [
    { ...buildColumn('rollup', 'secret'), restricted: true as const },
    { ...buildColumn('link', 'boats'), table: 't2', untitled: true as const },
    buildColumn('text', 'name'),
  ];
  const sort = ['-c_secret', 'c_boats', 'c_name'];
  api.responses[`GET ${ROWS}`] = page([row('Oar')]);
  const settings = { columns: [], filter: null, sort, group: [], layout: {} };
  const view: View = { id: 'v', name: 'V', type: 'grid', personal: false, revision: 1, ...settings };
  show([row('Lamp')], {
    data: { columns: [name, secret, boats], views: [view], view: 'v', next: 'x', count: 2 },
  });
  await waitFor(() => expect(names()).toEqual(['Lamp', 'Oar']));
  const sorts = api.requests
    .filter(({ path }) => path === ROWS)
    .map(({ query }) => new URLSearchParams(query).get('sort'));
  expect(new Set(sorts)).toEqual(new Set(['c_name']));
});

test('is not grouped by what the reader may not read', async () => {
  const columns = [
    buildColumn('text', 'name'),
    { ...buildColumn('rollup', 'secret'), restricted: true as const },
  ];
  const settings = { columns: [], filter: null, sort: [], group: ['c_secret'], layout: {} };
  const view: View = { id: 'v', name: 'V', type: 'grid', personal: false, revision: 1, ...settings };
  show([row('Lamp')], { data: { columns, views: [view], view: 'v' } });
  await waitFor(() => expect(names()).toEqual(['Lamp']));
  expect(api.paths()).not.toContain('GET items/t/aggregate/');
});

test('lists its keys by a question mark, and not while a text is typed', async () => {
  const user = userEvent.setup();
  show([row('Lamp')]);
  await user.click(document.querySelector('[data-cell="0:0"]') ?? document.body);
  await user.keyboard('{Enter}?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Escape}{Control>}?{/Control}');
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(list).getByText('Fill down').closest('div')).toHaveTextContent(/Ctrl D$/);
});

test('says that there are no rows, with an import for those who may change the table', async () => {
  const user = userEvent.setup();
  show([]);
  expect(screen.getByText('No rows yet')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Import CSV or Excel' }));
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
});

test('says of a contact list that nobody is in it, and which files fill it', () => {
  show([], { item: { ...EDITED, kind: 'contact' } });
  expect(screen.getByText('Nobody is in this list yet')).toBeInTheDocument();
  expect(screen.getByText(/as a \.vcf or \.csv file/)).toBeInTheDocument();
});

test('takes cells that are pasted while there are no rows, but not into a field', async () => {
  api.responses[`POST ${ROWS}`] = {
    body: {
      data: [
        { status: 'done', row: row('Lamp') },
        { status: 'done', row: row('Chair') },
      ],
    },
  };
  show([]);
  const clipboardData = { getData: (type: string) => (type === 'text/plain' ? 'Lamp\t3\nChair\t4' : '') };
  fireEvent.paste(screen.getByRole('searchbox', { name: 'Search these rows' }), { clipboardData });
  expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  fireEvent.paste(document.body, { clipboardData });
  await waitFor(() => expect(names()).toEqual(['Lamp', 'Chair']));
  expect(sent('POST')).toEqual({
    rows: [{ values: { name: 'Lamp', amount: 3 } }, { values: { name: 'Chair', amount: 4 } }],
  });
});

test('shows no grid and no actions to a viewer of an empty table', () => {
  show([], { item: { allowed: [] } });
  expect(screen.getByText('No rows yet')).toBeInTheDocument();
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('states that no row matches a search, and shows all rows when the search is cleared', async () => {
  const user = userEvent.setup();
  api.responses[`GET ${ROWS}`] = ({ query }) => page(query.includes('q=') ? [] : [row('Chair')]);
  show([row('Chair')]);
  const search = screen.getByRole('searchbox', { name: 'Search these rows' });
  await user.type(search, ' lamp {Enter}');
  expect(await screen.findByText('No matching rows')).toBeInTheDocument();
  expect(api.requests.find(({ path }) => path === ROWS)?.query).toMatch(/q=lamp(&|$)/);
  await user.clear(search);
  await waitFor(() => expect(names()).toEqual(['Chair']));
});

test('shows a failure with another try, which shows the rows', async () => {
  const user = userEvent.setup();
  api.responses[`GET ${ROWS}`] = { status: 500, body: { message: 'Out of order', code: 'internal' } };
  show([row('Chair')], { data: { next: 'n', count: 2 } });
  expect(await screen.findByText('Out of order')).toBeInTheDocument();
  expect(names()).toEqual(['Chair']);
  api.responses[`GET ${ROWS}`] = page([row('Lamp')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp']));
  expect(screen.queryByText('Out of order')).not.toBeInTheDocument();
});

test('says that the rows could not be refreshed, with another try by keys, and no more once it works', async () => {
  const user = userEvent.setup();
  api.responses[`GET ${ROWS}`] = { status: 500, body: { message: 'Out of order', code: 'internal' } };
  const { rerender } = show([row('Chair')]);
  rerender([row('Chair')]);
  expect(await screen.findByText(/^Could not refresh/)).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(names()).toEqual(['Chair']);
  api.responses[`GET ${ROWS}`] = page([row('Chair'), row('Lamp')]);
  screen.getByRole('button', { name: 'Try again' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp']));
  await waitFor(() => expect(screen.queryByText(/^Could not refresh/)).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
});

test('says that an index is being prepared, shows the rows meanwhile, and says so no more once it is there', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  api.responses[`GET ${ROWS}`] = { body: { ...page([row('Chair')]).body, preparing: true } };
  const { rerender } = show([row('Chair')]);
  rerender([row('Chair'), row('Lamp')]);
  expect(await screen.findByText(/Making this view faster/)).toBeInTheDocument();
  expect(names()).toContain('Chair');
  api.responses[`GET ${ROWS}`] = page([row('Chair')]);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(screen.queryByText(/Making this view faster/)).toBeNull());
});

test('marks the row that the page was opened at, and reads the rows before it', async () => {
  api.responses[`GET ${ROWS}`] = page([row('Chair'), row('Lamp')]);
  show([row('Lamp')], { data: { requested: { id: 'Lamp', gone: false }, previous: 'p', offset: 1 } });
  expect(screen.getByRole('row', { current: true })).toHaveAttribute('id', 'row-Lamp');
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp']));
});

test('says that the row that the page was opened at was deleted', () => {
  show([row('Lamp')], { data: { requested: { id: 'Chair', gone: true } } });
  expect(screen.getByText('This row is no longer here.')).toBeInTheDocument();
});

test('shows numbers as the hub writes them', () => {
  show([row('Lamp', 1234.5)], { data: { writtenIn: { locale: 'de' } } });
  expect(screen.getByText('1.234,5')).toBeInTheDocument();
});

test('edits, moves, selects, undoes and opens by keys alone', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${ROWS}`] = ({ body }) => {
    const [{ id, values }] = JSON.parse(body).rows;
    const before = id === 'Chair' ? 1 : 9;
    const changed = { ...row(id, before), revision: 2, values: { name: id, amount: before, ...values } };
    const previous = { amount: values.amount === 25 ? before : 25 };
    return { body: { data: [{ status: 'done', row: changed, previous }] } };
  };
  show([row('Chair', 1), row('Lamp', 9)]);
  const cell = (place: string) => document.querySelector<HTMLElement>(`[data-cell="${place}"]`);
  await user.click(cell('0:1') ?? document.body);
  expect(cell('0:1')).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(cell('0:0')).toHaveFocus();
  await user.keyboard('{Tab}{F2}');
  // A plain field is there until the editor's code has come.
  const editor = await waitFor(() => {
    const found = screen.getByRole('textbox', { name: /amount/ });
    expect(found).toHaveAttribute('name', 'amount');
    expect(found).toHaveFocus();
    return found;
  });
  await user.clear(editor);
  await user.type(editor, '25{Enter}');
  expect(cell('0:1')).toHaveTextContent('25');
  expect(cell('1:1')).toHaveFocus();
  await waitFor(() => expect(sent('PATCH')).toEqual({ rows: [{ id: 'Chair', values: { amount: 25 } }] }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo last change' })).toBeEnabled());
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(cell('0:1')).toHaveTextContent('1'));
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(2);
  await user.keyboard('{Escape}{Home}{ArrowLeft}{Enter}');
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
});

test('selects cells by drag, and fills the rows below with them when the handle is dragged down', async () => {
  api.responses[`PATCH ${ROWS}`] = ({ body }) => {
    const outcomes = JSON.parse(body).rows.map(({ id, values }: { id: string; values: object }) => ({
      status: 'done',
      row: { ...row(id), revision: 2, values: { name: id, ...values } },
      previous: {},
    }));
    return { body: { data: outcomes } };
  };
  show([row('Chair', 1), row('Desk', 2), row('Lamp', 9)]);
  const cell = (place: string) => document.querySelector(`[data-cell="${place}"]`) ?? document.body;
  fireEvent.mouseDown(cell('0:0'));
  fireEvent.mouseMove(cell('1:1'));
  fireEvent.mouseUp(window);
  fireEvent.mouseMove(cell('2:1'));
  expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4);
  fireEvent.mouseDown(cell('0:1'));
  fireEvent.mouseUp(window);
  fireEvent.mouseDown(document.querySelector('[data-fill]') ?? document.body);
  fireEvent.mouseMove(cell('2:0'));
  fireEvent.mouseUp(window);
  await waitFor(() =>
    expect(sent('PATCH')).toEqual({
      rows: [
        { id: 'Desk', values: { amount: 1 } },
        { id: 'Lamp', values: { amount: 1 } },
      ],
    }),
  );
});

test('pastes cells of a spreadsheet into rows, and says what was left out', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${ROWS}`] = ({ body }) => {
    const outcomes = JSON.parse(body).rows.map(({ id, values }: { id: string; values: object }) => ({
      status: 'done',
      row: { ...row(id), revision: 2, values },
      previous: {},
    }));
    return { body: { data: outcomes } };
  };
  api.responses[`POST ${ROWS}`] = { body: { data: [{ status: 'done', row: row('Desk', 3) }] } };
  show([row('Chair', 1), row('Lamp', 9)]);
  await user.click(document.querySelector('[data-cell="0:0"]') ?? document.body);
  await user.paste('Stool\t4\nSofa\tmuch\nDesk\t3');
  expect(await screen.findByRole('dialog')).toHaveTextContent('much');
  expect(sent('PATCH')).toEqual({
    rows: [
      { id: 'Chair', values: { name: 'Stool', amount: 4 } },
      { id: 'Lamp', values: { name: 'Sofa' } },
    ],
  });
  expect(sent('POST')).toEqual({ rows: [{ values: { name: 'Desk', amount: 3 } }] });
});

test('offers to add columns for what is pasted beyond the last one, and undoes the whole paste as one', async () => {
  const user = userEvent.setup();
  const columns: unknown[] = [buildColumn('text', 'name'), buildColumn('number', 'amount')];
  api.responses['GET items/t/columns/'] = () => ({ body: { data: columns } });
  api.responses['POST items/t/columns/'] = ({ body }) => {
    const { label, type, id, name } = JSON.parse(body);
    const own = `more_${columns.length - 1}`;
    columns.push({ ...buildColumn(type, own), id: id ?? `c_${own}`, name: name ?? own, label });
    return { status: 201, body: { data: columns.at(-1) } };
  };
  api.responses['DELETE items/t/columns/c_more_1/'] = () => {
    columns.splice(2, 1);
    return { body: { data: null } };
  };
  api.responses['GET items/t/aggregate/'] = () => ({
    body: { data: [{ group: null, values: { 'filled:c_more_1': 0, 'filled:c_more_2': 1 } }] },
  });
  api.responses[`PATCH ${ROWS}`] = ({ body }) => ({
    body: {
      data: JSON.parse(body).rows.map(({ id, values }: { id: string; values: Row['values'] }) => ({
        status: 'done',
        row: { ...row(id), revision: 2, values },
        previous: {},
      })),
    },
  });
  api.responses[`POST ${ROWS}`] = { body: { data: [{ status: 'done', row: row('new') }] } };
  api.responses[`DELETE ${ROWS}`] = { body: { data: [{ status: 'done' }] } };
  api.responses[`POST ${ROWS}restore/`] = { body: { data: [{ status: 'done', row: row('new') }] } };
  api.responses[`GET ${ROWS}`] = page([row('Chair', 1)]);
  show([row('Chair', 1)]);
  const { length } = api.requests;
  await user.click(document.querySelector('[data-cell="0:1"]') ?? document.body);
  await user.paste('4\t2026-05-04\tgreen\n5\t2026-05-05\tred');
  let dialog = await screen.findByRole('dialog', { name: '2 columns are missing' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(api.requests.slice(length).some(({ method }) => method !== 'GET')).toBe(false);

  await user.paste('4\t2026-05-04\tgreen\n5\t2026-05-05\tred');
  dialog = await screen.findByRole('dialog', { name: '2 columns are missing' });
  const name = within(dialog).getByLabelText('Name of column 3');
  expect(name).toHaveAccessibleDescription('Date');
  await user.clear(name);
  await user.type(name, 'Due');
  await user.click(within(dialog).getByRole('button', { name: 'Add 2 columns and paste' }));
  await waitFor(() =>
    expect(sent('PATCH')).toEqual({
      rows: [{ id: 'Chair', values: { amount: 4, more_1: '2026-05-04', more_2: 'green' } }],
    }),
  );
  await waitFor(() =>
    expect(sent('POST')).toEqual({ rows: [{ values: { amount: 5, more_1: '2026-05-05', more_2: 'red' } }] }),
  );
  const requested = api.requests.filter(
    ({ method, path }) => method === 'POST' && path === 'items/t/columns/',
  );
  expect(requested.map(({ body }) => JSON.parse(body))).toEqual([
    { label: 'Due', type: 'date', required: false },
    { label: 'Column 4', type: 'text', required: false },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Undo last change' }));
  // One that somebody else filled stays.
  expect(await screen.findByText(/1 column that was added has values by now/)).toBeInTheDocument();
  expect(sent('DELETE')).toEqual({ rows: [{ id: 'new', unless_changed_by_others: true }] });
  const undone = api.requests.filter(({ method, path }) => method === 'DELETE' && path !== ROWS);
  expect(undone.map(({ path }) => path)).toEqual(['items/t/columns/c_more_1/']);
  await user.click(screen.getByRole('button', { name: 'Redo last change' }));
  await waitFor(() => {
    const all = api.requests.filter(({ method, path }) => method === 'POST' && path === 'items/t/columns/');
    expect(JSON.parse(all[2]?.body ?? 'null')).toMatchObject({
      id: 'c_more_1',
      name: 'more_1',
      label: 'Due',
    });
  });
  await waitFor(() => expect(api.paths()).toContain(`POST ${ROWS}restore/`));
});

test('pastes what fits where no columns are to be added, and says what had none', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${ROWS}`] = {
    body: { data: [{ status: 'done', row: { ...row('Chair', 4), revision: 2 }, previous: {} }] },
  };
  show([row('Chair', 1)]);
  await user.click(document.querySelector('[data-cell="0:1"]') ?? document.body);
  await user.paste('4\tmore');
  const dialog = await screen.findByRole('dialog', { name: '1 column is missing' });
  await user.click(within(dialog).getByRole('button', { name: 'Paste only what fits' }));
  expect(await screen.findByText(/1 column of the clipboard had no column to go to/)).toBeInTheDocument();
  expect(sent('PATCH')).toEqual({ rows: [{ id: 'Chair', values: { amount: 4 } }] });
});

test('pastes what fits where the table would have too many columns', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${ROWS}`] = {
    body: { data: [{ status: 'done', row: { ...row('Chair'), revision: 2 }, previous: {} }] },
  };
  const columns = [
    buildColumn('text', 'name'),
    ...Array.from({ length: COLUMNS_MAX - 1 }, (_, n) => buildColumn('text', `more_${n}`)),
  ];
  const hidden = columns.slice(1).map(({ id }) => ({ id, hidden: true }));
  const settings = { columns: hidden, filter: null, sort: [], group: [], layout: {} };
  const view: View = { id: 'v', name: 'V', type: 'grid', personal: false, revision: 1, ...settings };
  show([row('Chair')], { data: { columns, views: [view], view: 'v' } });
  await user.click(document.querySelector('[data-cell="0:0"]') ?? document.body);
  await user.paste('Stool\tmore');
  expect(await screen.findByText(/1 column of the clipboard had no column to go to/)).toBeInTheDocument();
  expect(sent('PATCH')).toEqual({ rows: [{ id: 'Chair', values: { name: 'Stool' } }] });
});

test('empties and fills cells that were pasted just before, while the paste is being stored', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${ROWS}`] = ({ body }) => ({
    body: {
      data: JSON.parse(body).rows.map(({ id, values }: { id: string; values: Row['values'] }) => ({
        status: 'done',
        row: { ...row(id), revision: 2, values: { name: id, ...values } },
        previous: {},
      })),
    },
  });
  show([row('Chair'), row('Lamp'), row('Table')]);
  const cell = (place: string) => document.querySelector<HTMLElement>(`[data-cell="${place}"]`);
  await user.click(cell('0:1') ?? document.body);
  await user.paste('4');
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}');
  await waitFor(() => expect(cell('1:1')).toHaveTextContent('4'));
  await user.keyboard('{ArrowUp}{Delete}');
  await waitFor(() => expect(cell('0:1')).toHaveTextContent(/^$/));
  await waitFor(() =>
    expect(
      api.requests.filter(({ method }) => method === 'PATCH').flatMap(({ body }) => JSON.parse(body).rows),
    ).toEqual([
      { id: 'Chair', values: { amount: 4 } },
      { id: 'Lamp', values: { amount: 4 } },
      { id: 'Chair', values: { amount: null } },
    ]),
  );
});

test('cuts rows that are not loaded only once they are in the clipboard', async () => {
  const user = userEvent.setup();
  const all = Array.from({ length: 300 }, (_, at) => row(`Chair ${at}`, at));
  api.responses[`GET ${ROWS}`] = ({ query }) => {
    const params = new URLSearchParams(query);
    const from = Number(params.get('after') ?? 0);
    const data = all.slice(from, from + Number(params.get('page_size')));
    return { body: { data, count: 300, next: String(from + data.length), previous: null, offset: from } };
  };
  show(all.slice(0, 2), { data: { count: 300, next: '2' } });
  const isCopied = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
  // What copies over plain HTTP, which the test's page lacks.
  Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true });
  const cut = () =>
    fireEvent.cut(document.activeElement ?? document.body, { clipboardData: { setData: vi.fn() } });
  await user.click(document.querySelector('[data-cell="0:0"]') ?? document.body);
  await user.keyboard('{Control>}a{/Control}');
  cut();
  expect(await screen.findByText(/did not let us copy/)).toBeInTheDocument();
  expect(sent('PATCH')).toBeNull();
  cut();
  expect(await screen.findByText('600 cells are copied.')).toBeInTheDocument();
  expect(isCopied.mock.lastCall?.[0].split('\n')).toHaveLength(300);
  await waitFor(() =>
    expect(sent('PATCH').rows[0]).toEqual({ id: 'Chair 0', values: { name: null, amount: null } }),
  );
  isCopied.mockRestore();
  Reflect.deleteProperty(document, 'execCommand');
});

test('finds a text in rows that are not loaded, goes from match to match, and returns the focus to the grid', async () => {
  const user = userEvent.setup();
  const all = Array.from({ length: 300 }, (_, at) =>
    row(at === 1 || at === 250 ? `Lamp ${at}` : `Chair ${at}`),
  );
  const matches = all.filter(({ id }) => id.startsWith('Lamp'));
  api.responses['GET items/t/aggregate/'] = { body: { data: [{ group: null, values: { count: 2 } }] } };
  api.responses[`GET ${ROWS}`] = ({ query }) => {
    const params = new URLSearchParams(query);
    const size = Number(params.get('page_size'));
    const nth = Number(params.get('page') ?? 1) - 1;
    if (params.get('q') === 'lamp') return page(matches.slice(nth, nth + 1));
    const from = params.get('around') ? 240 : params.get('after') ? Number(params.get('after')) : nth * size;
    const data = all.slice(from, from + size);
    return { body: { data, count: 300, next: String(from + data.length), previous: null, offset: from } };
  };
  show(all.slice(0, 2), { data: { count: 300, next: '2' } });
  const cell = (place: string) => document.querySelector<HTMLElement>(`[data-cell="${place}"]`);
  await user.click(cell('0:0') ?? document.body);
  await user.keyboard('{Control>}f{/Control}');
  const input = await screen.findByRole('searchbox', { name: 'Find in these rows' });
  await waitFor(() => expect(input).toHaveFocus());
  await user.type(input, 'lamp');
  expect(await screen.findByText('1 of 2')).toBeInTheDocument();
  await waitFor(() => expect(cell('1:0')).toHaveClass('found'));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('2 of 2')).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole('row', { current: true })).toHaveAttribute('id', 'row-Lamp 250'),
  );
  expect(input).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('searchbox', { name: 'Find in these rows' })).not.toBeInTheDocument();
  await waitFor(() => expect(cell('250:0')).toHaveFocus());
});

test('shows a column whose values a job changes, and its new values once that is done', async () => {
  const changing = { ...buildColumn('text', 'amount'), changing: 'job' };
  const job = { id: 'job', progress: 0.4, done: 4, rejected: 0, errors_url: null };
  api.responses = {
    'GET jobs/job/': { body: { data: { ...job, state: 'running' } } },
    'GET items/t/columns/': {
      body: { data: [buildColumn('text', 'name'), buildColumn('number', 'amount')] },
    },
    [`GET ${ROWS}`]: { body: { data: [row('Lamp', 3)], count: 1 } },
  };
  show([row('Lamp')], { data: { columns: [buildColumn('text', 'name'), changing] } });
  const bar = await screen.findByRole('progressbar', { name: /“amount” are being changed/ });
  await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '40'));
  api.responses['GET jobs/job/'] = { body: { data: { ...job, progress: 1, state: 'ready' } } };
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 5_000 });
  expect(await screen.findByRole('gridcell', { name: '3' })).toBeVisible();
});

test('says how many rows of a changing column are done, and cancels the change', async () => {
  const user = userEvent.setup();
  const changing = { ...buildColumn('text', 'amount'), changing: 'job' };
  const job = { id: 'job', progress: 0.4, done: 8_000, total: 20_000, rejected: 0, errors_url: null };
  api.responses = {
    'GET jobs/job/': { body: { data: { ...job, state: 'running' } } },
    'POST jobs/job/cancel/': { body: { data: null } },
    'GET items/t/columns/': { body: { data: [buildColumn('text', 'name'), buildColumn('text', 'amount')] } },
    [`GET ${ROWS}`]: { body: { data: [row('Lamp')], count: 1 } },
  };
  show([row('Lamp')], { data: { columns: [buildColumn('text', 'name'), changing] } });
  expect(await screen.findByText('8,000 of 20,000 rows')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel the change of “amount”' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(api.paths()).toContain('POST jobs/job/cancel/');
});

test('pastes 10,000 cells in requests of 1,000 rows, undoes them all, and names each that was refused', async () => {
  const user = userEvent.setup();
  let made = 0;
  api.responses[`POST ${ROWS}`] = ({ body }) => ({
    body: {
      data: JSON.parse(body).rows.map(({ values }: { values: Row['values'] }) => {
        made += 1;
        return values.amount === 3_999
          ? { status: 'refused', errors: { amount: ['amount is too much'] } }
          : { status: 'done', row: buildRow({ id: `r${made}`, position: made, values }) };
      }),
    },
  });
  api.responses[`DELETE ${ROWS}`] = ({ body }) => ({
    body: { data: JSON.parse(body).rows.map(() => ({ status: 'done' })) },
  });
  show([row('Chair', 1)]);
  await user.click(document.querySelector('[data-cell="0:0"]') ?? document.body);
  api.responses[`PATCH ${ROWS}`] = ({ body }) => ({
    body: {
      data: JSON.parse(body).rows.map(({ id, values }: { id: string; values: Row['values'] }) => ({
        status: 'done',
        row: { ...row(id), revision: 2, values },
        previous: {},
      })),
    },
  });
  const begun = performance.now();
  await user.paste(Array.from({ length: 5_000 }, (_, at) => `Part ${at}\t${at}`).join('\n'));
  const report = await screen.findByRole('dialog', {}, { timeout: 30_000 });
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(report).toHaveTextContent('amount is too much');
  const bodies = api.requests.filter(({ method, path }) => method === 'POST' && path === ROWS);
  expect(bodies.map(({ body }) => JSON.parse(body).rows.length)).toEqual([1000, 1000, 1000, 1000, 999]);
  expect(JSON.parse(bodies[4]?.body ?? '').rows.at(-1)).toEqual({
    values: { name: 'Part 4999', amount: 4_999 },
  });
  await user.click(within(report).getByText('Close'));
  await user.click(screen.getByRole('button', { name: 'Undo last change' }));
  await waitFor(
    () => {
      const deleted = api.requests.filter(({ method, path }) => method === 'DELETE' && path === ROWS);
      expect(deleted.flatMap(({ body }) => JSON.parse(body).rows)).toHaveLength(4_998);
    },
    { timeout: 20_000 },
  );
});

test('counts the rows of a view without a filter, whose page came without a count', async () => {
  api.responses['GET items/t/aggregate/'] = { body: { data: [{ values: { count: 1_234 } }] } };
  show([row('Chair'), row('Lamp')], { data: { count: null, next: 'cursor' } });
  expect(await screen.findByText('1,234 rows')).toBeVisible();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1235');
});

const COLUMNS_OF_ROWS = { body: { data: [buildColumn('text', 'name'), buildColumn('number', 'amount')] } };

test('retains a row that leaves the view while it is typed in, until the focus leaves it, and stores each text whole', async () => {
  const user = userEvent.setup();
  const { rerender } = show([row('Chair'), row('Lamp')]);
  const cell = (place: string) => document.querySelector<HTMLElement>(`[data-cell="${place}"]`);
  await user.click(within(screen.getByRole('grid')).getByText('Chair'));
  await user.keyboard('Ne');
  api.responses['GET items/t/columns/'] = COLUMNS_OF_ROWS;
  api.responses[`GET ${ROWS}`] = page([row('Lamp')]);
  let stored = row('Chair');
  api.responses[`PATCH ${ROWS}`] = ({ body }) => {
    const [{ values }] = JSON.parse(body).rows;
    stored = { ...stored, revision: stored.revision + 1, values: { ...stored.values, ...values } };
    return { body: { data: [{ status: 'done', row: stored, previous: {} }] } };
  };
  rerender([row('Lamp')]);
  expect(await screen.findByText(/no longer matches/)).toBeVisible();
  expect(names()).toEqual(['Chair', 'Lamp']);
  expect(api.paths()).not.toContain(`PATCH ${ROWS}`);
  await user.keyboard('wer{Tab}');
  await waitFor(() => expect(stored.values.name).toBe('Newer'));
  rerender([row('Lamp')]);
  await api.received();
  await user.keyboard('12{Enter}');
  await waitFor(() => expect(stored.values.amount).toBe(12));
  await waitFor(() => expect(names()).toEqual(['Lamp']));
  expect(screen.queryByText(/no longer matches/)).toBeNull();
  // The focus is in the row that it went to.
  await waitFor(() => expect(cell('0:1')).toHaveFocus());
  expect(
    api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body).rows),
  ).toEqual([[{ id: 'Chair', values: { name: 'Newer' } }], [{ id: 'Chair', values: { amount: 12 } }]]);
});

test('says that the row was deleted which is typed in, once the text is whole, and writes it into no other', async () => {
  const user = userEvent.setup();
  const { rerender } = show([row('Chair'), row('Lamp')]);
  await user.click(within(screen.getByRole('grid')).getByText('Chair'));
  await user.keyboard('Ne');
  api.responses['GET items/t/columns/'] = COLUMNS_OF_ROWS;
  api.responses[`GET ${ROWS}`] = page([row('Lamp')]);
  api.responses[`PATCH ${ROWS}`] = { body: { data: [{ status: 'missing' }] } };
  rerender([row('Lamp')]);
  await screen.findByText(/no longer matches/);
  await user.keyboard('wer{Enter}');
  expect(await screen.findByText('Somebody else deleted this row meanwhile.')).toBeVisible();
  expect(sent('PATCH')).toEqual({ rows: [{ id: 'Chair', values: { name: 'Newer' } }] });
  await waitFor(() => expect(names()).toEqual(['Lamp']));
  await waitFor(() => expect(document.querySelector('[data-cell="0:0"]')).toHaveFocus());
});

test('leaves the focus in its row where others add or delete rows above it', async () => {
  const user = userEvent.setup();
  const { rerender } = show([row('Chair'), row('Lamp'), row('Table')]);
  await user.click(within(screen.getByRole('grid')).getByText('Lamp'));
  api.responses['GET items/t/columns/'] = COLUMNS_OF_ROWS;
  api.responses[`GET ${ROWS}`] = page([row('Lamp'), row('Table')]);
  api.responses[`PATCH ${ROWS}`] = { body: { data: [{ status: 'done', row: row('Lamp'), previous: {} }] } };
  rerender([row('Lamp'), row('Table')]);
  await waitFor(() => expect(names()).toEqual(['Lamp', 'Table']));
  await waitFor(() => expect(document.querySelector('[data-cell="0:0"]')).toHaveFocus());
  await user.keyboard('New{Enter}');
  await waitFor(() => expect(sent('PATCH')).toEqual({ rows: [{ id: 'Lamp', values: { name: 'New' } }] }));
});

test('says at once that it searches, and shows no rows of before where a search fails', async () => {
  const user = userEvent.setup();
  const response = Promise.withResolvers<void>();
  api.responses[`GET ${ROWS}`] = async () => {
    await response.promise;
    return { status: 500, body: { message: 'Out of order', code: 'internal' } };
  };
  show([row('Chair')]);
  await user.type(screen.getByRole('searchbox', { name: 'Search these rows' }), 'lamp{Enter}');
  expect(screen.getByText('Searching…')).toBeVisible();
  expect(screen.queryByText('1 row')).toBeNull();
  expect(screen.getByRole('grid').closest('[style*=opacity]')).not.toBeNull();
  response.resolve();
  expect(await screen.findByText('Out of order')).toBeVisible();
  expect(screen.queryByText('Searching…')).toBeNull();
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByText('No matching rows')).toBeNull();
  api.responses[`GET ${ROWS}`] = page([row('Lamp')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toEqual(['Lamp']));
  expect(screen.getByRole('grid').closest('[style*=opacity]')).toBeNull();
  expect(screen.queryByText('Out of order')).toBeNull();
});

test('says that it looks for a text, and offers another try where that fails', async () => {
  const user = userEvent.setup();
  const failure = { status: 400, body: { message: 'Out of order', code: 'internal' } };
  const response = Promise.withResolvers<void>();
  api.responses['GET items/t/aggregate/'] = async () => {
    await response.promise;
    return failure;
  };
  api.responses[`GET ${ROWS}`] = page([row('Lamp')]);
  show([row('Chair'), row('Lamp')]);
  await user.click(within(screen.getByRole('grid')).getByText('Chair'));
  await user.keyboard('{Control>}f{/Control}');
  const bar = await screen.findByRole('search', { name: 'Find in rows' });
  await user.type(within(bar).getByRole('searchbox'), 'lamp');
  expect(await within(bar).findByText('Searching…')).toBeVisible();
  response.resolve();
  expect(await within(bar).findByText('Out of order')).toBeVisible();
  api.responses['GET items/t/aggregate/'] = { body: { data: [{ group: null, values: { count: 1 } }] } };
  await user.click(within(bar).getByRole('button', { name: 'Try again' }));
  expect(await within(bar).findByText('1 of 1')).toBeVisible();
  expect(within(bar).queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('loses nothing that is being typed in a row when another one above it is deleted', async () => {
  const user = userEvent.setup();
  const { rerender } = show([row('Chair'), row('Lamp')]);
  await user.click(within(screen.getByRole('grid')).getByText('Lamp'));
  await user.keyboard('New');
  api.responses['GET items/t/columns/'] = {
    body: { data: [buildColumn('text', 'name'), buildColumn('number', 'amount')] },
  };
  api.responses[`GET ${ROWS}`] = page([row('Lamp')]);
  api.responses[`PATCH ${ROWS}`] = { body: { data: [{ status: 'done', row: row('Lamp'), previous: {} }] } };
  rerender([row('Lamp')]);
  await waitFor(() => expect(names()).toEqual(['Lamp']));
  expect(screen.getByRole('textbox', { name: 'name' })).toHaveFocus();
  await user.keyboard('er{Enter}');
  await waitFor(() => expect(sent('PATCH')).toEqual({ rows: [{ id: 'Lamp', values: { name: 'Newer' } }] }));
});

test('stores what was typed in a cell when another cell is clicked, which gets the focus', async () => {
  const user = userEvent.setup();
  api.responses[`PATCH ${ROWS}`] = { body: { data: [{ status: 'done', row: row('Chair'), previous: {} }] } };
  show([row('Chair', 1), row('Lamp', 2)]);
  await user.click(within(screen.getByRole('grid')).getByText('Chair'));
  await user.keyboard('New');
  await user.click(within(screen.getByRole('grid')).getByText('Lamp'));
  await waitFor(() => expect(sent('PATCH')).toEqual({ rows: [{ id: 'Chair', values: { name: 'New' } }] }));
  expect(document.querySelector('[data-cell="1:0"]')).toHaveFocus();
});

test('gives up a value that waits when its table is left', async () => {
  const user = userEvent.setup();
  const { length } = api.requests;
  api.responses[`PATCH ${ROWS}`] = { status: 503, body: { code: 'unavailable', message: '' } };
  show([row('Chair', 1)]);
  await user.click(within(screen.getByRole('grid')).getByText('Chair'));
  await user.keyboard('{Enter}!{Enter}');
  expect(await screen.findByText(/not saved: the server/)).toBeInTheDocument();
  const before = api.requests.slice(length).filter(({ method }) => method === 'PATCH').length;
  cleanup();
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(api.requests.slice(length).filter(({ method }) => method === 'PATCH')).toHaveLength(before);
});
