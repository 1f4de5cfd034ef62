import { expect, it, onTestFinished, vi } from 'vitest';
import { createBatcher } from './batch-events.ts';

it('works on what comes while a batch is worked on in one batch after it', async () => {
  const batches: string[][] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const gatherer = createBatcher<string>(
    1,
    async (batch) => {
      batches.push([...batch]);
      if (batches.length === 1) {
        begun.resolve();
        await first.promise;
      } else second.resolve();
    },
    (error) => second.reject(error),
  );
  for (const one of ['a', 'b', 'a']) gatherer.add(one);
  await begun.promise;
  for (let n = 0; n < 100; n += 1) gatherer.add(n % 2 ? 'c' : 'd');
  first.resolve();
  await second.promise;
  expect(batches).toEqual([
    ['a', 'b'],
    ['d', 'c'],
  ]);
});

it('continues after a batch that failed', async () => {
  const done = Promise.withResolvers<string[]>();
  const complaints: unknown[] = [];
  const gatherer = createBatcher<string>(
    1,
    async (batch) => {
      if (batch.has('bad')) throw new Error('failed');
      done.resolve([...batch]);
    },
    (error) => {
      complaints.push(error);
      gatherer.add('good');
    },
  );
  gatherer.add('bad');
  expect(await done.promise).toEqual(['good']);
  expect(complaints).toHaveLength(1);
});

it('leaves most of the time to others where batches take long, and waits shortly after a pause', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const begun: number[] = [];
  const began = performance.now();
  const gatherer = createBatcher<number>(
    40,
    async () => {
      begun.push(Math.round(performance.now() - began));
      await new Promise((resolve) => setTimeout(resolve, 50));
    },
    () => undefined,
  );
  for (let n = 0; n < 100; n += 1) {
    gatherer.add(n);
    await vi.advanceTimersByTimeAsync(10);
  }
  // Each takes 50 ms, and the next begins 200 ms after its end.
  expect(begun).toEqual([40, 290, 540, 790]);
  await vi.advanceTimersByTimeAsync(10_000);
  const pause = Math.round(performance.now() - began);
  gatherer.add(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun.at(-1)).toBe(pause + 40);
});
