import { act, renderHook } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeEvent } from '#services/change-events.ts';

const sent = { listener: null as ((event: ChangeEvent) => void) | null };
// Modules are shared by files: the replaced one is for this file alone.
vi.resetModules();
vi.doMock('#services/change-events.ts', () => ({
  subscribeToChangeEvents: (_handle: string, { onChangeEvent }: { onChangeEvent: typeof sent.listener }) => {
    sent.listener = onChangeEvent;
    return () => undefined;
  },
}));
const { createWatchedValue } = await import('./watched-value.ts');
afterAll(() => {
  vi.doUnmock('#services/change-events.ts');
  vi.resetModules();
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const change = () => sent.listener?.({ about: 'posts', id: 'x' } as ChangeEvent);

it('loads again at most every two seconds, however many events come', async () => {
  const load = vi.fn(async () => load.mock.calls.length);
  const { useWatchedValue } = createWatchedValue({ empty: 0, load, concerns: () => true });
  const { result, unmount } = renderHook(() => useWatchedValue('hub', 'a'));
  await pass(500);
  expect(result.current).toBe(1);
  for (let n = 0; n < 40; n += 1) {
    change();
    await pass(100);
  }
  expect(load.mock.calls.length).toBeLessThanOrEqual(4);
  expect(load.mock.calls.length).toBeGreaterThan(1);
  await pass(3000);
  expect(result.current).toBe(load.mock.calls.length);
  unmount();
});

it('shows what it had where it cannot be loaded, and tries again', async () => {
  let isDown = false;
  const load = vi.fn(async () => {
    if (isDown) throw new Error('offline');
    return load.mock.calls.length;
  });
  const { useWatchedValue } = createWatchedValue({ empty: 0, load, concerns: () => true });
  const { result, unmount } = renderHook(() => useWatchedValue('hub', 'b'));
  await pass(500);
  expect(result.current).toBe(1);
  isDown = true;
  change();
  await pass(3000);
  expect([load.mock.calls.length, result.current]).toEqual([2, 1]);
  isDown = false;
  await pass(6000);
  expect([load.mock.calls.length, result.current]).toEqual([3, 3]);
  unmount();
});

it('loads again by itself after the time that its value says, and no more once it says never', async () => {
  const load = vi.fn(async () => load.mock.calls.length);
  const againMs = (value: number) => (value < 3 ? 60_000 : null);
  const { useWatchedValue } = createWatchedValue({ empty: 0, load, concerns: () => true, againMs });
  const { result, unmount } = renderHook(() => useWatchedValue('hub', 'c'));
  await pass(59_000);
  expect(result.current).toBe(1);
  await pass(2_000);
  expect(result.current).toBe(2);
  await pass(61_000);
  expect(result.current).toBe(3);
  await pass(300_000);
  expect(load).toHaveBeenCalledTimes(3);
  unmount();
});
