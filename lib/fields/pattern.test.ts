import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '#tests/harness/cpu-time.ts';
import { englishDefinitionProblem } from './english-definition-problem.ts';
import { compilePattern } from './pattern.ts';
import { MATCH_BUDGET_MAX } from './pattern-check.ts';

function matcher(source: string) {
  const read = compilePattern(source);
  if (!read.ok) throw new Error(`${source}: ${englishDefinitionProblem(read.problem)}`);
  return (text: string) => read.pattern.matches(text, { left: MATCH_BUDGET_MAX });
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
  ])('%s is refused', (source, message) => {
    const read = compilePattern(source);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(englishDefinitionProblem(read.problem)).toMatch(message);
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
    if (!read.ok) throw new Error(englishDefinitionProblem(read.problem));
    const text = `${unit.repeat(Math.ceil(10_000 / unit.length))}!`;
    const work = { left: MATCH_BUDGET_MAX };
    const spent = cpuTime(() => void read.pattern.matches(text, work));
    // Checked before each step, which visits each position of a pattern once.
    expect(work.left).toBeGreaterThan(-1001);
    expect(spent).toBeLessThan(10_000);
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
          expect(read.pattern.matches(value, { left: MATCH_BUDGET_MAX })).toBe(
            new RegExp(source, 'u').test(value),
          );
      }),
      { numRuns: 3000 },
    );
  });

  it('says that it does not know when no work is left', () => {
    const read = compilePattern('^[0-9]+$');
    if (!read.ok) throw new Error(englishDefinitionProblem(read.problem));
    expect(read.pattern.matches('12', { left: 0 })).toBeNull();
    expect(read.pattern.matches('12', { left: MATCH_BUDGET_MAX })).toBe(true);
    // Cached transitions cost nothing.
    expect(read.pattern.matches('21', { left: 0 })).toBe(true);
  });

  /** Common names and words of each script. */
  const SCRIPTS: Record<string, string> = {
    Latin: 'Zoë Łukasz Ångström O’Neil Müller-Lüdenscheidt Nguyễn',
    Cyrillic: 'Александр Екатерина Достоевский Щербакова Юрий Иванова-Петрова',
    Greek: 'Ελένη Παπαδόπουλος Νίκος Χρήστος',
    Han: '王小明 李娜 歐陽修 諸葛亮 司馬遷 山田太郎 佐藤花子',
    Kana: 'さくら タナカ ヒロシ みゆき',
    Hangul: '김철수 이영희 박지성 최민호',
    Arabic: 'محمد فاطمة عبدالرحمن خديجة',
    Hebrew: 'דוד שרה יעקב רבקה',
    Devanagari: 'आदित्य प्रिया संजय लक्ष्मी',
    Thai: 'สมชาย สมหญิง วิชัย',
    Ethiopic: 'አበበ ተስፋዬ',
    Georgian: 'გიორგი ნინო',
    Adlam: '𞤀𞤣𞤤𞤢𞤥 𞤃𞤢𞤪𞤭𞤴𞤢',
    Emoji: '🎉🎂 👩🏽‍🚀 ❤️‍🔥',
    // Nearly every character of the block, as in long lists of words.
    'all of Han': Array.from({ length: 7000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 97) % 20_000), 0x4e00 + ((n * 131) % 20_000)),
    ).join(' '),
  };

  it.each(Object.keys(SCRIPTS))('costs less than a tenth of the work for long lists in %s', (script) => {
    const tokens = (SCRIPTS[script] ?? '').split(' ');
    const nameOf = (n: number) => `${tokens[n % tokens.length]} ${tokens[(n * 7 + 3) % tokens.length]}`;
    const names = Array.from({ length: 1000 }, (_, n) => nameOf(n));
    const long = Array.from({ length: 3000 }, (_, n) => nameOf(n))
      .join(', ')
      .slice(0, 10_000);
    const sources = [
      "^[\\p{L} .'-]{2,100}$",
      "^[\\p{L}\\p{M} .,’'-]{1,300}$",
      '^\\p{Lu}[\\p{Ll}\\p{M}]+(?: \\p{Lu}[\\p{Ll}\\p{M}]+)*$',
      '^(?:\\p{L}|\\p{M}|\\p{N}| ){1,90}$',
      '^[^<>{}]{1,400}$',
      '\\S+ \\S+',
      '(?:\\w|[^\\x00-\\x7f]){2,64}',
      '\\p{L}{1,150}\\d',
      '^[^@\\s]{1,64}@[^@\\s]{1,200}\\.\\p{L}{2,}$',
    ];
    for (const source of sources) {
      const read = compilePattern(source);
      if (!read.ok) throw new Error(`${source}: ${englishDefinitionProblem(read.problem)}`);
      const work = { left: MATCH_BUDGET_MAX };
      const expected = new RegExp(source, 'u');
      for (const text of [...names, long]) expect(read.pattern.matches(text, work)).toBe(expected.test(text));
      expect(work.left).toBeGreaterThan(0.9 * MATCH_BUDGET_MAX);
    }
  });

  it('remembers nothing of one text for the next', () => {
    const matches = matcher('^a+$');
    expect([matches('aaa'), matches('b'), matches('a'), matches('')]).toEqual([true, false, true, false]);
  });
});
