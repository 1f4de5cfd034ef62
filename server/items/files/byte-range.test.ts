import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './byte-range.ts';

describe('a range', () => {
  it('is inside the file, for any requested range', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.nat({ max: 1_000 }),
        fc.constantFrom('a-b', 'a-', '-b'),
        (a, b, size, form) => {
          const header = `bytes=${form.replace('a', String(a)).replace('b', String(b))}`;
          const range = parseRange(header, size);
          if (range === null || range === 'unsatisfiable') return;
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.start).toBeLessThanOrEqual(range.end);
          expect(range.end).toBeLessThan(size);
        },
      ),
    );
  });

  it.each(['', 'bytes', 'bytes=', 'bytes=-', 'bytes=1-2,3-4', 'lines=1-2', 'bytes=9999999999999999999-'])(
    'written as %j sends the whole file',
    (header) => {
      expect(parseRange(header, 10)).toBeNull();
    },
  );
});
