import { act, renderHook } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestRouter } from '#tests/component/router.ts';
import { useRefreshWhilePreparing } from './use-refresh-while-preparing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'hidden');
});

/** A shared page for which an index is being prepared. */
function open(isPreparing: boolean) {
  const { router, led } = createTestRouter('/s/token?q=boat');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContext.Provider value={router}>{children}</RouterContext.Provider>
  );
  const { rerender, unmount } = renderHook(useRefreshWhilePreparing, { wrapper, initialProps: isPreparing });
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(1000 * seconds));
  return { led, show: rerender, pass, unmount };
}

test('loads the page again every five seconds until the index is there', async () => {
  const { led, show, pass } = open(true);
  await pass(4);
  expect(led).toEqual([]);
  await pass(7);
  expect(led).toEqual(['/s/token?q=boat', '/s/token?q=boat']);
  show(false);
  await pass(60);
  expect(led).toHaveLength(2);
});

test('loads nothing where no index is being prepared, and nothing after the page was left', async () => {
  const { led, pass } = open(false);
  await pass(60);
  const left = open(true);
  left.unmount();
  await left.pass(60);
  expect([...led, ...left.led]).toEqual([]);
});

test('waits while nobody sees the page, and gives up after ten minutes', async () => {
  const { led, pass } = open(true);
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  await pass(60);
  expect(led).toEqual([]);
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  await pass(3600);
  expect(led).toHaveLength(120);
});
