import { describe, expect, it } from 'vitest';
import { askedTogether, inOrder } from './asked-together.ts';
import { openDatabase, openPool } from './database.ts';

// No query is made: the questions are answered here.
const database = openDatabase(openPool({ host: '/nowhere', port: 1, user: 'nobody', database: 'none' }));

describe('questions that are asked together', () => {
  it('are answered by one query, each with its own answer', async () => {
    const queries: number[][] = [];
    const double = askedTogether<number, number>(async (_database, numbers) => {
      queries.push([...numbers]);
      return numbers.map((n) => (n === 3 ? undefined : n * 2));
    });
    expect(await Promise.all([1, 2, 3].map((n) => double(database, n)))).toEqual([2, 4, undefined]);
    expect(await double(database, 4)).toBe(8);
    expect(queries).toEqual([[1, 2, 3], [4]]);
  });

  it('are asked once where they are the same, and each is answered', async () => {
    const queries: string[][] = [];
    const long = askedTogether<{ word: string }, number>(
      async (_database, questions) => {
        queries.push(questions.map(({ word }) => word));
        return questions.map(({ word }) => (word === 'none' ? undefined : word.length));
      },
      ({ word }) => word,
    );
    const words = ['one', 'three', 'one', 'none', 'three', 'none'];
    expect(await Promise.all(words.map((word) => long(database, { word })))).toEqual(
      words.map((word) => (word === 'none' ? undefined : word.length)),
    );
    expect(queries).toEqual([['one', 'three', 'none']]);
  });

  it('are divided where they are many, and none waits for ever', async () => {
    const sizes: number[] = [];
    const same = askedTogether<number, number>(async (_database, numbers) => {
      sizes.push(numbers.length);
      return numbers;
    });
    const numbers = Array.from({ length: 150 }, (_, n) => n);
    expect(await Promise.all(numbers.map((n) => same(database, n)))).toEqual(numbers);
    expect(sizes).toEqual([64, 64, 22]);
  });

  it('fail each when their query fails, and the next are asked anew', async () => {
    let fails = true;
    const ask = askedTogether<string, string>(async (_database, words) => {
      if (fails) throw new Error('the database is away');
      return words;
    });
    const failed = await Promise.allSettled([ask(database, 'a'), ask(database, 'b')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await ask(database, 'c')).toBe('c');
  });

  it('get their rows by number, whatever their order', () => {
    expect(inOrder([{ n: 3 }, { n: 1 }], ['a', 'b', 'c'])).toEqual([{ n: 1 }, undefined, { n: 3 }]);
  });
});
