import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { useFolders } from './use-folders.ts';

const TREE: Record<string, string[]> = {
  root: Array.from({ length: 101 }, (_, n) => `folder ${n}`),
  'folder 0': ['inner'],
};
let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    'GET spaces/plans/items/': ({ query }) => {
      const requested = new URLSearchParams(query);
      const from = (Number(requested.get('page')) - 1) * 100;
      const data = (TREE[requested.get('parent') ?? ''] ?? []).slice(from, from + 100);
      return { body: { data: data.map((id) => ({ id, title: id })) } };
    },
  });
});
afterEach(() => api.stop());

const open = (hidden: string[] = []) =>
  renderHook(() => useFolders('plans', hidden), { wrapper: QueryProvider }).result;
const parents = () =>
  api.requests
    .filter(({ path }) => path === 'spaces/plans/items/')
    .map(({ query }) => new URLSearchParams(query).get('parent'));

it('loads all folders of the top level, but for those that are moved themselves', async () => {
  const tree = open(['folder 7']);
  await waitFor(() => expect(tree.current.known.get(null)).toHaveLength(100));
  // The page after the first, and two that might be there.
  expect(parents()).toEqual(['root', 'root', 'root', 'root']);
});

it('loads a folder when it is opened, and not again when it is opened once more', async () => {
  const tree = open();
  await waitFor(() => expect(tree.current.known.has(null)).toBe(true));
  act(() => tree.current.toggle('folder 0', true));
  await waitFor(() => expect(tree.current.known.get('folder 0')).toEqual([{ id: 'inner', title: 'inner' }]));
  act(() => tree.current.toggle('folder 0', false));
  expect(tree.current.open.has('folder 0')).toBe(false);
  act(() => tree.current.toggle('folder 0', true));
  expect(tree.current.known.get('folder 0')).toHaveLength(1);
  expect(parents()).toEqual(['root', 'root', 'root', 'root', 'folder 0']);
});

it('reports a folder that could not be loaded, and asks for that alone again', async () => {
  const tree = open();
  await waitFor(() => expect(tree.current.known.has(null)).toBe(true));
  const response = api.responses['GET spaces/plans/items/'];
  api.responses['GET spaces/plans/items/'] = { status: 500, body: { message: 'Broken', code: 'internal' } };
  act(() => tree.current.toggle('folder 0', true));
  await waitFor(() => expect(tree.current.error).toBe('Broken'));
  expect(tree.current.known.get(null)).toHaveLength(101);
  if (response) api.responses['GET spaces/plans/items/'] = response;
  act(() => tree.current.again());
  await waitFor(() => expect(tree.current.known.get('folder 0')).toHaveLength(1));
  expect(tree.current.error).toBeNull();
  expect(parents().filter((one) => one !== 'root')).toEqual(['folder 0', 'folder 0']);
});
