import { renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { QueryProvider } from '#context/QueryProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { useChangedItem } from './use-changed-item.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(() => api.stop());

const loader = () => renderHook(useChangedItem, { wrapper: QueryProvider }).result.current;
const item = (title: string) => ({ body: { data: buildItem({ id: 'a', title }) } });

test('returns the item of the last request, and nothing for an item that was requested again', async () => {
  const older = Promise.withResolvers<ReturnType<typeof item>>();
  api.responses = { 'GET items/a/': () => (api.requests.length === 1 ? older.promise : item('Newer')) };
  const load = loader();
  const first = load('a');
  await waitFor(() => expect(api.requests).toHaveLength(1));
  const second = load('a');
  expect(await second).toMatchObject({ title: 'Newer' });
  older.resolve(item('Older'));
  expect(await first).toBeNull();
  expect(api.requests[0]?.aborted).toBe(true);
  // What was found is not taken for an answer to the next change.
  expect(await load('a')).toMatchObject({ title: 'Newer' });
  expect(api.requests).toHaveLength(3);
});

test('distinguishes an item that may not be seen any more from a failure', async () => {
  const load = loader();
  expect(await load('a')).toBe('gone');
  api.responses = { 'GET items/a/': { status: 500, body: { message: 'Out of order' } } };
  expect(await load('a')).toBeNull();
});

test('asks again where the failure is temporary', async () => {
  api.responses = {
    'GET items/a/': () =>
      api.requests.length === 1 ? { status: 503, body: { message: 'Restarting' } } : item('Later'),
  };
  expect(await loader()('a')).toMatchObject({ title: 'Later' });
});
