import { describe, expect, it } from 'vitest';
import { createBatchLoader, inRequestOrder } from './batch-loader.ts';
import { openDatabase, openPool } from './database.ts';

// No query is made: the questions are answered here.
const database = openDatabase(openPool({ host: '/nowhere', port: 1, user: 'nobody', database: 'none' }));

describe('createBatchLoader', () => {
  it('loads all keys by one query, each with its own result', async () => {
    const queries: number[][] = [];
    const double = createBatchLoader<number, number>(async (_database, numbers) => {
      queries.push([...numbers]);
      return numbers.map((n) => (n === 3 ? undefined : n * 2));
    });
    expect(await Promise.all([1, 2, 3].map((n) => double(database, n)))).toEqual([2, 4, undefined]);
    expect(await double(database, 4)).toBe(8);
    expect(queries).toEqual([[1, 2, 3], [4]]);
  });

  it('loads equal keys once and resolves each caller', async () => {
    const queries: string[][] = [];
    const long = createBatchLoader<{ word: string }, number>(
      async (_database, questions) => {
        queries.push(questions.map(({ word }) => word));
        return questions.map(({ word }) => (word === 'none' ? undefined : word.length));
      },
      ({ word }) => word,
    );
    const requestedKeys = ['one', 'three', 'one', 'none', 'three', 'none'];
    expect(await Promise.all(requestedKeys.map((word) => long(database, { word })))).toEqual(
      requestedKeys.map((word) => (word === 'none' ? undefined : word.length)),
    );
    expect(queries).toEqual([['one', 'three', 'none']]);
  });

  it('splits large batches, and leaves no caller pending', async () => {
    const sizes: number[] = [];
    const same = createBatchLoader<number, number>(async (_database, numbers) => {
      sizes.push(numbers.length);
      return numbers;
    });
    const numbers = Array.from({ length: 150 }, (_, n) => n);
    expect(await Promise.all(numbers.map((n) => same(database, n)))).toEqual(numbers);
    expect(sizes).toEqual([64, 64, 22]);
  });

  it('queries groups separately, so that none waits for another', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const queries: string[][] = [];
    const ask = createBatchLoader<string, string>(
      async (_database, names) => {
        queries.push([...names]);
        if (names.some((name) => name.startsWith('a'))) await finished;
        return names;
      },
      undefined,
      (name) => name.slice(0, 1),
    );
    const waiting = [ask(database, 'a1'), ask(database, 'a2')];
    expect(await Promise.all([ask(database, 'b1'), ask(database, 'b2')])).toEqual(['b1', 'b2']);
    finish();
    expect(await Promise.all(waiting)).toEqual(['a1', 'a2']);
    expect(queries).toEqual([
      ['a1', 'a2'],
      ['b1', 'b2'],
    ]);
  });

  it('rejects every caller when the query fails, and queries again for the next', async () => {
    let fails = true;
    const ask = createBatchLoader<string, string>(async (_database, keys) => {
      if (fails) throw new Error('the database is away');
      return keys;
    });
    const failed = await Promise.allSettled([ask(database, 'a'), ask(database, 'b')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await ask(database, 'c')).toBe('c');
  });

  it('inRequestOrder assigns rows to keys by number', () => {
    expect(inRequestOrder([{ n: 3 }, { n: 1 }], ['a', 'b', 'c'])).toEqual([{ n: 1 }, undefined, { n: 3 }]);
  });
});
