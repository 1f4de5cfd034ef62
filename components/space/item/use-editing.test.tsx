import { act, renderHook, waitFor } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { takeEarly } from '#services/early-socket.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { createTestRouter } from '#tests/component/router.ts';
import { useEditing } from './use-editing.ts';

const PATH = '/harbour/office/plan';
const ITEM = buildItem();

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
// Nobody takes the socket that is opened early here: the editor of another file would.
afterEach(() => takeEarly(ITEM.id)?.socket.close());
afterAll(() => api.stop());

/** A page whose router changes the address when the test says so. */
function open() {
  const { router } = createTestRouter(PATH);
  const changes: { target: string; settle: (isDone: boolean) => void }[] = [];
  const replace: NextRouter['replace'] = (target) =>
    new Promise((settle) => void changes.push({ target: String(target), settle }));
  let query: NextRouter['query'] = {};
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContext.Provider value={{ ...router, query, replace }}>{children}</RouterContext.Provider>
  );
  const refresh = vi.fn();
  const { result, rerender } = renderHook(() => useEditing(ITEM, PATH, refresh), { wrapper });
  /** The latest change of the address is done; it cancelled the ones before. */
  const arrive = () =>
    act(async () => {
      const latest = changes.at(-1);
      query = latest?.target.endsWith('?edit=1') ? { edit: '1' } : {};
      for (const change of changes) change.settle(change === latest);
      rerender();
    });
  return { result, refresh, arrive, targets: () => changes.map(({ target }) => target) };
}

type Page = ReturnType<typeof open>;

function start({ result }: Page) {
  act(() => result.current.open());
  act(() => result.current.setReady());
}

it('has the address say whether a document is edited', async () => {
  const page = open();
  start(page);
  expect(page.targets()).toEqual([`${PATH}?edit=1`]);
  await page.arrive();
  await act(async () => page.result.current.end());
  await page.arrive();
  expect(page.targets()).toEqual([`${PATH}?edit=1`, PATH]);
  expect(page.result.current.isOpen).toBe(false);
  await waitFor(() => expect(page.refresh).toHaveBeenCalled());
});

it('corrects an address that says so only after the editing ended, and shows the latest text then', async () => {
  const page = open();
  start(page);
  await act(async () => page.result.current.end());
  await waitFor(() => expect(page.refresh).toHaveBeenCalledOnce());
  expect(page.result.current.isOpen).toBe(false);
  await page.arrive();
  expect(page.targets()).toEqual([`${PATH}?edit=1`, PATH]);
  await page.arrive();
  expect(page.targets()).toHaveLength(2);
  expect(page.refresh).toHaveBeenCalledTimes(2);
});

it('opens the socket of a document while Edit is pressed, and no second one once it is let go', () => {
  const { result } = open();
  act(() => result.current.prepare());
  act(() => result.current.open());
  expect(takeEarly(ITEM.id)).not.toBeNull();
  expect(takeEarly(ITEM.id)).toBeNull();
});
