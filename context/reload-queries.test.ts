import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { reloadQueries } from './reload-queries.ts';

const client = new QueryClient();
afterEach(() => client.clear());

/** A query whose responses arrive when the test resolves them. */
function observeQuery() {
  const requests: { respond: (text: string) => void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver<string>(client, {
    queryKey: ['list', 'shown'],
    queryFn: ({ signal }) => new Promise((resolve) => requests.push({ respond: resolve, signal })),
  });
  const stop = observer.subscribe(() => undefined);
  return { requests, observer, stop };
}

test('asks again for a list whose first response is still on its way', async () => {
  const { requests, observer, stop } = observeQuery();
  const reloaded = reloadQueries(client, ['list']);
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[0]?.signal.aborted).toBe(true);
  requests[0]?.respond('before the change');
  requests[1]?.respond('after the change');
  await reloaded;
  expect(observer.getCurrentResult().data).toBe('after the change');
  stop();
});

test('asks again for a list that is there, and keeps it until then', async () => {
  const { requests, observer, stop } = observeQuery();
  requests[0]?.respond('before the change');
  await expect.poll(() => observer.getCurrentResult().data).toBe('before the change');
  const reloaded = reloadQueries(client, ['list']);
  await expect.poll(() => requests.length).toBe(2);
  expect(observer.getCurrentResult().data).toBe('before the change');
  requests[1]?.respond('after the change');
  await reloaded;
  expect(observer.getCurrentResult().data).toBe('after the change');
  stop();
});
