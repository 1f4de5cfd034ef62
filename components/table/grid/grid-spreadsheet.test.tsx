import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import {
  buildRows,
  cellAt,
  GRID_COLUMNS,
  renderedCell,
  showGrid,
  writtenRows,
} from '#tests/component/shown-grid.tsx';
import { buildColumn, buildRow } from '#tests/component/table.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  vi.restoreAllMocks();
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const FIVE = ['a', 'b', 'c', 'd', 'e'].map((name) => buildColumn('text', name));
/** Rows of `FIVE`, without a value in column d and row 20. */
const rowsOfFive = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    buildRow({
      id: `r${at}`,
      position: at,
      values: at === 20 ? {} : { a: `a${at}`, b: `b${at}`, c: `c${at}`, e: `e${at}` },
    }),
  );
const focused = () => document.activeElement?.getAttribute('data-cell');
const selected = () => screen.getAllByRole('gridcell', { selected: true }).length;
/** The test's browser lays nothing out: how much of a grid is seen, in pixels. */
function mockSize(height: number, width: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
}

/** The data of a clipboard. */
function clipboard() {
  const texts = new Map<string, string>();
  return {
    setData: (type: string, text: string) => texts.set(type, text),
    getData: (type: string) => texts.get(type) ?? '',
  };
}

test('each key moves as in a spreadsheet', async () => {
  const user = userEvent.setup();
  mockSize(40 + 10 * 36, 1440);
  showGrid(api, rowsOfFive(40), { columns: FIVE });
  const from = async (place: string, keys: string) => {
    if (!renderedCell(place)) await user.keyboard('{Control>}{Home}{/Control}');
    await user.click(cellAt(place));
    await user.keyboard(keys);
    return focused();
  };
  expect(await from('5:1', '{ArrowDown}')).toBe('6:1');
  expect(await from('5:1', '{ArrowUp}')).toBe('4:1');
  expect(await from('5:1', '{ArrowLeft}')).toBe('5:0');
  expect(await from('5:1', '{ArrowRight}')).toBe('5:2');
  expect(await from('5:1', '{Home}')).toBe('5:0');
  expect(await from('5:1', '{End}')).toBe('5:4');
  expect(await from('5:1', '{Control>}{Home}{/Control}')).toBe('0:0');
  expect(await from('5:1', '{Control>}{End}{/Control}')).toBe('39:4');
  expect(await from('5:1', '{PageDown}')).toBe('14:1');
  expect(await from('15:1', '{PageUp}')).toBe('6:1');
  expect(await from('5:1', '{Control>}{ArrowRight}{/Control}')).toBe('5:2');
  expect(await from('5:2', '{Control>}{ArrowRight}{/Control}')).toBe('5:4');
  expect(await from('5:2', '{Control>}{ArrowLeft}{/Control}')).toBe('5:0');
  expect(await from('5:1', '{Control>}{ArrowDown}{/Control}')).toBe('19:1');
  expect(await from('5:1', '{Meta>}{ArrowUp}{/Meta}')).toBe('0:1');
  expect(await from('5:1', '{Tab}')).toBe('5:2');
  expect(await from('5:0', '{Shift>}{Tab}{/Shift}')).toBe('4:4');
});

test('keys with Shift, clicks with Shift and the keys of rows and columns select a range', async () => {
  const user = userEvent.setup();
  mockSize(720, 1440);
  showGrid(api, rowsOfFive(40), { columns: FIVE });
  const from = async (place: string, keys: string) => {
    await user.click(cellAt(place));
    await user.keyboard(keys);
    return selected();
  };
  expect(await from('5:1', '{Shift>}{ArrowDown}{ArrowRight}{/Shift}')).toBe(4);
  expect(await from('5:1', '{Shift>}{End}{/Shift}')).toBe(4);
  expect(await from('5:1', '{Shift>}{Home}{/Shift}')).toBe(2);
  expect(await from('5:1', '{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}')).toBe(6);
  expect(await from('5:1', '{Shift>} {/Shift}')).toBe(5);
  const lines = screen.getAllByRole('row').length - 1;
  expect(await from('5:1', '{Control>} {/Control}')).toBe(lines);
  expect(await from('5:1', '{Control>}a{/Control}')).toBe(5 * lines);
  await user.click(cellAt('5:1'));
  await user.keyboard('{Shift>}');
  await user.click(cellAt('7:3'));
  await user.keyboard('{/Shift}');
  expect(selected()).toBe(9);
});

test('a click on a header selects its column, and nothing is pasted where keys lead to a header', async () => {
  const user = userEvent.setup();
  const served = buildRows(3);
  showGrid(api, served);
  await user.click(cellAt('-1:1'));
  expect(selected()).toBe(3);
  expect(cellAt('2:1')).toHaveAttribute('aria-selected', 'true');
  const clipboardData = clipboard();
  fireEvent.copy(cellAt('-1:1'), { clipboardData });
  expect(clipboardData.getData('text/plain')).toBe('0\n1\n2');
  await user.click(cellAt('0:1'));
  await user.keyboard('{ArrowUp}');
  expect(cellAt('-1:1')).toHaveFocus();
  await user.paste('5');
  // What is pasted after it is stored after it.
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await user.paste('20');
  await waitFor(() => expect(served.at(2)?.values.amount).toBe(20));
  expect(writtenRows(api)).toEqual([{ id: 'r2', values: { amount: 20 } }]);
});

test('Enter and what is typed after a click on a header are in the first cell of the column, as in a spreadsheet', async () => {
  const user = userEvent.setup();
  const served = buildRows(3);
  showGrid(api, served);
  await user.click(cellAt('-1:1'));
  await user.keyboard('{Enter}');
  expect(within(cellAt('0:1')).getByRole('textbox', { name: 'amount' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(cellAt('-1:1'));
  await user.keyboard('7{Enter}');
  await waitFor(() => expect(writtenRows(api)).toEqual([{ id: 'r0', values: { amount: 7 } }]));
});

test('a paste into a million selected rows is refused, and says how many cells are possible', async () => {
  const user = userEvent.setup();
  showGrid(api, buildRows(2), { count: 1_000_000 });
  await user.click(cellAt('0:0'));
  await user.keyboard('{Control>}a{/Control}');
  await user.paste('7');
  expect(await screen.findByText(/the limit is 100,?000/)).toBeVisible();
  expect(writtenRows(api)).toEqual([]);
});

test('Enter and F2 edit, Enter and Tab store and continue, Escape gives up what was typed', async () => {
  const user = userEvent.setup();
  showGrid(api, buildRows(3));
  await user.click(cellAt('0:0'));
  await user.keyboard('{F2}!');
  expect(screen.getByRole('textbox', { name: 'name' })).toHaveValue('Row 0!');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(cellAt('0:0')).toHaveFocus());
  expect(cellAt('0:0')).toHaveTextContent(/^Row 0$/);
  await user.keyboard('{Enter}!{Enter}');
  await waitFor(() => expect(cellAt('1:0')).toHaveFocus());
  await user.keyboard('New{Shift>}{Enter}{/Shift}');
  await waitFor(() => expect(cellAt('0:0')).toHaveFocus());
  await user.keyboard('Newer{Tab}');
  await waitFor(() => expect(cellAt('0:1')).toHaveFocus());
  await user.keyboard('7{Shift>}{Tab}{/Shift}');
  await waitFor(() => expect(cellAt('0:0')).toHaveFocus());
  await waitFor(() =>
    expect(writtenRows(api)).toEqual([
      { id: 'r0', values: { name: 'Row 0!' } },
      { id: 'r1', values: { name: 'New' } },
      { id: 'r0', values: { name: 'Newer' } },
      { id: 'r0', values: { amount: 7 } },
    ]),
  );
});

test('Delete empties the selected cells, Ctrl+Z brings them back, Ctrl+Y and Ctrl+Shift+Z empty them again', async () => {
  const user = userEvent.setup();
  const served = buildRows(2);
  showGrid(api, served);
  const amounts = () => served.map(({ values }) => values.amount ?? null);
  await user.click(cellAt('0:1'));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
  await waitFor(() => expect(amounts()).toEqual([null, null]));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(amounts()).toEqual([0, 1]));
  await user.keyboard('{Control>}y{/Control}');
  await waitFor(() => expect(amounts()).toEqual([null, null]));
  await user.keyboard('{Meta>}z{/Meta}');
  await waitFor(() => expect(amounts()).toEqual([0, 1]));
  await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  await waitFor(() => expect(amounts()).toEqual([null, null]));
});

test('copies the selected cells as a text and as a table, cuts them, and pastes them elsewhere', async () => {
  const user = userEvent.setup();
  const served = [...buildRows(2), buildRow({ id: 'r2' }), buildRow({ id: 'r3' })];
  showGrid(api, served);
  const valuesOf = () => served.map(({ values: { name, amount } }) => [name ?? null, amount ?? null]);
  await user.click(cellAt('0:0'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
  const clipboardData = clipboard();
  fireEvent.copy(cellAt('1:1'), { clipboardData });
  expect(clipboardData.getData('text/plain')).toBe('Row 0\t0\nRow 1\t1');
  const table = new DOMParser().parseFromString(clipboardData.getData('text/html'), 'text/html');
  expect(
    [...table.querySelectorAll('tr')].map((line) => [...line.cells].map((one) => one.textContent)),
  ).toEqual([
    ['Row 0', '0'],
    ['Row 1', '1'],
  ]);
  expect(writtenRows(api)).toEqual([]);
  fireEvent.cut(cellAt('1:1'), { clipboardData });
  await waitFor(() =>
    expect(valuesOf().slice(0, 2)).toEqual([
      [null, null],
      [null, null],
    ]),
  );
  await user.click(cellAt('2:0'));
  fireEvent.paste(cellAt('2:0'), { clipboardData });
  await waitFor(() =>
    expect(valuesOf()).toEqual([
      [null, null],
      [null, null],
      ['Row 0', 0],
      ['Row 1', 1],
    ]),
  );
});

test('hidden columns are no part of a copied range, nor of what is pasted', async () => {
  const user = userEvent.setup();
  const served = rowsOfFive(2);
  showGrid(api, served, { columns: FIVE, view: { columns: [{ id: 'c_b', hidden: true }] } });
  await user.click(cellAt('0:0'));
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  const clipboardData = clipboard();
  fireEvent.copy(cellAt('0:1'), { clipboardData });
  expect(clipboardData.getData('text/plain')).toBe('a0\tc0');
  await user.click(cellAt('1:0'));
  fireEvent.paste(cellAt('1:0'), { clipboardData });
  await waitFor(() => expect(writtenRows(api)).toEqual([{ id: 'r1', values: { a: 'a0', c: 'c0' } }]));
});

test('pastes beside computed columns, names what they do not take, and changes none of them', async () => {
  const user = userEvent.setup();
  const computed = { ...buildColumn('formula', 'twice'), formula: 'amount * 2', result: 'number' as const };
  showGrid(api, buildRows(2), {
    columns: [buildColumn('text', 'name'), computed, buildColumn('number', 'amount')],
  });
  await user.click(cellAt('0:0'));
  await user.paste('New\t8\t4');
  const report = await screen.findByRole('dialog');
  expect(report).toHaveTextContent('twice');
  expect(report).toHaveTextContent('8');
  expect(writtenRows(api)).toEqual([{ id: 'r0', values: { name: 'New', amount: 4 } }]);
});

test('rows have the height of the view, with as many lines of a long text as fit', async () => {
  const long = 'A text of many words '.repeat(40);
  for (const [height, pixels, lines] of [
    ['short', '36px', ''],
    ['medium', '56px', '2'],
    ['tall', '96px', '4'],
  ] as const) {
    const row = buildRow({ id: 'long', values: { name: long } });
    showGrid(api, [row], { view: { layout: { row_height: height } } });
    const grid = screen.getAllByRole('grid').at(-1) ?? document.body;
    const line = within(grid).getAllByRole('row')[1];
    expect(line?.style.height).toBe(pixels);
    const text = line?.querySelector<HTMLElement>('.text');
    expect(text?.style.getPropertyValue('-webkit-line-clamp')).toBe(lines);
    expect(text?.classList.contains('one')).toBe(height === 'short');
  }
});

test('the footer sums up the rows that the filter and the search of the view find, and these again', async () => {
  const user = userEvent.setup();
  const filter = { field: 'c_amount', op: 'greater' as const, value: 1 };
  showGrid(api, buildRows(2), { view: { filter, layout: { footer: { c_amount: 'sum' } } } });
  const sums = () =>
    api.requests.flatMap(({ path, query }) => {
      const params = new URLSearchParams(query);
      return path === 'items/t/aggregate/' && params.get('metrics') === 'sum:c_amount' ? [params] : [];
    });
  api.responses['GET items/t/aggregate/'] = ({ query }) => {
    const isSearch = new URLSearchParams(query).has('q');
    return {
      body: { data: [{ group: null, values: { count: 9, 'sum:c_amount': isSearch ? '70' : '450' } }] },
    };
  };
  const footer = await screen.findByText('450');
  expect(footer.closest('[role="row"]')).toHaveTextContent('Sum');
  expect(JSON.parse(sums()[0]?.get('filter') ?? 'null')).toEqual(filter);
  await user.type(screen.getByRole('searchbox', { name: 'Search these rows' }), 'row{Enter}');
  expect(await screen.findByText('70')).toBeVisible();
  expect(sums().at(-1)?.get('q')).toBe('row');
  expect(JSON.parse(sums().at(-1)?.get('filter') ?? 'null')).toEqual(filter);
});

test('shows the first rows while the number of rows is being counted', async () => {
  const counted = Promise.withResolvers<{ body: object }>();
  showGrid(api, buildRows(150), { view: { filter: { field: 'c_amount', op: 'greater', value: 1 } } });
  api.responses['GET items/t/aggregate/'] = () => counted.promise;
  const user = userEvent.setup();
  await user.type(screen.getByRole('searchbox', { name: 'Search these rows' }), 'row{Enter}');
  await waitFor(() => expect(api.requests.some(({ query }) => query.includes('q=row'))).toBe(true));
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1'));
  await user.click(cellAt('0:0'));
  expect(cellAt('0:0')).toHaveTextContent('Row 0');
  counted.resolve({ body: { data: [{ group: null, values: { count: 150 } }] } });
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '151'));
});

test('renders few of a million rows and of 300 columns, and the very last of both', async () => {
  const user = userEvent.setup();
  const columns = Array.from({ length: 300 }, (_, at) => buildColumn('text', `c${at}`));
  showGrid(api, [], { columns, count: 1_000_000 });
  const grid = screen.getByRole('grid');
  expect(grid).toHaveAttribute('aria-rowcount', '1000001');
  expect(grid).toHaveAttribute('aria-colcount', '302');
  const isSmall = () => {
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
    expect(screen.getAllByRole('gridcell').length).toBeLessThan(80 * 20);
  };
  isSmall();
  grid.scrollTop = 8_000_000;
  fireEvent.scroll(grid);
  await waitFor(() =>
    expect(document.querySelector('[aria-rowindex="1000001"] [data-open="r999999"]')).not.toBeNull(),
  );
  isSmall();
  await user.click(cellAt('999999:0'));
  await user.keyboard('{End}');
  expect(cellAt('999999:299')).toHaveFocus();
  expect(cellAt('999999:299')).toHaveAttribute('aria-colindex', '301');
  isSmall();
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(cellAt('0:0')).toHaveFocus();
  expect(renderedCell('999999:0')).toBeNull();
});

test('is a grid for screen readers, with one cell that the Tab key reaches', async () => {
  const user = userEvent.setup();
  const computed = { ...buildColumn('formula', 'twice'), formula: 'amount * 2', result: 'number' as const };
  showGrid(
    api,
    [
      buildRow({
        id: 'r0',
        values: { name: 'Row 0', amount: 'many' },
        problems: { amount: ['amount is no number'] },
      }),
    ],
    {
      columns: [...GRID_COLUMNS, computed],
      view: { sort: ['-c_name'] },
    },
  );
  const grid = screen.getByRole('grid', { name: 'Stock' });
  expect(grid).toHaveAttribute('aria-multiselectable', 'true');
  expect(within(grid).getByRole('columnheader', { name: /^name/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(within(grid).getByRole('columnheader', { name: /^name/ })).toHaveAttribute('aria-colindex', '2');
  expect(within(grid).getByRole('rowheader', { name: 'Row 1: Row 0' })).toHaveAttribute('aria-colindex', '1');
  expect(cellAt('0:0')).toHaveAttribute('role', 'gridcell');
  expect(cellAt('0:0')).not.toHaveAttribute('aria-readonly');
  expect(cellAt('0:2')).toHaveAttribute('aria-readonly', 'true');
  expect(cellAt('0:1')).toHaveAttribute('aria-invalid', 'true');
  expect(within(cellAt('0:1')).getByRole('img', { name: 'amount is no number' })).toBeInTheDocument();
  const stops = () =>
    [...grid.querySelectorAll('[tabindex="0"]')].map((one) => one.getAttribute('data-cell'));
  expect(stops()).toEqual(['0:0']);
  await user.click(cellAt('0:1'));
  expect(stops()).toEqual(['0:1']);
  expect(cellAt('0:1')).toHaveFocus();
});
