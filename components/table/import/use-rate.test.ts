import { expect, test } from 'vitest';
import { rateOf, withSample } from './use-rate.ts';

const samplesOf = (counts: [number, number][]) =>
  counts.reduce(
    (known, [at, count]) => withSample(known, { at, count }),
    [] as { at: number; count: number }[],
  );

test('says how much is done in a second, by the last five', () => {
  expect(rateOf(samplesOf([[0, 0]]))).toBeNull();
  expect(
    rateOf(
      samplesOf([
        [0, 0],
        [500, 0],
      ]),
    ),
  ).toBeNull();
  expect(
    rateOf(
      samplesOf([
        [0, 0],
        [500, 1_000],
      ]),
    ),
  ).toBe(2_000);
  expect(
    rateOf(
      samplesOf([
        [0, 0],
        [10_000, 100],
        [14_000, 40_100],
        [16_000, 60_100],
      ]),
    ),
  ).toBe(10_000);
});

test('begins again where a count does', () => {
  expect(
    rateOf(
      samplesOf([
        [0, 500],
        [1_000, 1_000],
        [2_000, 0],
      ]),
    ),
  ).toBeNull();
});
