import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { Row } from '#lib/contract/table.ts';
import { listColumns } from '#services/table.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildRow } from '#tests/component/table.ts';
import type { TableData } from './table-data.ts';
import { useRowDeletion } from './use-row-deletion.tsx';
import { type TableControl, useTable } from './use-table.ts';

const ROWS = 'items/t/rows/';
let api: FakeApi;
let table: TableControl;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.answers = {};
  api.asked.length = 0;
});
afterAll(() => api.stop());

const row = (id: string): Row => buildRow({ id, values: { name: id } });
const first = (ids: string[], more: Partial<TableData> = {}): TableData => ({
  columns: [],
  rows: ids.map(row),
  next: null,
  previous: null,
  asked: null,
  count: ids.length,
  writtenIn: {},
  country: null,
  ...more,
});
const page = (ids: string[], more: object = {}) => ({
  body: { data: ids.map(row), count: 4, next: null, previous: null, ...more },
});

function Rows({ data }: { data: TableData }) {
  table = useTable('t', data);
  const deleteRow = useRowDeletion('t', table);
  return (
    <>
      <ul>
        {table.rows.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => deleteRow(one)}>
              {one.id}
            </button>
          </li>
        ))}
      </ul>
      <p data-testid="state">{`${table.count} ${table.loading ? 'loading' : 'quiet'} ${table.error ?? ''}`}</p>
    </>
  );
}

const screenOf = (data: TableData) => (
  <NotificationProvider>
    <Toaster>
      <QueryProvider>
        <Rows data={data} />
      </QueryProvider>
    </Toaster>
  </NotificationProvider>
);
const shown = () =>
  within(screen.getByRole('list'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .join(' ');
const state = () => screen.getByTestId('state').textContent;

test('shows the rows that the server rendered without asking for them', () => {
  renderWithMessages(screenOf(first(['a', 'b'])));
  expect(shown()).toBe('a b');
  expect(state()).toBe('2 quiet ');
  expect(api.asked).toEqual([]);
});

test('adds the pages before and after, each row once', async () => {
  api.answers[`GET ${ROWS}`] = ({ query }) =>
    query.includes('before=') ? page(['x', 'a']) : page(['b', 'c']);
  renderWithMessages(screenOf(first(['a', 'b'], { next: 'n', previous: 'p' })));
  await act(() => table.more());
  await waitFor(() => expect(shown()).toBe('a b c'));
  await act(() => table.earlier());
  await waitFor(() => expect(shown()).toBe('x a b c'));
  expect([table.hasMore, table.hasEarlier]).toEqual([false, false]);
});

/** Holds back the responses to requests for rows whose query contains this text, until they are released. */
function delayRows(text: string, held: string[], others: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  api.answers[`GET ${ROWS}`] = async ({ query }) => {
    if (!query.includes(text)) return page(others);
    await promise;
    return page(held);
  };
  return resolve;
}
const request = (text: string) => api.asked.find(({ query }) => query.includes(text));
const isSent = (text: string) => waitFor(() => expect(request(text)).toBeDefined());

test('aborts a search when another one follows, and shows the rows of the latest', async () => {
  const release = delayRows('q=early', ['early'], ['wanted']);
  renderWithMessages(screenOf(first(['a'])));
  act(() => table.look({ q: 'early' }));
  await isSent('q=early');
  act(() => table.look({ q: 'wanted' }));
  expect(shown()).toBe('a');
  await waitFor(() => expect(shown()).toBe('wanted'));
  await waitFor(() => expect(request('q=early')?.aborted).toBe(true));
  release();
  // A request that begins after the early response was released ends after it.
  api.answers['GET items/t/columns/'] = { body: { data: [] } };
  await act(() => listColumns('t'));
  expect(shown()).toBe('wanted');
  expect(table.query.q).toBe('wanted');
});

test('aborts the request of a table that was left', async () => {
  const release = delayRows('q=early', ['early'], []);
  const { unmount } = renderWithMessages(screenOf(first(['a'])));
  act(() => table.look({ q: 'early' }));
  await isSent('q=early');
  unmount();
  await waitFor(() => expect(request('q=early')?.aborted).toBe(true));
  release();
});

test('preserves rows added and deleted while the next page is loading', async () => {
  const user = userEvent.setup();
  const release = delayRows('after=n', ['c'], []);
  api.answers[`DELETE ${ROWS}`] = { body: { data: [{}] } };
  renderWithMessages(screenOf(first(['a', 'b'], { next: 'n' })));
  act(() => void table.more());
  await isSent('after=n');
  act(() => table.put(row('new')));
  await waitFor(() => expect(shown()).toBe('a b new'));
  await user.click(screen.getByText('b'));
  expect(await screen.findByText('The row is deleted.')).toBeInTheDocument();
  release();
  await waitFor(() => expect(shown()).toBe('a c new'));
  await waitFor(() => expect(state()).toContain('quiet'));
  expect(shown()).toBe('a c new');
});

test('keeps the first rows when the page is rendered again while the next page is loading', async () => {
  const release = delayRows('after=n', ['b'], []);
  const { rerender } = renderWithMessages(screenOf(first(['a'], { next: 'n' })));
  act(() => void table.more());
  await isSent('after=n');
  rerender(screenOf(first(['z', 'a'], { next: 'n' })));
  expect(shown()).toBe('a');
  release();
  await waitFor(() => expect(shown()).toBe('a b'));
});

test('refreshes nothing while a page is being loaded', async () => {
  const release = delayRows('after=n', ['b'], ['wrong']);
  renderWithMessages(screenOf(first(['a'], { next: 'n' })));
  act(() => void table.more());
  await isSent('after=n');
  await act(() => table.refresh());
  expect(api.paths()).toEqual([`GET ${ROWS}`]);
  release();
  await waitFor(() => expect(shown()).toBe('a b'));
});

test('tries again what failed for the moment, and keeps the rows where it is refused', async () => {
  let tries = 0;
  api.answers[`GET ${ROWS}`] = () => {
    tries += 1;
    return tries === 1 ? { status: 503, body: { message: 'Busy', code: 'unavailable' } } : page(['found']);
  };
  renderWithMessages(screenOf(first(['a', 'b'])));
  act(() => table.look({ q: 'f' }));
  await waitFor(() => expect(shown()).toBe('found'), { timeout: 20_000 });
  expect(tries).toBe(2);

  api.answers[`GET ${ROWS}`] = { status: 400, body: { message: 'No such column', code: 'invalid' } };
  act(() => table.look({ sort: 'gone' }));
  await waitFor(() => expect(state()).toContain('No such column'));
  expect(shown()).toBe('found');
});

test('hides a deleted row at once, and shows it in its place again when the server refuses', async () => {
  const user = userEvent.setup();
  api.answers[`DELETE ${ROWS}`] = { status: 403, body: { message: 'Not allowed', code: 'forbidden' } };
  renderWithMessages(screenOf(first(['a', 'b', 'c'])));
  await user.click(screen.getByText('b'));
  expect(await screen.findByText('Not allowed')).toBeInTheDocument();
  await waitFor(() => expect(shown()).toBe('a b c'));
  expect(state()).toBe('3 quiet ');
});

test('brings a deleted row back to its place', async () => {
  const user = userEvent.setup();
  api.answers[`DELETE ${ROWS}`] = { body: { data: [{}] } };
  api.answers[`POST ${ROWS}`] = { body: { data: [{ row: row('b') }] } };
  renderWithMessages(screenOf(first(['a', 'b', 'c'])));
  await user.click(screen.getByText('b'));
  await waitFor(() => expect(shown()).toBe('a c'));
  expect(state()).toBe('2 quiet ');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shown()).toBe('a b c'));
  expect(state()).toBe('3 quiet ');
});

test('refreshes a single page around the row that it was opened at, and nothing after loading more', async () => {
  api.answers['GET items/t/columns/'] = { body: { data: [] } };
  api.answers[`GET ${ROWS}`] = page(['a', 'new'], { next: 'n' });
  renderWithMessages(screenOf(first(['a'], { asked: { id: 'a', gone: false } })));
  await act(() => table.refresh());
  await waitFor(() => expect(shown()).toBe('a new'));
  expect(request('around=a')).toBeDefined();

  await act(() => table.more());
  await waitFor(() => expect(state()).toContain('quiet'));
  const before = api.asked.length;
  await act(() => table.refresh());
  expect(api.asked.length).toBe(before);
});

test('shows the new rows when the page is rendered again with others', async () => {
  const { rerender } = renderWithMessages(screenOf(first(['a'])));
  rerender(screenOf(first(['a', 'b'])));
  await waitFor(() => expect(shown()).toBe('a b'));
  rerender(screenOf(first(['m'], { asked: { id: 'm', gone: false } })));
  await waitFor(() => expect(shown()).toBe('m'));
  expect(table.asked).toEqual({ id: 'm', gone: false });
  expect(api.asked).toEqual([]);
});
