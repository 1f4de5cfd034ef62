import { expect, test, vi } from 'vitest';
import { ListError } from '#context/list-error.ts';
import type { RowPage } from '#services/table.ts';
import { buildRow } from '#tests/component/table.ts';
import { retainRow } from './retained-row.ts';
import { ANY, type TableQuery } from './row-queries.ts';
import { createRowStore, type LoadRows } from './row-store.ts';
import { addPage, NO_ROWS, putRow, type RowPlace, removeRow } from './row-window.ts';

const page = (ids: string[], more: Partial<RowPage> = {}): RowPage => ({
  data: ids.map((id) => buildRow({ id })),
  count: 4,
  next: null,
  previous: null,
  ...more,
});

type TestRequest = {
  query: TableQuery;
  place: RowPlace;
  signal: AbortSignal;
  respond: (page: RowPage) => void;
  fail: (error: Error) => void;
};

/** A store whose requests are answered by the test. */
function open(first: RowPage = page(['a', 'b'], { next: 'n' }), offset = 0) {
  const requests: TestRequest[] = [];
  const load: LoadRows = (query, place, _size, signal) =>
    new Promise((respond, fail) => {
      requests.push({ query, place, signal, respond, fail });
      signal.addEventListener('abort', () => fail(new Error('aborted')));
    });
  const store = createRowStore(ANY, addPage(NO_ROWS, offset, first), load);
  const shown = () => [...store.state().window.rows.values()].map(({ id }) => id).join(' ');
  const latest = () => requests[requests.length - 1] as TestRequest;
  return { store, requests, shown, latest };
}
const settled = () => vi.waitFor(() => undefined);

test('loads nothing for rows that are known', () => {
  const { store, requests } = open();
  store.want(0, 2);
  expect(requests).toEqual([]);
});

test('adds the rows that come into view', async () => {
  const { store, latest, shown } = open();
  store.want(0, 4);
  expect(latest().place).toEqual({ after: 'n' });
  latest().respond(page(['c', 'd']));
  await vi.waitFor(() => expect(shown()).toBe('a b c d'));
  expect(store.state()).toMatchObject({ isLoading: false, window: { length: 4 } });
});

test('aborts a request for rows that are not looked at any more', async () => {
  const { store, requests, latest } = open(page(['a', 'b'], { next: 'n', count: 100_000 }));
  store.want(0, 4);
  store.want(50_000, 50_020);
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(latest().place).toEqual({ page: 501 });
});

test('aborts a search when another one follows, and keeps the rows until the latest has its own', async () => {
  const { store, requests, latest, shown } = open();
  void store.look({ ...ANY, q: 'early' });
  void store.look({ ...ANY, q: 'wanted' });
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(shown()).toBe('a b');
  latest().respond(page(['found']));
  await vi.waitFor(() => expect(shown()).toBe('found'));
  expect(store.state().list).toBe(1);
});

test('reads a page again where a row was deleted while it was loading', async () => {
  const { store, requests, latest, shown } = open();
  store.want(0, 4);
  store.change((window) => removeRow(window, 'b'), true);
  latest().respond(page(['c']));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(shown()).toBe('a');
  latest().respond(page(['c']));
  await vi.waitFor(() => expect(shown()).toBe('a c'));
});

test('shows what others changed, and keeps a newer row of its own', async () => {
  const { store, latest, shown } = open(page(['a', 'b']));
  store.want(0, 2);
  store.refresh();
  store.change((window) => putRow(window, { ...buildRow({ id: 'a' }), revision: 5 }));
  latest().respond(page(['a', 'new', 'b']));
  await vi.waitFor(() => expect(shown()).toBe('a new b'));
  expect(store.state().window.rows.get(0)?.revision).toBe(5);
});

test('refreshes the rows that the page was opened at, however far down, before it says which are in view', async () => {
  const { store, latest, shown } = open(page(['found', 'next'], { next: 'n', count: 400 }), 330);
  store.refresh();
  expect(latest().place).toEqual({ page: 4 });
  latest().respond(page(['before', 'found', 'next'], { next: 'n', count: 400 }));
  await vi.waitFor(() => expect(shown()).toBe('before found next'));
});

test('refreshes the rows of a new rendering of the page', async () => {
  const { store, latest } = open(page(['a', 'b'], { count: 400 }));
  store.want(0, 2);
  store.show(addPage(NO_ROWS, 210, page(['found'], { next: 'n', count: 400 })), ANY);
  store.refresh();
  expect(latest().place).toEqual({ page: 3 });
});

test('refreshes after the page that is being loaded', async () => {
  const { store, requests, latest, shown } = open();
  store.want(0, 4);
  store.refresh();
  expect(requests).toHaveLength(1);
  latest().respond(page(['c']));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  latest().respond(page(['a', 'b', 'c', 'new']));
  await vi.waitFor(() => expect(shown()).toBe('a b c new'));
});

test('tries again what failed for the moment, and says what was refused, with the rows as they were', async () => {
  const { store, requests, latest, shown } = open();
  void store.look({ ...ANY, q: 'f' });
  latest().fail(new ListError({ error: 'Busy', retryAfter: 1 }));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  latest().respond(page(['found']));
  await vi.waitFor(() => expect(shown()).toBe('found'));

  void store.look({ ...ANY, sort: 'gone' });
  latest().fail(new ListError({ error: 'No such column', retryAfter: null }));
  await vi.waitFor(() => expect(store.state().error).toBe('No such column'));
  expect(shown()).toBe('found');
  store.want(0, 3);
  expect(requests).toHaveLength(3);
  store.retry();
  latest().respond(page(['again']));
  await vi.waitFor(() => expect(shown()).toBe('again'));
});

test('reads again what others changed while the first rows of a query were read', async () => {
  const { store, requests, latest, shown } = open(page(['a']));
  void store.look({ ...ANY, q: 'f' });
  void store.refresh();
  latest().respond(page(['before']));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  latest().respond(page(['after']));
  await vi.waitFor(() => expect(shown()).toBe('after'));
});

test('says that rows could not be read again until they are, with the rows as they were', async () => {
  const { store, requests, latest, shown } = open(page(['a', 'b']));
  store.want(0, 2);
  void store.refresh();
  latest().fail(new ListError({ error: 'Gone', retryAfter: null }));
  await vi.waitFor(() => expect(store.state()).toMatchObject({ isOutdated: true, error: null }));
  expect(shown()).toBe('a b');
  const isTried = store.refresh();
  expect(store.state().isOutdated).toBe(true);
  latest().respond(page(['a', 'c']));
  await isTried;
  expect(store.state()).toMatchObject({ isOutdated: false, isLoading: false });
  expect(shown()).toBe('a c');
  expect(requests).toHaveLength(2);
});

test('reads what comes into view instead, where rows are being read again, and the others once they are looked at', async () => {
  const { store, requests, latest, shown } = open(page(['a', 'b'], { next: 'n', count: 100_000 }));
  store.want(0, 2);
  void store.refresh();
  store.want(50_000, 50_001);
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(latest().place).toEqual({ page: 501 });
  latest().respond(page(['changed'], { next: 'm', previous: 'l', count: 100_000 }));
  await vi.waitFor(() => expect(shown()).toBe('changed'));
  store.want(0, 2);
  expect(requests).toHaveLength(3);
});

test('aborts what is being loaded when the table is left', async () => {
  const { store, latest } = open();
  store.want(0, 4);
  store.close();
  expect(latest().signal.aborted).toBe(true);
  await settled();
  expect(store.state().error).toBeNull();
});

test('shows another query where the screen is, or from its first row where that list is shorter', async () => {
  const { store, latest, shown } = open(page(['found', 'next'], { next: 'n', count: 400 }), 300);
  void store.look({ ...ANY, sort: 'name' }, true);
  expect([latest().place, latest().query.sort]).toEqual([{ page: 4 }, 'name']);
  latest().respond(page(['other', 'found'], { next: 'n', count: 400 }));
  await vi.waitFor(() => expect(shown()).toBe('other found'));
  expect(store.state().list).toBe(0);
  void store.look({ ...ANY, filter: '{}' }, true);
  latest().respond(page([], { count: 1 }));
  await vi.waitFor(() => expect(latest().place).toEqual({ page: 1 }));
  latest().respond(page(['few'], { count: 1 }));
  await vi.waitFor(() => expect(shown()).toBe('few'));
});

test('retains a row where it was, though it is no part of the list any more, until it is let go', async () => {
  const { store, latest, shown } = open(page(['a', 'b', 'c']));
  store.want(0, 3);
  let isEdited = true;
  const retained = retainRow(store.state().window, 'b', () => isEdited);
  store.adjustBy(retained.adjust);
  void store.refresh();
  latest().respond(page(['a', 'c', 'd'], { count: 3 }));
  await vi.waitFor(() => expect(shown()).toContain('d'));
  expect(retained.isLeft()).toBe(true);
  expect(store.state().window.length).toBe(4);
  expect(store.state().window.rows.get(1)?.id).toBe('b');
  // Somebody deleted it, which a write of it found out.
  store.change((window) => removeRow(window, 'b'), true);
  expect(store.state().window.rows.get(1)?.id).toBe('b');
  void store.refresh();
  latest().respond(page(['b', 'a', 'c']));
  await vi.waitFor(() => expect(retained.isLeft()).toBe(false));
  expect(store.state().window.rows.get(0)?.id).toBe('b');
  isEdited = false;
  store.change((window) => removeRow(window, 'b'), true);
  expect(store.state().window.length).toBe(2);
});

test('says whose rows they are while those of another query are awaited, and where these fail', async () => {
  const { store, latest, shown } = open();
  void store.look({ ...ANY, q: 'f' });
  expect(store.state()).toMatchObject({ isFormer: true, isLoading: true });
  latest().fail(new ListError({ error: 'Gone', retryAfter: null }));
  await vi.waitFor(() => expect(store.state()).toMatchObject({ isFormer: true, isLoading: false }));
  store.retry();
  latest().respond(page(['found']));
  await vi.waitFor(() => expect(shown()).toBe('found'));
  expect(store.state().isFormer).toBe(false);
  void store.reload();
  expect(store.state().isFormer).toBe(false);
  latest().respond(page(['found']));
  await vi.waitFor(() => expect(store.state().isLoading).toBe(false));
  void store.look({ ...ANY, q: 'f', sort: 'name' }, true);
  expect(store.state().isFormer).toBe(true);
  latest().respond(page(['other']));
  await vi.waitFor(() => expect(store.state().isFormer).toBe(false));
});
