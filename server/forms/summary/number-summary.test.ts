import { expect, test } from 'vitest';
import { numberSummary } from './number-summary.ts';

const medianOf = (...amounts: readonly (readonly [number, number])[]) =>
  numberSummary({ min: 0, max: 0, sum: 0, few: 0, amounts: new Map(amounts) }).median;

test.each([
  [[0.1, 0.2], 0.15],
  [[1.1, 2.2], 1.65],
  [[9_007_199_254_740_989, 9_007_199_254_740_991], 9_007_199_254_740_990],
  [[1e308, 1.5e308], 1.25e308],
] as const)('the median of %j has no noise of binary fractions', ([one, other], median) => {
  expect(medianOf([other, 1], [one, 1])).toBe(median);
});

test('the median of an odd count is the number in the middle', () => {
  expect(medianOf([0.7, 1], [0.1, 3], [0.3, 1])).toBe(0.1);
});
