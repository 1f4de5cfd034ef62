import { expect, it } from 'vitest';
import { isBulkResting, withBulkIndexingResting } from './bulk-rest.ts';

it('leaves bulk while any of several imports runs, and takes it again after one that fails', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = withBulkIndexingResting(() => promise);
  const second = withBulkIndexingResting(() => Promise.reject(new Error('interrupted')));
  await expect(second).rejects.toThrow('interrupted');
  expect(isBulkResting()).toBe(true);
  resolve();
  await first;
  expect(isBulkResting()).toBe(false);
});
