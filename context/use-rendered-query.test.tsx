import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QueryProvider } from './QueryProvider.tsx';
import { useRenderedQuery } from './use-rendered-query.ts';

type Props = { id: string; rendered: string | null };

function open(load: (id: string, signal: AbortSignal) => Promise<string>, initialProps: Props) {
  return renderHook(
    ({ id, rendered }: Props) =>
      useRenderedQuery({ of: ['note', id], rendered, load: (signal) => load(id, signal) }),
    { initialProps, wrapper: QueryProvider },
  );
}

it('shows what came with the page, and loads nothing by itself', async () => {
  let requests = 0;
  const { result, rerender } = open(
    async () => {
      requests += 1;
      return 'loaded';
    },
    { id: '1', rendered: 'first' },
  );
  expect(result.current.data).toBe('first');
  rerender({ id: '1', rendered: 'second' });
  await waitFor(() => expect(result.current.data).toBe('second'));
  expect(requests).toBe(0);
  await act(() => result.current.reload());
  expect(result.current.data).toBe('loaded');
});

it('reports a failure beside what was loaded before, until another try succeeds', async () => {
  let fails = true;
  const { result } = open(
    async () => {
      if (fails) throw new Error('no network');
      return 'loaded';
    },
    { id: '1', rendered: null },
  );
  expect(result.current).toMatchObject({ data: null, isError: false });
  await act(() => result.current.reload());
  expect(result.current).toMatchObject({ data: null, isError: true });
  fails = false;
  await act(() => result.current.reload());
  expect(result.current).toMatchObject({ data: 'loaded', isError: false });
});

it('aborts a request, and shows nothing of it, once something else is shown', async () => {
  const signals: AbortSignal[] = [];
  const { result, rerender } = open(
    (id, signal) =>
      new Promise((resolve) => {
        signals.push(signal);
        setTimeout(() => resolve(`late ${id}`), 30);
      }),
    { id: '1', rendered: 'first' },
  );
  act(() => void result.current.reload());
  rerender({ id: '2', rendered: 'other' });
  await waitFor(() => expect(signals[0]?.aborted).toBe(true));
  await act(() => result.current.reload());
  expect(result.current.data).toBe('late 2');
});
