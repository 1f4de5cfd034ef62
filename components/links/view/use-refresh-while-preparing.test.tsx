import { act, renderHook } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { createTestRouter } from '#tests/component/router.ts';
import { useRefreshWhilePreparing } from './use-refresh-while-preparing.ts';

const ROWS = 'shared-views/v/rows/';
const PREPARING = { body: { data: [], preparing: true } };
const READY = { body: { data: [] } };
const BUSY = { status: 503, body: { code: 'server_busy', message: 'The server is busy.', data: null } };

let api: FakeApi;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  api = await startFakeApi({ [`GET ${ROWS}`]: PREPARING });
});
afterEach(async () => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'hidden');
  await api.stop();
});

/** A shared page that shows rows for which an index is being prepared. */
function open(addresses: readonly string[] = [`${ROWS}?page=1&q=boat`], pass: string | null = null) {
  const { router, led } = createTestRouter('/s/token?q=boat');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContext.Provider value={router}>{children}</RouterContext.Provider>
  );
  const { rerender, unmount } = renderHook((shown) => useRefreshWhilePreparing(shown, pass), {
    wrapper,
    initialProps: addresses,
  });
  return { led, show: rerender, unmount };
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(1000 * seconds));
/** Waits for so many requests, and for what their responses bring about. */
const expectLooks = async (count: number) => {
  await vi.waitFor(() => expect(api.requests).toHaveLength(count));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(api.requests).toHaveLength(count);
};

test('asks every five seconds whether the index is there, and loads the page only then', async () => {
  const { led, show } = open();
  await pass(4);
  await expectLooks(0);
  await pass(1);
  await expectLooks(1);
  expect(api.requests[0]).toMatchObject({ path: ROWS, query: '?page=1&q=boat' });
  expect(led).toEqual([]);
  api.responses[`GET ${ROWS}`] = READY;
  await pass(5);
  await expectLooks(2);
  expect(led).toEqual(['/s/token?q=boat']);
  show([]);
  await pass(60);
  await expectLooks(2);
});

test('leaves the page as it is while its rows can’t be read, and asks again', async () => {
  api.responses[`GET ${ROWS}`] = BUSY;
  const { led } = open();
  await pass(5);
  await expectLooks(1);
  expect(led).toEqual([]);
  api.responses[`GET ${ROWS}`] = READY;
  await pass(5);
  await expectLooks(2);
  expect(led).toHaveLength(1);
});

test('names the link to an API that has a host of its own, and to no other one', async () => {
  open();
  await pass(5);
  await expectLooks(1);
  expect(api.requests[0]?.headers).not.toHaveProperty('share-token');
  const { led } = open([ROWS], 'pass-of-link');
  await pass(5);
  await expectLooks(3);
  const named = api.requests.filter(({ headers }) => headers['share-token'] === 'pass-of-link');
  expect(named).toHaveLength(1);
  expect(led).toEqual([]);
});

test('loads the page where the API does not know the link any more', async () => {
  api.responses[`GET ${ROWS}`] = {
    status: 404,
    body: { code: 'not_found', message: 'Not found', data: null },
  };
  const { led } = open();
  await pass(5);
  await expectLooks(1);
  expect(led).toEqual(['/s/token?q=boat']);
});

test('waits for the indexes of all lists', async () => {
  const other = 'shared-views/v/other/';
  api.responses[`GET ${other}`] = READY;
  const { led } = open([other, ROWS]);
  await pass(5);
  await expectLooks(2);
  expect(led).toEqual([]);
});

test('asks nothing where no index is being prepared, and loads nothing after the page was left', async () => {
  const { led } = open([]);
  await pass(60);
  const left = open();
  left.unmount();
  await pass(60);
  await expectLooks(0);
  expect([...led, ...left.led]).toEqual([]);
});

test('waits while nobody sees the page, and gives up after ten minutes', async () => {
  let respond = () => {};
  api.responses[`GET ${ROWS}`] = () => new Promise((resolve) => (respond = () => resolve(PREPARING)));
  open();
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  await pass(60);
  await expectLooks(0);
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  await pass(60);
  // One at a time.
  await expectLooks(1);
  api.responses[`GET ${ROWS}`] = PREPARING;
  respond();
  for (let look = 2; look <= 125; look += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 15)));
    await pass(5);
  }
  await expectLooks(120);
});
