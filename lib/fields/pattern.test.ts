import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, WORK_MAX } from './pattern.ts';

function matcher(source: string) {
  const read = compilePattern(source);
  if (!read.ok) throw new Error(`${source}: ${read.message}`);
  return (text: string) => read.pattern.matches(text, { left: WORK_MAX });
}

describe('patterns', () => {
  it.each([
    ['^[A-Z]{3}-\\d+$', 'ABC-12', true],
    ['^[A-Z]{3}-\\d+$', 'ABC-', false],
    ['b', 'abc', true],
    ['^b', 'abc', false],
    ['', '', true],
    ['^$', '', true],
    ['^$', 'a', false],
    ['$^', '', true],
    ['^.$', '😀', true],
    ['^.$', '\n', false],
    ['^\\u{1F600}$', '😀', true],
    ['^\\ud83d\\ude00$', '😀', true],
    ['^\\p{Lu}\\p{Ll}+$', 'Ærlig', true],
    ['^[^\\d\\s]+$', 'a b', false],
    ['^[\\]\\-a]+$', 'a-]', true],
    ['^(?:a|bc)*?d$', 'abcad', true],
    ['^(?<year>\\d{4})$', '2024', true],
    ['^(a?){20}a{20}$', 'a'.repeat(20), true],
    ['^a{2,}$', 'a', false],
    ['^a{0}b$', 'b', true],
    ['a|', 'zzz', true],
    ['^\\x41\\/$', 'A/', true],
  ])('%s on %j is %s, as everywhere', (source, text, expected) => {
    expect(matcher(source)(text)).toBe(expected);
    expect(new RegExp(source, 'u').test(text)).toBe(expected);
  });

  it.each([
    ['(a)\\1', /refer back/],
    ['(?<x>a)\\k<x>', /refer back/],
    ['(?=a)b', /look ahead/],
    ['(?!a)b', /look ahead/],
    ['(?<=a)b', /look ahead/],
    ['(?<!a)b', /look ahead/],
    ['\\bword\\b', /edge of a word/],
    ['(', /not a valid/],
    ['[z-a]', /not a valid/],
    ['*', /not a valid/],
    ['a{2', /not a valid/],
    ['((a{100}){100}){100}', /too large/],
    ['((((){1000}){1000}){1000}){1000}', /too large/],
    ['a{1001}', /1000 times/],
    ['a'.repeat(501), /500 characters/],
  ])('%s is refused', (source, words) => {
    const read = compilePattern(source);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.message).toMatch(words);
  });

  it.each([
    ['(a+)+$', 'a'],
    ['^(a|a)*$', 'a'],
    ['^(a|aa)+$', 'a'],
    ['(.*)*x', 'a'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
    ['(a*)*b', 'a'],
    ['^(\\w+\\s?)*$', 'w '],
    ['(x+x+)+y', 'x'],
    ['.*.*.*.*.*.*=.*', 'a'],
    ['(a?){200}a{200}', 'a'],
    // Needs a state for every combination of the last characters.
    ['a[ab]{400}c', Array.from({ length: 10_000 }, (_, n) => (Math.sin(n * n) > 0 ? 'a' : 'b')).join('')],
    [
      '(?:[^a]|a){0,150}c',
      Array.from({ length: 10_000 }, (_, n) => (Math.sin(n * n) > 0 ? 'é' : 'ü')).join(''),
    ],
  ])('%s takes a time that the text bounds', (source, unit) => {
    const read = compilePattern(source);
    if (!read.ok) throw new Error(read.message);
    const text = `${unit.repeat(Math.ceil(10_000 / unit.length))}!`;
    const work = { left: WORK_MAX };
    const began = performance.now();
    read.pattern.matches(text, work);
    // Checked before each step, which looks at each place of a pattern once.
    expect(work.left).toBeGreaterThan(-1001);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('says what ECMAScript says of every pattern that it takes', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      'c',
      '.',
      '\\d',
      '\\w',
      '[ab]',
      '[^a]',
      '1',
      '😀',
      '\\s',
      '^',
      '$',
    );
    const pattern = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        atom,
        fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => left + right),
        fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => `(${left}|${right})`),
        fc
          .tuple(tie('tree'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,1}', '*?', '+?'))
          .map(([part, sign]) => `(?:${part})${sign}`),
      ),
    })).tree;
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '1', '😀', ' ', '\n', 'é'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        const read = compilePattern(source);
        if (read.ok)
          expect(read.pattern.matches(value, { left: WORK_MAX })).toBe(new RegExp(source, 'u').test(value));
      }),
      { numRuns: 3000 },
    );
  });

  it('remembers nothing of one text for the next', () => {
    const matches = matcher('^a+$');
    expect([matches('aaa'), matches('b'), matches('a'), matches('')]).toEqual([true, false, true, false]);
  });
});
