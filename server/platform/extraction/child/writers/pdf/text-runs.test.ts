import { describe, expect, it } from 'vitest';
import { breakable, directedRuns, inVisualOrder, levelsOf, mirrored } from './text-runs.ts';

/** A line's words from left to right, as they are drawn. */
function drawn(text: string, isRtl: boolean): string[] {
  const levels = levelsOf(text, isRtl);
  let from = 0;
  const runs = [...breakable(text)].flatMap((word) => {
    const parts = levels ? directedRuns(word, levels.subarray(from)) : [{ text: word, level: 0 }];
    from += word.length;
    return parts;
  });
  const marked = runs.map((run) => ({ ...run, isSpace: run.text.trim() === '' }));
  return inVisualOrder(marked, isRtl ? 1 : 0)
    .map((run) => run.text.trim())
    .filter((part) => part !== '');
}

describe('the order of runs in a line', () => {
  it('is from right to left in Hebrew, with Latin letters and numbers as they are read', () => {
    expect(drawn('שלום עולם and more אחת', true)).toEqual(['אחת', 'and', 'more', 'עולם', 'שלום']);
    expect(drawn('שנת 2026, וגם 3.5', true)).toEqual(['3.5', 'וגם', ',', '2026', 'שנת']);
  });

  it('turns Hebrew around within a line from left to right', () => {
    expect(drawn('see שלום עולם here', false)).toEqual(['see', 'עולם', 'שלום', 'here']);
  });

  it('leaves a line without letters from right to left as it is', () => {
    expect(levelsOf('plain text', false)).toBeNull();
    expect(drawn('plain text', false)).toEqual(['plain', 'text']);
  });

  it('turns brackets from right to left around', () => {
    expect(mirrored('(א)')).toBe(')א(');
  });
});

describe('where a line may be broken', () => {
  it('is after spaces, and between the segments of a script without spaces', () => {
    expect([...breakable('one two')]).toEqual(['one ', 'two']);
    expect([...breakable('ภาษาไทย')]).toEqual(['ภาษา', 'ไทย']);
  });

  it('is neither before a mark that closes nor after one that opens', () => {
    for (const part of breakable('今日は「良い」天気です。ジョン・スミス(三)さん、はい。')) {
      expect(part).not.toMatch(/^[。、」)・]/u);
      expect(part).not.toMatch(/[「(]$/u);
    }
  });
});
