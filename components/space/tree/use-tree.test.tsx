import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { TreeEntry } from '#lib/contract/item-tree.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildShell } from '#tests/component/shell.ts';
import { useTree } from './use-tree.ts';

const TREE = 'GET spaces/docs/tree/';
const entry = (id: string): TreeEntry => ({ id, title: id, kind: 'document', opens: false });
const page = (...ids: string[]) => ({ body: { data: ids.map(entry), count: ids.length } });

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

const Around = ({ children }: { children: ReactNode }) => (
  <ShellProvider shell={buildShell()}>
    <QueryProvider>{children}</QueryProvider>
  </ShellProvider>
);

async function shownTree() {
  api.responses[TREE] = page('A', 'B', 'C');
  const { result } = renderHook(() => useTree({ handle: 'h', slug: 'docs', current: null }), {
    wrapper: Around,
  });
  const order = () => (result.current.known.get(null) ?? []).map(({ id }) => id);
  await waitFor(() => expect(order()).toEqual(['A', 'B', 'C']));
  return { tree: () => result.current, order };
}

it('an order that is loading when a line is moved does not take it back', async () => {
  const { tree, order } = await shownTree();
  const before = Promise.withResolvers<ReturnType<typeof page>>();
  api.responses[TREE] = () => before.promise;
  act(() => tree().reload([null]));
  await waitFor(() => expect(api.requests).toHaveLength(2));
  act(() => {
    tree().beginMove();
    tree().showMoved(entry('C'), { from: null, to: null, next: 'A' });
  });
  await waitFor(() => expect(order()).toEqual(['C', 'A', 'B']));
  await act(async () => {
    before.resolve(page('A', 'B', 'C'));
    await before.promise;
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(order()).toEqual(['C', 'A', 'B']);
});

it('is loaded again after the last of several moves, and not between them', async () => {
  const { tree, order } = await shownTree();
  api.responses[TREE] = page('B', 'C', 'A');
  act(() => {
    tree().beginMove();
    tree().beginMove();
    tree().showMoved(entry('A'), { from: null, to: null, next: null });
  });
  act(() => tree().reload([null]));
  act(() => tree().finishMove());
  await waitFor(() => expect(order()).toEqual(['B', 'C', 'A']));
  expect(api.requests).toHaveLength(1);
  act(() => tree().finishMove());
  await waitFor(() => expect(api.requests).toHaveLength(2));
});
