import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DeclaredNames, declaredNames } from './declared-names.ts';
import {
  EXPORTED,
  FIXED_NAMES,
  FOLDERS,
  memoize,
  namedFiles,
  namesIn,
  RETIRED,
  retiredInTitle,
  uses,
} from './names.ts';
import { files, type Source, sources } from './sources.ts';

const DECLARED =
  /^(?:export )?(?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Folders whose local names are checked as well: all with code. */
const FOLDERS_WITH_LOCAL_NAMES = [...FOLDERS, 'locales', 'pages', 'styles', 'tests'];
const DECLARED_ANYWHERE = /^\s*(?:export )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

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

/** The retired words of what a file declares, also inside of its functions. */
const retiredLocalNames = ({ path, text }: Source): string[] =>
  RETIRED.flatMap(({ pattern, use, exceptions }) =>
    [...new Set(namesIn(text, DECLARED_ANYWHERE))]
      .filter((name) => uses(name, pattern) && !exceptions.includes(name))
      .map((name) => `${path}: ${name} (instead of "${pattern}": ${use})`),
  );

/** Whether a name is the end of a range, whose start is bound beside it: `start` and `end`, `startLine` and `endLine`. */
const isRangeEnd = (name: string, beside: ReadonlySet<string>): boolean =>
  name.startsWith('end') &&
  (beside.has(name.replace('end', 'start')) || (name === 'end' && beside.has('from')));

const retiredBindings = (source: Source, all = declaredNames(source).bindings): string[] => {
  const names = [...all].filter((name) => !isRangeEnd(name, all));
  return RETIRED.filter(({ bindings }) => bindings).flatMap(({ pattern, use, exceptions, standard = [] }) =>
    names
      .filter((name) => uses(name, pattern) && ![...exceptions, ...standard].includes(name))
      .map((name) => `${source.path}: ${name} (instead of "${pattern}": ${use})`),
  );
};

const { foreign, wire, stored } = FIXED_NAMES;
const FIXED = { wire, stored };

/** Whether a file may use a name: it is of the API, of stored data or of another program (`fixed-names.json`). */
const isFixed = (name: string, path: string): boolean =>
  name in foreign || Object.values(FIXED).some((names) => names[name]?.in.includes(path));

const retiredMembers = ({ path, text }: Source, { members } = declaredNames({ path, text })): string[] =>
  RETIRED.filter(({ bindings }) => bindings).flatMap(({ pattern, use, exceptions, standard = [] }) =>
    [...members]
      .filter((name) => uses(name, pattern) && ![...exceptions, ...standard].includes(name))
      .filter((name) => !isFixed(name, path))
      .map((name) => `${path}: ${name} (instead of "${pattern}": ${use})`),
  );

/** Landed migrations are never edited, so theirs stay. */
const filesWithBindings = (): Source[] =>
  files(/\.(?:tsx?|mjs)$/, FOLDERS_WITH_LOCAL_NAMES).filter(
    ({ path }) => !path.endsWith('.d.ts') && !path.startsWith('server/platform/database/migrations/'),
  );

const isRetired = memoize((word) => RETIRED.some(({ pattern }) => uses(word, pattern)));

/** Whether a file has a retired term outside of its comments: others are not parsed. */
const mayUseRetired = ({ text }: Source): boolean =>
  text
    .split('\n')
    .some((line) => !/^\s*(?:\*|\/[/*])/.test(line) && (line.match(/[\w$-]+/g) ?? []).some(isRetired));

let known: { source: Source; names: DeclaredNames }[] | null = null;
/** All of these files are parsed once, for all tests. */
const allDeclared = () => {
  known ??= filesWithBindings()
    .filter(mayUseRetired)
    .map((source) => ({ source, names: declaredNames(source) }));
  return known;
};

/** Folders of tests whose titles have no retired words. */
const TITLE_FOLDERS = ['tests', 'server', 'lib', 'components', 'services', 'context', 'scripts'];
/** Up to three pairs of parentheses inside of each other: the arguments of `it.each(…)` and `it.runIf(…)`. */
const PARENTHESES = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
/** A call that names a test, a group or a step: `it('…'`, `test.step('…'`, `it.each(…)('…'`. */
const TITLE = new RegExp(
  String.raw`\b(?:it|test|describe)(?:\.\w+(?:${PARENTHESES})?)*\(\s*(?:'((?:\\.|[^'\\])*)'|${'`'}((?:\\.|[^${'`'}\\])*)${'`'})`,
  'g',
);

const titlesIn = (text: string): string[] =>
  [...text.matchAll(TITLE)].map(([, quoted, template]) => quoted ?? template ?? '');

describe('the vocabulary', () => {
  it.each([
    ['tellOwner', 'tell', true],
    ['news-of-write', 'news', true],
    ['ITEMS_AT_ONCE', 'once', true],
    ['XMLThing', 'things?', true],
    ['renews', 'news', false],
    ['endSession', '^end', true],
    ['sessionEnd', '^end', false],
  ])('finds in %s the retired term %s: %s', (name, pattern, expected) => {
    expect(uses(name, pattern)).toBe(expected);
  });

  it('has no retired terms in exported names and file names', () => {
    expect(sources(...FOLDERS).flatMap(retiredIn)).toEqual([]);
  });

  it('has no retired terms in local names', () => {
    const checked = files(/\.(?:tsx?|mjs)$/, FOLDERS_WITH_LOCAL_NAMES);
    expect(checked.length).toBeGreaterThan(1500);
    expect(checked.flatMap(retiredLocalNames)).toEqual([]);
  });

  it('has no retired terms in parameters, destructured values and members', () => {
    const all = allDeclared();
    expect(all.flatMap(({ source, names }) => retiredBindings(source, names.bindings))).toEqual([]);
  });

  it('has no retired terms in methods, keys and kinds', () => {
    expect(allDeclared().flatMap(({ source, names }) => retiredMembers(source, names))).toEqual([]);
  });

  it('has no retired terms in the names of tests, documents, style sheets and scripts', () => {
    const names = namedFiles();
    expect(names.length).toBeGreaterThan(3000);
    expect(
      names.flatMap(({ path, name }) =>
        RETIRED.filter(({ pattern, exceptions }) => uses(name, pattern) && !exceptions.includes(name)).map(
          ({ pattern, use }) => `${path} (instead of "${pattern}": ${use})`,
        ),
      ),
    ).toEqual([]);
  });

  it.each([
    'class Turns { tell(state: string): void {} }',
    'class Turns { #hold = () => 1; }',
    'type Message = { asked: string[] } | { query: string[] };',
    'export const writer = { forget() {} };',
    "type State = 'kept' | 'failed';",
    "export const TASK = 'tell-owners';",
    "const tasks = { 'end-sessions': run };",
  ])('finds the retired term among the members of %s', (text) => {
    expect(retiredMembers({ path: 'some.ts', text })).not.toEqual([]);
  });

  it.each([
    'const { end: last } = pool;',
    "element.addEventListener('load', stop, { once: true });",
    'type Range = { start: number; end: number };',
    "const title = 'Tell us your name';",
  ])('accepts %s', (text) => {
    expect(retiredMembers({ path: 'some.ts', text })).toEqual([]);
  });

  it.each([
    'const [said, setSaid] = useState(false);',
    'const use = ({ own: told }: Options, rest = told) => rest;',
    'class Turns { readonly #heard = 1; }',
    'for (const heard of listeners) heard();',
    'type Options = { onChange: (news: string) => void };',
    'const stopAll = (end: () => void) => end();',
  ])('finds the retired term that is bound by %s', (text) => {
    expect(retiredBindings({ path: 'some.ts', text })).not.toEqual([]);
  });

  it('accepts the end of a range beside its start', () => {
    const text = 'const cut = (text: string, start: number, end: number) => text.slice(start, end);';
    expect(retiredBindings({ path: 'some.ts', text })).toEqual([]);
  });

  it.each([
    ['what is deleted stays deleted', ['What']],
    ['a right that was taken away is heard no more', ['heard']],
    ['a large space is gone at once, and its items by and by', ['by and by', 'gone']],
    ['“Who can see this?” lists the answers of “all answers”', ['answers']],
    ['returns 409 and the current row when If-Match is stale', []],
  ])('finds the retired terms of the title %s', (title, found) => {
    expect(retiredInTitle(title).map((one) => one.match(/“(.*?)”/)?.[1]?.toLowerCase())).toEqual(
      found.map((word) => word.toLowerCase()),
    );
  });

  it('reads the titles of tests, groups, steps and tables of tests', () => {
    const text = [
      "test('one', async () => {});",
      "  it.each([['a'], ['b']])('two %s', (name) => {});",
      "describe('three', () => {",
      "  await test.step('four', async () => {});",
      "it.runIf(isRoot)('five', async () => {});",
      'test(`six`, async () => {});',
      "test(\n  'seven',\n  { tag: '@phone' },\n  async () => {});",
      "expect(call('not a title', 1)).toBe('neither');",
    ].join('\n');
    expect(titlesIn(text)).toEqual(['one', 'two %s', 'three', 'four', 'five', 'six', 'seven']);
  });

  it('has no retired terms in the titles of tests', () => {
    const tests = files(/\.(?:test|spec)\.tsx?$/, TITLE_FOLDERS);
    const titles = tests.flatMap(({ path, text }) => titlesIn(text).map((title) => ({ path, title })));
    expect(titles.length).toBeGreaterThan(1000);
    expect(
      titles.flatMap(({ path, title }) =>
        retiredInTitle(title).map((found) => `${path}: ${title}: ${found}`),
      ),
    ).toEqual([]);
  });

  it('has no exception that nothing needs', () => {
    const all = sources(...FOLDERS);
    const names = new Set(
      all.flatMap(({ path, text }) => [...namesIn(text, DECLARED), basename(path).replace(/\.[^.]+$/, '')]),
    );
    expect(RETIRED.flatMap(({ exceptions }) => exceptions.filter((name) => !names.has(name)))).toEqual([]);
    const declared = allDeclared().flatMap(({ names: { bindings, members } }) => [...bindings, ...members]);
    const used = new Set(declared);
    expect(RETIRED.flatMap(({ standard = [] }) => standard.filter((name) => !used.has(name)))).toEqual([]);
    expect(Object.keys(foreign).filter((name) => !used.has(name))).toEqual([]);
    const membersOf = new Map(allDeclared().map(({ source, names }) => [source.path, names.members]));
    expect(
      Object.values(FIXED)
        .flatMap((names) => Object.entries(names))
        .flatMap(([name, { in: paths }]) => paths.filter((path) => !membersOf.get(path)?.has(name))),
    ).toEqual([]);
  });
});
