import { expect, test } from 'vitest';
import { CopyInput } from './copy.ts';

test('writes cells as COPY reads them, whatever characters they have', () => {
  const rows = [
    ['a\\b\tc\nd\r', null, 1.5],
    ['', '\\N', -0.25],
  ];
  expect([...new CopyInput(rows).texts()].join('')).toBe('a\\\\b\\tc\\nd\\r\t\\N\t1.5\n\t\\\\N\t-0.25\n');
});

test('gives many rows in several texts, each of whole rows', () => {
  const texts = [
    ...new CopyInput(Array.from({ length: 20_000 }, (_, n) => [String(n), 'Stands by the window'])).texts(),
  ];
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.every((text) => text.endsWith('\n'))).toBe(true);
  expect(texts.join('').split('\n')).toHaveLength(20_001);
});
