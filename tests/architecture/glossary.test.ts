import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORTED, FOLDERS, namedFiles, namesIn, uses } from './names.ts';
import { ROOT, sources } from './sources.ts';

type Row = { terms: string[]; avoided: string[] };

/** The rows of the glossary: its words, and those that are not used for the same. */
function readRows(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)]
    .filter(([, word]) => word !== 'word' && word !== '---')
    .map(([, terms = '', avoided = '']) => ({
      terms: terms.split(', '),
      avoided: avoided.split(/, (?![^(]*\))/),
    }));
}

/** Each word that no name has, and the words to use instead; one with a remark is the term for something else. */
function refusedTerms(rows: readonly Row[]): Map<string, string> {
  const terms = new Set(rows.flatMap((row) => row.terms));
  return new Map(
    rows.flatMap((row) =>
      row.avoided
        .filter((word) => !word.includes('(') && !terms.has(word))
        .map((word): [string, string] => [word.toLowerCase().replaceAll(' ', '-'), row.terms.join(', ')]),
    ),
  );
}

describe('the glossary', () => {
  const refused = refusedTerms(readRows(readFileSync(join(ROOT, 'docs', 'glossary.md'), 'utf8')));
  const refusedIn = (name: string) => [...refused.keys()].filter((word) => uses(name, `${word}s?`));

  it('has the terms to avoid in its third column', () => {
    const rows = readRows(
      '| word | meaning | do not use |\n| --- | --- | --- |\n| lock | one | hold, unit (of work, or of a size) |\n| row, hold on | two | lock, log line |',
    );
    expect(rows.map(({ avoided }) => avoided)).toEqual([
      ['hold', 'unit (of work, or of a size)'],
      ['lock', 'log line'],
    ]);
    expect([...refusedTerms(rows)]).toEqual([
      ['hold', 'lock'],
      ['log-line', 'row, hold on'],
    ]);
  });

  it('is followed by exported names and file names', () => {
    expect(refused.size).toBeGreaterThan(70);
    const names = [
      ...namedFiles(),
      ...sources(...FOLDERS)
        .filter(({ path }) => !path.startsWith('server/platform/database/migrations/'))
        .flatMap(({ path, text }) => namesIn(text, EXPORTED).map((name) => ({ path, name }))),
    ];
    const found = names.flatMap(({ path, name }) =>
      refusedIn(name).map((word) => `${path}: ${name} (instead of "${word}": ${refused.get(word)})`),
    );
    expect(found).toEqual([]);
  });
});
