import { expect, it } from 'vitest';
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

it('goes on after a batch that failed', async () => {
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
