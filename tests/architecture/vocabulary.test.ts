import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, type Source, sources } from './sources.ts';

/** A word that names in this project do not use (`docs/glossary.md`), and what they use instead. */
type RetiredWord = { pattern: string; use: string; scope: 'exported' | 'all'; exceptions: string[] };

const RETIRED: RetiredWord[] = JSON.parse(
  readFileSync(join(ROOT, 'tests', 'architecture', 'retired-words.json'), 'utf8'),
);
const FOLDERS = ['server', 'lib', 'components', 'context', 'services', 'scripts'];
const EXPORTED =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const DECLARED =
  /^(?:export )?(?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** The words of a name, in lower case: of `lockPeople` `lock-people`, of `ITEMS_AT_ONCE` `items-at-once`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[_.]/g, '-')
    .toLowerCase();

/** Whether a name has a word like this; a pattern that begins with `^` looks at its first word alone. */
const uses = (name: string, pattern: string): boolean =>
  new RegExp(`${pattern.startsWith('^') ? '^' : '(?:^|-)'}(?:${pattern.replace('^', '')})(?:-|$)`).test(
    wordsOf(name),
  );

const namesIn = (text: string, shape: RegExp): string[] =>
  [...text.matchAll(shape)].flatMap(([, name]) => name ?? []);

/** What retired words a file uses, each with the word to use. */
function retiredIn({ path, text }: Source): string[] {
  const file = basename(path).replace(/\.[^.]+$/, '');
  const exported = [...namesIn(text, EXPORTED), file];
  const declared = [...namesIn(text, DECLARED), file];
  return RETIRED.flatMap(({ pattern, use, scope, exceptions }) =>
    [...new Set(scope === 'all' ? declared : exported)]
      .filter((name) => uses(name, pattern) && !exceptions.includes(name))
      .map((name) => `${path}: ${name} (instead of "${pattern}": ${use})`),
  );
}

describe('the vocabulary', () => {
  it.each([
    ['tellOwner', 'tell', true],
    ['news-of-write', 'news', true],
    ['ITEMS_AT_ONCE', 'once', true],
    ['XMLThing', 'things?', true],
    ['renews', 'news', false],
    ['endSession', '^end', true],
    ['sessionEnd', '^end', false],
  ])('finds in %s the retired word %s: %s', (name, pattern, expected) => {
    expect(uses(name, pattern)).toBe(expected);
  });

  it('has no retired words in exported names and file names', () => {
    expect(sources(...FOLDERS).flatMap(retiredIn)).toEqual([]);
  });

  it('has no exception that nothing needs', () => {
    const all = sources(...FOLDERS);
    const names = new Set(
      all.flatMap(({ path, text }) => [...namesIn(text, DECLARED), basename(path).replace(/\.[^.]+$/, '')]),
    );
    expect(RETIRED.flatMap(({ exceptions }) => exceptions.filter((name) => !names.has(name)))).toEqual([]);
  });
});
