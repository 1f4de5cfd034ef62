import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestBeyond } from './folder-scope.ts';

test('takes nothing out of what is together within the limit', () => {
  expect(largestBeyond(new Map(Object.entries({ a: 2, b: 3 })), 5)).toEqual([]);
});

test('takes the largest out until the others together are within the limit', () => {
  const sizes = new Map(Object.entries({ a: 2, b: 5, c: 3, d: 1 }));
  expect(largestBeyond(sizes, 6)).toEqual(['b']);
  expect(largestBeyond(sizes, 5)).toEqual(['b', 'c']);
});

test('leaves what is alone in its scope, however many there are', () => {
  expect(largestBeyond(new Map(Object.entries({ a: 1, b: 1, c: 2 })), 0)).toEqual(['c']);
});

test('takes no more than it must', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(200), (all, most) => {
      const sizes = new Map(all.map((size, n) => [String(n), size]));
      const sizeOf = (ids: Iterable<string>) => [...ids].reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
      const taken = largestBeyond(sizes, most);
      const left = sizeOf(sizes.keys()) - sizeOf(taken);
      const single = [...sizes].filter(([id, size]) => size > 1 && !taken.includes(id));
      expect(left <= most || single.length === 0).toBe(true);
      const last = taken.at(-1);
      if (last !== undefined) expect(left + sizeOf([last])).toBeGreaterThan(most);
    }),
  );
});
