import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NotificationProvider, useNotification } from './NotificationProvider.tsx';
import { useTrackedFetch } from './use-tracked-fetch.ts';

const use = () => ({ track: useTrackedFetch(), state: useNotification() });

test('a tracked fetch loads, then succeeds or says what went wrong, and an aborted one says nothing', async () => {
  const { result } = renderHook(use, { wrapper: NotificationProvider });
  const { promise, resolve } = Promise.withResolvers<{ error: string | null }>();
  let response: Promise<unknown> = Promise.resolve();
  act(() => {
    response = result.current.track(() => promise);
  });
  expect(result.current.state.loading).toBe(true);
  await act(async () => {
    resolve({ error: null });
    await response;
  });
  expect(result.current.state).toMatchObject({ loading: false, error: null });
  await act(async () => void (await result.current.track(async () => ({ error: 'The server is away' }))));
  expect(result.current.state).toMatchObject({ loading: false, error: 'The server is away' });
  const left = new AbortController();
  await act(async () => {
    const trackedFetch = result.current.track(async () => ({ error: 'aborted' }), left.signal);
    left.abort();
    await trackedFetch;
  });
  expect(result.current.state.error).toBeNull();
  expect(result.current.state.loading).toBe(false);
});

test('a fetch that another one took the place of leaves it to that to say how it ends', async () => {
  const { result } = renderHook(use, { wrapper: NotificationProvider });
  const [first, second] = [0, 1].map(() => Promise.withResolvers<{ error: string | null }>());
  const called = new AbortController();
  act(() => {
    void result.current.track(() => first?.promise ?? Promise.reject(), called.signal);
    called.abort();
    void result.current.track(() => second?.promise ?? Promise.reject());
  });
  await act(async () => first?.resolve({ error: 'aborted' }));
  expect(result.current.state).toMatchObject({ loading: true, error: null });
  await act(async () => second?.resolve({ error: 'The server is away' }));
  expect(result.current.state).toMatchObject({ loading: false, error: 'The server is away' });
});
