import { fireEvent, renderHook } from '@testing-library/react';
import Router from 'next/router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fetchWhenIdle, useIdleCode } from './idle-code.ts';

beforeEach(() => {
  // Idle as soon as it is requested.
  vi.stubGlobal('requestIdleCallback', (work: () => void) => queueMicrotask(work));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
});

const unreachable = () => Promise.reject(new Error('the chunk could not be loaded'));

test.each([
  ['there is a connection again', () => window.dispatchEvent(new Event('online'))],
  ['another page was opened', () => Router.events.emit('routeChangeComplete')],
])('fetches code again that could not be had, once %s', async (_when, happen) => {
  const load = vi.fn(async () => undefined).mockImplementationOnce(unreachable);
  const other = vi.fn(async () => undefined);
  renderHook(useIdleCode);
  fetchWhenIdle(load);
  fetchWhenIdle(other);
  // What modules of earlier files registered comes before it, and what that code registers in turn.
  await expect.poll(() => other.mock.calls.length, { timeout: 60_000 }).toBe(1);
  expect(load).toHaveBeenCalledTimes(1);
  happen();
  // And so does what of theirs could not be had.
  await expect.poll(() => load.mock.calls.length, { timeout: 60_000 }).toBe(2);
  happen();
  await Promise.resolve();
  expect(load).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledTimes(1);
});

test('fetches nothing until a second after the last key', async () => {
  const first = vi.fn(async () => undefined);
  const load = vi.fn(async () => undefined);
  renderHook(useIdleCode);
  fetchWhenIdle(first);
  // Nothing of earlier files comes before it now.
  await expect.poll(() => first.mock.calls.length, { timeout: 60_000 }).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.keyDown(document.body, { key: 'a' });
  fetchWhenIdle(load);
  await vi.advanceTimersByTimeAsync(900);
  fireEvent.keyDown(document.body, { key: 'b' });
  await vi.advanceTimersByTimeAsync(900);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(load).toHaveBeenCalledTimes(1);
});
