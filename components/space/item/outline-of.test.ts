import { expect, it } from 'vitest';
import { outlineOf } from './outline-of.ts';

const heading = (level: number, text = 'x') => ({ id: 'x', level, text });

it('has the headings of three levels, from the highest one', () => {
  const levels = outlineOf([3, 4, 5, 6, 2].map((level) => heading(level))).map(({ level }) => level);
  expect(levels).toEqual([1, 2, 0]);
});

it('is none of a single heading, and bounded of many and long ones', () => {
  expect(outlineOf([])).toEqual([]);
  expect(outlineOf([heading(2), heading(6)])).toEqual([]);
  const long = outlineOf(Array.from({ length: 10_000 }, () => heading(2, 'word '.repeat(100))));
  expect(long).toHaveLength(300);
  expect(long[0]?.text.length).toBeLessThan(130);
});
