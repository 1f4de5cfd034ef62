import { expect, it } from 'vitest';
import { randomInteger } from './random.ts';

it('gives whole numbers from 1 to 1000, both included', () => {
  expect(randomInteger(() => 0)).toBe(1);
  expect(randomInteger(() => 1 - Number.EPSILON)).toBe(1000);
  expect(Number.isInteger(randomInteger())).toBe(true);
});
