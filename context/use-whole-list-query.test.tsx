import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { QueryProvider } from './QueryProvider.tsx';
import { useWholeListQuery } from './use-whole-list-query.ts';

type Entry = { id: string; name: string };
type Request = { signal: AbortSignal } & ReturnType<typeof Promise.withResolvers<Entry[]>>;

const ENTRY = { id: 'a', name: 'Ahoy' };
const OTHER = { id: 'b', name: 'Bell' };

let requests: Request[];
beforeEach(() => {
  requests = [];
});

const load = (signal: AbortSignal) => {
  const response = Promise.withResolvers<Entry[]>();
  requests.push({ signal, ...response });
  return response.promise;
};
const open = (first?: Entry[]) =>
  renderHook(
    (props: { first?: Entry[] }) =>
      useWholeListQuery<Entry>({ of: ['letters'], load, ...(props.first ? { first: props.first } : {}) }),
    { wrapper: QueryProvider, initialProps: first ? { first } : {} },
  );
const request = (nth: number): Request => {
  const made = requests[nth - 1];
  if (!made) throw new Error('no such request');
  return made;
};

test('shows what the page brought without loading it, and what a later rendering of the page brings', async () => {
  const { result, rerender } = open([ENTRY]);
  expect(result.current.entries).toEqual([ENTRY]);
  rerender({ first: [ENTRY, OTHER] });
  await waitFor(() => expect(result.current.entries).toEqual([ENTRY, OTHER]));
  expect(requests).toEqual([]);
});

test('loads what no page brought', async () => {
  const { result } = open();
  expect(result.current.query.isFetching).toBe(true);
  await act(async () => request(1).resolve([ENTRY]));
  await waitFor(() => expect(result.current.entries).toEqual([ENTRY]));
});

test('shows a changed entry in its place, a new one at the end, and a removed one no more', async () => {
  const { result } = open([ENTRY]);
  await act(() => result.current.put(OTHER));
  await act(() => result.current.put({ ...ENTRY, name: 'Anchor' }));
  await waitFor(() => expect(result.current.entries.map(({ name }) => name)).toEqual(['Anchor', 'Bell']));
  await act(() => result.current.remove('a'));
  await waitFor(() => expect(result.current.entries).toEqual([OTHER]));
  expect(requests).toEqual([]);
});

test('does not let a response from before a change undo it', async () => {
  const { result } = open([ENTRY]);
  act(() => void result.current.reload());
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => void result.current.put(OTHER));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(request(1).signal.aborted).toBe(true);
  expect(result.current.entries).toEqual([ENTRY, OTHER]);
  await act(async () => {
    request(1).resolve([ENTRY]);
    request(2).resolve([OTHER, ENTRY]);
  });
  await waitFor(() => expect(result.current.entries).toEqual([OTHER, ENTRY]));
});

test('still shows the entries when loading them again fails', async () => {
  const { result } = open([ENTRY]);
  act(() => void result.current.reload());
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => request(1).reject(new Error('no network')));
  await waitFor(() => expect(result.current.query.isFetching).toBe(false));
  expect(result.current.entries).toEqual([ENTRY]);
});
