import { expect, it } from 'vitest';
import { divideDecimals } from './decimal.ts';

it.each([
  [0.3, 2, 0.15],
  [0.3, 0.1, 3],
  [75.9, 33, 2.3],
  [1, 1024, 0.0009765625],
  [999_999_999_999_999, 1, 999_999_999_999_999],
  [9_007_199_254_740_991, 1, 9_007_199_254_740_991],
  [-9_007_199_254_740_991, 2, -4_503_599_627_370_495.5],
])('a quotient is exact where numbers hold it: %d / %d', (left, right, quotient) => {
  expect(divideDecimals(left, right)).toBe(quotient);
});

it.each([
  [1, 3, 0.333333333333333],
  [-2, 3, -0.666666666666667],
  [2e-7, 0.3, 6.66666666666667e-7],
])('a quotient without end is rounded to 15 digits: %d / %d', (left, right, quotient) => {
  expect(divideDecimals(left, right)).toBe(quotient);
});

it('a quotient of 16 digits loses none before the point', () => {
  expect(Math.round(divideDecimals(9_007_199_254_740_990, 7))).toBe(1_286_742_750_677_284);
});

it('a quotient by nothing has no end', () => {
  expect(divideDecimals(1.5, 0)).toBe(Number.POSITIVE_INFINITY);
  expect(divideDecimals(0, 0)).toBeNaN();
});
