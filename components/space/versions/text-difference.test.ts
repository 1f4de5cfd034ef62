import { describe, expect, it } from 'vitest';
import { textDifference } from './text-difference.ts';

describe('the difference of two texts', () => {
  it('names what was added and removed, and has both texts in it', () => {
    const [before, after] = ['It is 200.\n\nOld line', 'It is 300.\n\nOld line, longer'];
    const parts = textDifference(before, after) ?? [];
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('added')).toBe(before);
    expect(without('removed')).toBe(after);
    expect(parts.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toEqual(['200']);
  });

  it('takes a bounded time for texts that have nothing in common', () => {
    const text = (seed: number) =>
      Array.from({ length: 60_000 }, (_, at) => `w${(at * seed) % 99_991}`).join(' ');
    const begun = performance.now();
    textDifference(text(7919), text(104_729));
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
