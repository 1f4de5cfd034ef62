import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { TableView } from './TableView.tsx';
import type { TableData } from './table-data.ts';

const ROWS = 'items/t/rows/';
let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.answers = {};
  api.asked.length = 0;
});
afterAll(() => api.stop());

const shell = buildShell();
const row = (name: string, amount?: number): Row =>
  buildRow({ id: name, position: 7, values: { name, ...(amount === undefined ? {} : { amount }) } });
const EDITED: Partial<Item> = { allowed: ['item.change', 'item.download'] };

function show(
  rows: Row[],
  { item = EDITED, data = {} }: { item?: Partial<Item>; data?: Partial<TableData> } = {},
) {
  const first: TableData = {
    columns: [buildColumn('text', 'name'), buildColumn('number', 'amount')],
    rows,
    next: null,
    previous: null,
    asked: null,
    count: rows.length,
    writtenIn: {},
    country: null,
    ...data,
  };
  renderWithMessages(
    <ShellProvider shell={shell}>
      <NotificationProvider>
        <Toaster>
          <TableView item={buildItem({ id: 't', kind: 'table', title: 'Stock', ...item })} first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}
const page = (rows: Row[]) => ({ body: { data: rows, count: rows.length, next: null, previous: null } });
/** The names in the first column, from top to bottom. */
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((line) => line.id.replace('row-', ''));
const sent = (method: string) => {
  const request = api.asked.find((asked) => asked.method === method && asked.path === ROWS);
  return JSON.parse(request?.body ?? 'null');
};

test('shows and counts a row that is added in the dialog', async () => {
  const user = userEvent.setup();
  api.answers[`POST ${ROWS}`] = { body: { data: [{ status: 'done', row: row('Lamp') }] } };
  show([row('Chair')]);
  await user.click(screen.getByRole('button', { name: 'Add row' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add row' });
  await user.type(await within(dialog).findByLabelText('name'), 'Lamp');
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(names()).toEqual(['Chair', 'Lamp']);
  expect(screen.getByText('2 rows')).toBeInTheDocument();
  expect(sent('POST')).toEqual({ rows: [{ values: { name: 'Lamp' } }] });
});

test('takes a deleted row from the table, and puts it back in its place on undo', async () => {
  const user = userEvent.setup();
  api.answers[`DELETE ${ROWS}`] = { body: { data: [{ status: 'done' }] } };
  api.answers[`POST ${ROWS}`] = { body: { data: [{ status: 'done', row: row('Lamp') }] } };
  show([row('Chair'), row('Lamp'), row('Table')]);
  await user.click(screen.getByRole('button', { name: 'What to do with Lamp' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete row' }));
  expect(names()).toEqual(['Chair', 'Table']);
  expect(screen.getByText('2 rows')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp', 'Table']));
  expect(screen.getByText('3 rows')).toBeInTheDocument();
  expect(sent('DELETE')).toEqual({ rows: [{ id: 'Lamp' }] });
  expect(sent('POST')).toEqual({ rows: [{ id: 'Lamp', values: { name: 'Lamp' }, position: 7 }] });
});

test('sorts by a column in its menu, and takes the order back there', async () => {
  const user = userEvent.setup();
  const [few, many] = [row('Chair', 1), row('Lamp', 9)];
  api.answers[`GET ${ROWS}`] = ({ query }) =>
    page(query.includes('sort=-c_amount') ? [many, few] : [few, many]);
  show([few, many]);
  const head = screen.getByRole('columnheader', { name: /amount/ });
  await user.click(within(head).getByRole('button'));
  await user.click(screen.getByRole('menuitemradio', { name: 'Sort descending' }));
  await waitFor(() => expect(names()).toEqual(['Lamp', 'Chair']));
  expect(head).toHaveAttribute('aria-sort', 'descending');
  await user.click(within(head).getByRole('button'));
  await user.click(screen.getByRole('menuitemradio', { name: 'Sort descending' }));
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp']));
  expect(head).not.toHaveAttribute('aria-sort');
});

test('says that there are no rows, with an import for those who may change the table', async () => {
  const user = userEvent.setup();
  show([]);
  expect(screen.getByText('No rows yet')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Import CSV' }));
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
});

test('shows no grid and no actions to a viewer of an empty table', () => {
  show([], { item: { allowed: [] } });
  expect(screen.getByText('No rows yet')).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('states that no row matches a search, and shows all rows when the search is cleared', async () => {
  const user = userEvent.setup();
  api.answers[`GET ${ROWS}`] = ({ query }) => page(query.includes('q=') ? [] : [row('Chair')]);
  show([row('Chair')]);
  const search = screen.getByRole('searchbox', { name: 'Search these rows' });
  await user.type(search, ' lamp {Enter}');
  expect(await screen.findByText('No row has these words')).toBeInTheDocument();
  expect(api.asked[0]?.query).toMatch(/q=lamp(&|$)/);
  await user.clear(search);
  await waitFor(() => expect(names()).toEqual(['Chair']));
});

test('shows a failure with another try, which shows the rows', async () => {
  const user = userEvent.setup();
  api.answers[`GET ${ROWS}`] = { status: 500, body: { message: 'Out of order', code: 'internal' } };
  show([row('Chair')], { data: { next: 'n' } });
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Out of order')).toBeInTheDocument();
  expect(names()).toEqual(['Chair']);
  api.answers['GET items/t/columns/'] = { body: { data: [buildColumn('text', 'name')] } };
  api.answers[`GET ${ROWS}`] = page([row('Chair'), row('Lamp')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp']));
  expect(screen.queryByText('Out of order')).not.toBeInTheDocument();
});

test('marks the row that the page was opened at, and reads the rows before it', async () => {
  const user = userEvent.setup();
  HTMLElement.prototype.scrollIntoView ??= () => undefined;
  api.answers[`GET ${ROWS}`] = page([row('Chair')]);
  show([row('Lamp')], { data: { asked: { id: 'Lamp', gone: false }, previous: 'p' } });
  expect(screen.getByRole('row', { current: true })).toHaveAttribute('id', 'row-Lamp');
  await user.click(screen.getByRole('button', { name: 'Load earlier rows' }));
  await waitFor(() => expect(names()).toEqual(['Chair', 'Lamp']));
  expect(screen.queryByRole('button', { name: 'Load earlier rows' })).not.toBeInTheDocument();
});

test('says that the row that the page was opened at is gone', () => {
  show([row('Lamp')], { data: { asked: { id: 'Chair', gone: true } } });
  expect(screen.getByText('The row that was found is not here any more.')).toBeInTheDocument();
});

test('shows numbers as the hub writes them', () => {
  show([row('Lamp', 1234.5)], { data: { writtenIn: { locale: 'de' } } });
  expect(screen.getByText('1.234,5')).toBeInTheDocument();
});
