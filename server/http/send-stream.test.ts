import { describe, expect, test, vi } from 'vitest';
import { watchReader } from './send-stream.ts';

async function* parts(count: number) {
  for (let n = 0; n < count; n += 1) yield n;
}

describe('watchReader', () => {
  test('hands every part on to a reader that takes them, and ends nothing', async () => {
    const onUnread = vi.fn();
    const taken: number[] = [];
    for await (const part of watchReader(parts(3), 10_000, onUnread)) taken.push(part);
    expect(taken).toEqual([0, 1, 2]);
    expect(onUnread).not.toHaveBeenCalled();
  });

  test('tells of a reader that does not ask for the next part in time', async () => {
    const unread = Promise.withResolvers<void>();
    const watched = watchReader(parts(3), 20, unread.resolve);
    expect((await watched.next()).value).toBe(0);
    await unread.promise;
    await watched.return(undefined);
  });
});
