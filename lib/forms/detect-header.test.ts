import { expect, test } from 'vitest';
import { detectHeader } from './detect-header.ts';

test.each<[string, string[][], boolean]>([
  ['texts', [['Anna', 'Berlin']], true],
  [
    'names beside a year',
    [
      ['Name', '2025'],
      ['Ada', '7'],
    ],
    true,
  ],
  [
    'years above texts',
    [
      ['2025', '2026'],
      ['yes', 'no'],
    ],
    true,
  ],
  ['no cell at all', [], true],
  [
    'numbers and days above others',
    [
      ['7', '1999-01-02', ''],
      ['8', '2000-01-02', 'x'],
    ],
    false,
  ],
  ['one line of numbers', [['7', '8']], false],
  ['addresses above addresses', [['ada@example.org'], ['ben@example.org']], false],
  ['a number above cells that are empty', [['7'], [''], ['']], false],
])('knows whether a first line names columns: %s', (_, lines, expected) => {
  expect(detectHeader(lines)).toBe(expected);
});
