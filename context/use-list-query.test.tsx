import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import type { ListPage } from '#services/http.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import type { ListPlace } from './list-pages.ts';
import { NotificationProvider, useNotification } from './NotificationProvider.tsx';
import { QueryProvider } from './QueryProvider.tsx';
import { reloadQueries } from './reload-queries.ts';
import { type ListQuery, useListQuery } from './use-list-query.ts';

const page = (number: number, data: string[], more: Partial<ListPage<string>> = {}): ListPage<string> => ({
  data,
  count: null,
  page: number,
  hasMore: true,
  error: null,
  ...more,
});
const failure = (error: string, retryAfter: number | null = null) => page(1, [], { error, retryAfter });

type Load = (filter: string, place: ListPlace, signal: AbortSignal) => Promise<ListPage<string>>;
type Request = { filter: string; place: ListPlace; signal: AbortSignal } & ReturnType<
  typeof Promise.withResolvers<ListPage<string>>
>;

let requests: Request[];
let list: ListQuery<string>;
let client: QueryClient;

beforeEach(() => {
  requests = [];
});

const load: Load = (filter, place, signal) => {
  const response = Promise.withResolvers<ListPage<string>>();
  requests.push({ filter, place, signal, ...response });
  return response.promise;
};

function List({ filter = '', first }: { filter?: string; first: ListPage<string> | null }) {
  client = useQueryClient();
  list = useListQuery({
    of: ['letters'],
    filter: { q: filter },
    first,
    load: (place, signal) => load(filter, place, signal),
    idOf: (entry) => entry,
  });
  const { loading } = useNotification();
  return (
    <>
      <p data-testid="state">{loading ? 'loading' : 'quiet'}</p>
      <p data-testid="list">{list.entries.join()}</p>
      <p data-testid="error">{list.error}</p>
      <button type="button" onClick={list.loadMore}>
        More
      </button>
    </>
  );
}

const around = (props: { filter?: string; first: ListPage<string> | null }) => (
  <NotificationProvider>
    <Toaster>
      <QueryProvider>
        <List {...props} />
      </QueryProvider>
    </Toaster>
  </NotificationProvider>
);
const more = () => fireEvent.click(screen.getByText('More'));
const shown = () => screen.getByTestId('list');

/** The nth request, counted from 1. */
async function request(nth: number): Promise<Request> {
  await waitFor(() => expect(requests.length).toBeGreaterThanOrEqual(nth));
  const made = requests[nth - 1];
  if (!made) throw new Error('no such request');
  return made;
}
const respond = async (nth: number, response: ListPage<string>) => {
  const { resolve } = await request(nth);
  await act(async () => resolve(response));
};

describe('a list query', () => {
  test('reports loading, the failure and the success of the next page, and leaves the shown rows', async () => {
    renderWithMessages(around({ first: page(1, ['one']) }));
    const state = screen.getByTestId('state');
    expect(state).toHaveTextContent('quiet');
    more();
    await waitFor(() => expect(state).toHaveTextContent('loading'));
    await respond(1, failure('The server is away'));
    await waitFor(() => expect(state).toHaveTextContent('quiet'));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('The server is away'));
    expect(screen.getByTestId('error')).toHaveTextContent('The server is away');
    expect(shown()).toHaveTextContent('one');
    more();
    await respond(2, page(2, ['two']));
    await waitFor(() => expect(shown()).toHaveTextContent('one,two'));
    expect(state).toHaveTextContent('quiet');
    expect(screen.getByTestId('error')).toBeEmptyDOMElement();
  });

  test('loads the page that holds the first unread entry by now after others were removed', async () => {
    renderWithMessages(around({ first: page(1, ['one', 'two', 'three']) }));
    act(() => list.remove('one'));
    await waitFor(() => expect(shown()).toHaveTextContent(/^two,three$/));
    more();
    expect((await request(1)).place.page).toBe(1);
    await respond(1, page(1, ['two', 'three', 'four']));
    await waitFor(() => expect(shown()).toHaveTextContent(/^two,three,four$/));
    more();
    expect((await request(2)).place.page).toBe(2);
  });

  test('asks for nothing while the rendered page is enough', () => {
    renderWithMessages(around({ first: page(1, ['one']) }));
    expect(shown()).toHaveTextContent('one');
    expect(requests).toHaveLength(0);
  });

  test('aborts a request whose filter has changed, and shows the response to the last one', async () => {
    const { rerender } = renderWithMessages(around({ first: page(1, ['one']) }));
    const first = page(1, ['one']);
    rerender(around({ filter: 'a', first }));
    const early = await request(1);
    rerender(around({ filter: 'ab', first }));
    await respond(2, page(1, ['about'], { hasMore: false }));
    await act(async () => early.resolve(page(1, ['apple'])));
    await waitFor(() => expect(shown()).toHaveTextContent(/^about$/));
    expect(early.signal.aborted).toBe(true);
  });

  test('leaves the rows while another filter loads, and requests the new filter again after it failed', async () => {
    const first = page(1, ['one']);
    const { rerender } = renderWithMessages(around({ first }));
    rerender(around({ filter: 'a', first }));
    await request(1);
    expect(shown()).toHaveTextContent('one');
    await respond(1, failure('Too long'));
    await waitFor(() => expect(screen.getByTestId('error')).toHaveTextContent('Too long'));
    more();
    const again = await request(2);
    expect(again.filter).toBe('a');
    expect(again.place).toEqual({ page: 1, after: null });
    await respond(2, page(1, ['apple']));
    await waitFor(() => expect(shown()).toHaveTextContent(/^apple$/));
  });

  test('asks for the rendered list again when its filter comes back: it may have changed meanwhile', async () => {
    const first = page(1, ['one']);
    const { rerender } = renderWithMessages(around({ first }));
    rerender(around({ filter: 'a', first }));
    await respond(1, page(1, ['apple']));
    await waitFor(() => expect(shown()).toHaveTextContent(/^apple$/));
    rerender(around({ first }));
    expect((await request(2)).filter).toBe('');
    await respond(2, page(1, ['two']));
    await waitFor(() => expect(shown()).toHaveTextContent(/^two$/));
  });

  test('asks again by itself where the failure passes, and shows it only when the retries are used up', async () => {
    renderWithMessages(around({ first: page(1, ['one']) }));
    more();
    await respond(1, failure('Starting', 1));
    await respond(2, failure('Starting', 1));
    expect(screen.getByTestId('error')).toBeEmptyDOMElement();
    await respond(3, failure('Still starting', 1));
    await waitFor(() => expect(screen.getByTestId('error')).toHaveTextContent('Still starting'));
    expect(requests).toHaveLength(3);
  });

  test('aborts the request of a screen that was left, and reports nothing of it', async () => {
    const { unmount } = renderWithMessages(around({ first: page(1, ['one']) }));
    more();
    const { signal } = await request(1);
    unmount();
    expect(signal.aborted).toBe(true);
  });

  test('loads the next page after a change had the list loaded again meanwhile', async () => {
    renderWithMessages(around({ first: page(1, ['a']) }));
    fireEvent.click(screen.getByText('More'));
    await waitFor(() => expect(requests).toHaveLength(1));
    void reloadQueries(client, ['letters']);
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[0]?.signal.aborted).toBe(true);
    requests[1]?.resolve(page(1, ['A']));
    await waitFor(() => expect(requests).toHaveLength(3));
    expect(requests[2]?.place).toEqual(requests[0]?.place);
    requests[2]?.resolve(page(2, ['b'], { hasMore: false }));
    await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('A,b'));
    expect(requests).toHaveLength(3);
  });

  test('has one function that loads more for as long as it is shown', async () => {
    renderWithMessages(around({ first: page(1, ['a']) }));
    const { loadMore } = list;
    await act(async () => list.insert('b'));
    expect(screen.getByTestId('list')).toHaveTextContent('b,a');
    expect(list.loadMore).toBe(loadMore);
  });

  test('loads only the first page when it is reloaded', async () => {
    renderWithMessages(around({ first: page(1, ['one']) }));
    more();
    await respond(1, page(2, ['two']));
    await waitFor(() => expect(shown()).toHaveTextContent('one,two'));
    const reloaded = vi.fn();
    act(() => void list.reload().then(reloaded));
    expect((await request(2)).place).toEqual({ page: 1, after: null });
    await respond(2, page(1, ['zero', 'one']));
    await waitFor(() => expect(reloaded).toHaveBeenCalled());
    expect(shown()).toHaveTextContent(/^zero,one$/);
    expect(requests).toHaveLength(2);
  });

  test('shows the rows that the server rendered again', async () => {
    const { rerender } = renderWithMessages(around({ first: page(1, ['one']) }));
    rerender(around({ first: page(1, ['one', 'new']) }));
    await waitFor(() => expect(shown()).toHaveTextContent('one,new'));
    expect(requests).toHaveLength(0);
  });

  test('requests its filter again when the server rendered the list again without one', async () => {
    const first = page(1, ['one']);
    const { rerender } = renderWithMessages(around({ first }));
    rerender(around({ filter: 'a', first }));
    await respond(1, page(1, ['apple']));
    await waitFor(() => expect(shown()).toHaveTextContent(/^apple$/));
    rerender(around({ filter: 'a', first: page(1, ['one', 'new']) }));
    expect((await request(2)).filter).toBe('a');
    expect(shown()).toHaveTextContent(/^apple$/);
    await respond(2, page(1, ['apple', 'avocado']));
    await waitFor(() => expect(shown()).toHaveTextContent(/^apple,avocado$/));
  });

  test('asks again for the list that was rendered when its filter is taken back', async () => {
    const first = page(1, ['one', 'apple']);
    const { rerender } = renderWithMessages(around({ first }));
    rerender(around({ filter: 'a', first }));
    await respond(1, page(1, ['apple']));
    await waitFor(() => expect(shown()).toHaveTextContent(/^apple$/));
    act(() => list.remove('apple'));
    rerender(around({ first }));
    expect((await request(2)).filter).toBe('');
    await respond(2, page(1, ['one']));
    await waitFor(() => expect(shown()).toHaveTextContent(/^one$/));
  });

  test('loads the entries that follow when all that were read are removed, and none after the last of the list', async () => {
    renderWithMessages(around({ first: page(1, ['one', 'two']) }));
    act(() => list.remove('one'));
    expect(requests).toHaveLength(0);
    act(() => list.remove('two'));
    expect((await request(1)).place).toEqual({ page: 1, after: null });
    await respond(1, page(1, ['three'], { hasMore: false }));
    await waitFor(() => expect(shown()).toHaveTextContent(/^three$/));
    act(() => list.remove('three'));
    await waitFor(() => expect(shown()).toBeEmptyDOMElement());
    expect(requests).toHaveLength(1);
  });

  test('loads by itself where the server rendered nothing', async () => {
    renderWithMessages(around({ first: null }));
    await respond(1, page(1, ['one']));
    await waitFor(() => expect(shown()).toHaveTextContent('one'));
  });
});
