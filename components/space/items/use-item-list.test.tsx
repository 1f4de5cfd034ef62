import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { spaceViewOf } from '#components/space/view/space-view.ts';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { Item } from '#lib/contract/item.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import type { ItemList } from './item-list.ts';
import { type ItemListControl, useItemList } from './use-item-list.ts';
import { useWholeList } from './use-whole-list.ts';

const ITEMS = 'GET spaces/plans/items/';
const VIEW = spaceViewOf({ sort: 'title' });
let api: FakeApi;
let list: ItemListControl;

beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
  Reflect.deleteProperty(document, 'scrollingElement');
});
afterAll(() => api.stop());

const item = (id: string): Item => buildItem({ id, title: id });
const first = (ids: string[], error: string | null = null) => ({
  data: ids.map(item),
  count: null,
  page: 1,
  hasMore: true,
  next: ids.at(-1) ?? null,
  error,
});
const page = (ids: string[], next: string | null) => ({ body: { data: ids.map(item), count: null, next } });

/** The page is scrolled to its bottom, wherever that is: nothing is laid out here. */
const scrollToBottom = () => {
  const element = { scrollTop: 0, clientHeight: 500, scrollHeight: 500 };
  Object.defineProperty(document, 'scrollingElement', { value: element, configurable: true });
};

function List({ shown, cached = null }: { shown: ReturnType<typeof first>; cached?: ItemList | null }) {
  list = useItemList({ slug: 'plans', view: VIEW, first: shown, cached });
  const whole = useWholeList({
    slug: 'plans',
    view: VIEW,
    shown: list.items,
    next: list.next,
    onLoaded: (others, { isAll, error }) => {
      loaded = `${others.map(({ id }) => id).join('')} ${isAll ? 'all' : 'part'} ${error ?? ''}`.trim();
    },
  });
  loadRest = whole.load;
  stopLoading = whole.stop;
  return (
    <>
      <p data-testid="list">{list.items.map(({ id }) => id).join('')}</p>
      <p data-testid="state">{`${list.loading ? 'loading' : 'quiet'} ${list.error ?? ''}`.trim()}</p>
      <p data-testid="found">{whole.found}</p>
    </>
  );
}
let loaded: string | null = null;
let loadRest = () => {};
let stopLoading = () => {};

const show = (shown: ReturnType<typeof first>, cached: ItemList | null = null) => {
  loaded = null;
  return renderWithMessages(
    <QueryProvider>
      <List shown={shown} cached={cached} />
    </QueryProvider>,
  );
};
const listed = () => screen.getByTestId('list').textContent;
const state = () => screen.getByTestId('state').textContent;
const cursors = () => api.requests.map(({ query }) => new URLSearchParams(query).get('after'));

test('adds the next page to the list as it is when the page arrives', async () => {
  const arrival = Promise.withResolvers<ReturnType<typeof page>>();
  api.responses = { [ITEMS]: () => arrival.promise };
  show(first(['a', 'b', 'd']));
  act(() => {
    list.loadMore();
    list.loadMore();
  });
  await waitFor(() => expect(state()).toBe('loading'));
  act(() => {
    list.change({ type: 'removed', id: 'a' });
    list.change({ type: 'inserted', item: item('c'), at: 1 });
  });
  await waitFor(() => expect(listed()).toBe('bcd'));
  arrival.resolve(page(['e'], null));
  await waitFor(() => expect(listed()).toBe('bcde'));
  await waitFor(() => expect(state()).toBe('quiet'));
  expect(list.hasMore).toBe(false);
  expect(cursors()).toEqual(['d']);
});

test('loads page after page at the bottom, until the last one', async () => {
  scrollToBottom();
  api.responses = {
    [ITEMS]: ({ query }) => (query.includes('after=b') ? page(['c'], 'c') : page(['d'], null)),
  };
  show(first(['a', 'b']));
  await waitFor(() => expect(listed()).toBe('abcd'));
  expect(cursors()).toEqual(['b', 'c']);
});

test('keeps the list and shows why the next page failed, until a retry brings it', async () => {
  scrollToBottom();
  api.responses = { [ITEMS]: { status: 500, body: { message: 'Out of order' } } };
  show(first(['a']));
  await waitFor(() => expect(state()).toBe('quiet Out of order'));
  expect(listed()).toBe('a');
  // What failed is not asked for again by itself.
  act(() => void window.dispatchEvent(new Event('scroll')));
  expect(api.requests).toHaveLength(1);
  api.responses = { [ITEMS]: page(['b'], null) };
  act(() => list.loadMore());
  await waitFor(() => expect(listed()).toBe('ab'));
  expect(state()).toBe('quiet');
});

test('asks again by itself where the failure is temporary', async () => {
  api.responses = {
    [ITEMS]: () =>
      api.requests.length === 1 ? { status: 503, body: { message: 'Restarting' } } : page(['b'], null),
  };
  show(first(['a']));
  act(() => list.loadMore());
  await waitFor(() => expect(listed()).toBe('ab'), { timeout: 5000 });
});

test('shows why the server could not render the list, and loads its first page on a retry', async () => {
  api.responses = { [ITEMS]: page(['a'], null) };
  show(first([], 'No connection'));
  expect(state()).toBe('quiet No connection');
  expect(api.requests).toHaveLength(0);
  act(() => list.loadMore());
  await waitFor(() => expect(listed()).toBe('a'));
  expect(state()).toBe('quiet');
  expect(api.requests[0]?.query).toContain('page=1');
});

test('begins with the list as it was left, and asks for nothing', () => {
  const cached = {
    items: [item('a'), item('b')],
    sort: VIEW.sort,
    page: 2,
    hasMore: true,
    next: 'b',
    error: null,
  };
  show(first(['a']), cached);
  expect(listed()).toBe('ab');
  expect(api.requests).toHaveLength(0);
});

test('aborts the request for a page when the list is left', async () => {
  api.responses = { [ITEMS]: () => new Promise(() => {}) };
  const { unmount } = show(first(['a']));
  act(() => list.loadMore());
  await waitFor(() => expect(api.requests).toHaveLength(1));
  unmount();
  await waitFor(() => expect(api.requests[0]?.aborted).toBe(true));
});

test('loads the rest of the list for a selection of all of it', async () => {
  api.responses = {
    [ITEMS]: ({ query }) => (query.includes('after=a') ? page(['a', 'b'], 'b') : page(['c'], null)),
  };
  show(first(['a']));
  act(() => loadRest());
  await waitFor(() => expect(loaded).toBe('bc all'));
  expect(listed()).toBe('a');
  expect(screen.getByTestId('found')).toHaveTextContent('');
});

test('gives what was loaded of the rest where loading fails, and nothing where it is stopped', async () => {
  api.responses = {
    [ITEMS]: ({ query }) =>
      query.includes('after=a') ? page(['b'], 'b') : { status: 500, body: { message: 'Out of order' } },
  };
  show(first(['a']));
  act(() => loadRest());
  await waitFor(() => expect(loaded).toBe('b part Out of order'));
  loaded = null;
  api.responses = { [ITEMS]: () => new Promise(() => {}) };
  act(() => loadRest());
  await waitFor(() => expect(api.requests).toHaveLength(3));
  expect(screen.getByTestId('found')).toHaveTextContent('1');
  act(() => stopLoading());
  await waitFor(() => expect(screen.getByTestId('found')).toHaveTextContent(/^$/));
  expect(api.requests[2]?.aborted).toBe(true);
  expect(loaded).toBeNull();
});
