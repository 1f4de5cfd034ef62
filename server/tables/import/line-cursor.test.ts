import { expect, it } from 'vitest';
import { LineCursor } from './line-cursor.ts';
import type { Line } from './read-csv.ts';

async function* groupsOf(...groups: Line[][]) {
  yield [{ cells: ['Name'] }];
  yield* groups;
}

async function takenLines(cursor: LineCursor, most: number): Promise<number[]> {
  const numbers: number[] = [];
  for await (const lines of cursor.take(most)) numbers.push(...lines.map(({ line }) => line));
  return numbers;
}

const PHOTO = 'x'.repeat(3 * 1024 * 1024);
const withPhotos = (count: number): Line[] =>
  Array.from({ length: count }, (_, n) => ({ cells: [`Person ${n}`], card: PHOTO }));

it('ends a batch once its lines are long together, and takes each line once', async () => {
  const cursor = await LineCursor.open(groupsOf(withPhotos(4), withPhotos(3)), 0);
  expect(await takenLines(cursor, 500)).toEqual([2, 3, 4]);
  expect(await takenLines(cursor, 500)).toEqual([5, 6, 7]);
  expect(await takenLines(cursor, 500)).toEqual([8]);
  expect(await cursor.hasNext()).toBe(false);
});

it('counts the cells of a line, and takes one that is longer than a batch alone', async () => {
  const long = { cells: Array.from({ length: 4 }, () => PHOTO) };
  const cursor = await LineCursor.open(groupsOf([{ cells: ['a'] }, long, { cells: ['b'] }]), 0);
  expect(await takenLines(cursor, 500)).toEqual([2, 3]);
  expect(await takenLines(cursor, 500)).toEqual([4]);
});

it('takes as many short lines as fit in a batch by their number', async () => {
  const short = Array.from({ length: 600 }, (_, n) => ({ cells: [String(n)] }));
  const cursor = await LineCursor.open(groupsOf(short), 0);
  expect((await takenLines(cursor, 500)).length).toBe(500);
  expect((await takenLines(cursor, 500)).length).toBe(100);
});

it('takes lines once more after it went back to them, and those that follow', async () => {
  const lines = Array.from({ length: 600 }, (_, n) => ({
    cells: [String(n)],
    ...(n > 10 && { skipped: 5 }),
  }));
  const cursor = await LineCursor.open(groupsOf(lines.slice(0, 300), lines.slice(300)), 0);
  expect(await takenLines(cursor, 4)).toEqual([2, 3, 4, 5]);
  cursor.retain();
  const taken = await takenLines(cursor, 400);
  cursor.rewind();
  expect([cursor.line, cursor.place]).toEqual([5, 5]);
  cursor.retain();
  expect(await takenLines(cursor, 10)).toEqual(taken.slice(0, 10));
  cursor.rewind();
  expect(await takenLines(cursor, 400)).toEqual(taken);
  expect((await takenLines(cursor, 400)).length).toBe(196);
});

it('does not go back to lines that it let go of', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => ({ cells: [String(n)] }));
  const cursor = await LineCursor.open(groupsOf(lines), 0);
  cursor.retain();
  await takenLines(cursor, 5);
  cursor.release();
  cursor.rewind();
  expect(await takenLines(cursor, 2)).toEqual([7, 8]);
});
