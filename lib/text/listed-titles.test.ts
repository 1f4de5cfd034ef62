import { expect, it } from 'vitest';
import { readTitles, writeTitles } from './listed-titles.ts';

it('titles of a cell are read again as they were written', () => {
  for (const titles of [
    ['One'],
    ['One', 'Two, and a half'],
    ['A; B', 'C'],
    ['He said "no"', '"Quoted"'],
    ['Two\nlines', 'x;'],
    ['";"', ';'],
  ])
    expect(readTitles(writeTitles(titles), 10), writeTitles(titles)).toEqual(titles);
});

it('reads what people write: lines, missing parts and a quote that does not end', () => {
  expect(readTitles(' One ;; Two\nThree;', 10)).toEqual(['One', 'Two', 'Three']);
  expect(readTitles('"One; Two', 10)).toEqual(['"One', 'Two']);
  expect(readTitles('12" pipe; 9"', 10)).toEqual(['12" pipe', '9"']);
  expect(readTitles('One, Two', 10)).toEqual(['One, Two']);
  expect(readTitles('One, "Two, three"', 10, ';,')).toEqual(['One', 'Two, three']);
  expect(readTitles('a;b;c', 2)).toEqual(['a', 'b']);
  expect(readTitles('; ', 5)).toEqual([]);
});

it('takes time that grows with the length of a cell alone', () => {
  const cell = `${'"'.repeat(50_001)};${' '.repeat(50_000)}x`;
  expect(readTitles(cell, 3).length).toBeGreaterThan(0);
});
