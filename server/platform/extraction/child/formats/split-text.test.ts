import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '#tests/harness/cpu-time.ts';
import { splitText, tidyText } from './split-text.ts';

const bare = (text: string) => text.replace(/\s/g, '');

describe('cutting text', () => {
  it('loses nothing but blanks, keeps every piece small, and splits no character', () => {
    const tokens = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n\n', '. ', ' ', '。', '😀', '漢字')),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(tokens, fc.integer({ min: 4, max: 200 }), (parts, limit) => {
        const text = tidyText(parts.join(''));
        const pieces = splitText(text, limit);
        expect(bare(pieces.join(''))).toBe(bare(text));
        for (const piece of pieces) {
          expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(limit);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('prefers the end of a paragraph, then of a line, of a sentence, of a token', () => {
    expect(splitText('one two three\n\nfour. five', 18)).toEqual(['one two three', 'four. five']);
    expect(splitText('one two\nthree four', 12)).toEqual(['one two', 'three four']);
    expect(splitText('One two. Three four', 14)).toEqual(['One two.', 'Three four']);
    expect(splitText('onetwo threefour', 10)).toEqual(['onetwo', 'threefour']);
  });

  it('takes time in proportion to the text', () => {
    const spent = cpuTime(() => expect(splitText('漢'.repeat(1_000_000), 8192).length).toBeGreaterThan(300));
    expect(spent).toBeLessThan(5000);
  });

  it('removes what a database can not hold', () => {
    expect(tidyText('a\u0000b\ud800c\r\nd\re\u0007 \n\n\n\nf')).toBe('ab\ufffdc\nd\ne\n\nf');
  });
});
