import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { files, ROOT, type Source, sources } from './sources.ts';

/** A word that names in this project do not use (`docs/glossary.md`), and what they use instead. */
type RetiredTerm = {
  pattern: string;
  use: string;
  scope: 'exported' | 'all';
  /** Not in parameters, destructured values and members of classes either. */
  bindings?: true;
  /** Bindings in which the word is the usual term for what they are. */
  standard?: string[];
  exceptions: string[];
};

const RETIRED: RetiredTerm[] = JSON.parse(
  readFileSync(join(ROOT, 'tests', 'architecture', 'retired-words.json'), 'utf8'),
);
/** What a test's title does not say; quoted texts of the interface are left out. */
const RETIRED_IN_TITLES: { pattern: string; use: string }[] = JSON.parse(
  readFileSync(join(ROOT, 'tests', 'architecture', 'retired-title-words.json'), 'utf8'),
);
const FOLDERS = ['server', 'lib', 'components', 'context', 'services', 'scripts'];
const EXPORTED =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const DECLARED =
  /^(?:export )?(?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Folders whose local names are checked as well: all with code. */
const FOLDERS_WITH_LOCAL_NAMES = [...FOLDERS, 'locales', 'pages', 'styles', 'tests'];
const DECLARED_ANYWHERE = /^\s*(?:export )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/** Computes the value of each text once: tens of thousands of names are compared with every term. */
function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = compute(text);
    known.set(text, made);
    return made;
  };
}

/** The words of a name, in lower case: of `lockPeople` `lock-people`, of `ITEMS_AT_ONCE` `items-at-once`. */
const hyphenated = memoize((name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[_.]/g, '-')
    .toLowerCase(),
);

const shapeOf = memoize(
  (pattern) =>
    new RegExp(`${pattern.startsWith('^') ? '^' : '(?:^|-)'}(?:${pattern.replace('^', '')})(?:-|$)`),
);

/** Whether a name has a word like this; a pattern that begins with `^` looks at its first word alone. */
const uses = (name: string, pattern: string): boolean => shapeOf(pattern).test(hyphenated(name));

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

/** The retired words of what a file declares, also inside of its functions. */
const retiredLocalNames = ({ path, text }: Source): string[] =>
  RETIRED.flatMap(({ pattern, use, exceptions }) =>
    [...new Set(namesIn(text, DECLARED_ANYWHERE))]
      .filter((name) => uses(name, pattern) && !exceptions.includes(name))
      .map((name) => `${path}: ${name} (instead of "${pattern}": ${use})`),
  );

type Handlers = ConstructorParameters<typeof Visitor>[0];
type NodeOf<Name extends keyof Handlers> = Parameters<NonNullable<Handlers[Name]>>[0];
type Pattern =
  | NodeOf<'ArrowFunctionExpression'>['params'][number]
  | NonNullable<NodeOf<'ArrayPattern'>['elements'][number]>;

/** Every name that a file binds to a value: variables, parameters, what is destructured, members of classes. */
function bindingsIn({ path, text }: Source): Set<string> {
  const names = new Set<string>();
  const add = (pattern: Pattern | null): void => {
    if (pattern === null) return;
    if (pattern.type === 'Identifier') names.add(pattern.name);
    else if (pattern.type === 'AssignmentPattern') add(pattern.left);
    else if (pattern.type === 'RestElement') add(pattern.argument);
    else if (pattern.type === 'TSParameterProperty') add(pattern.parameter);
    else if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) add(element);
    else if (pattern.type === 'ObjectPattern')
      for (const property of pattern.properties)
        add(property.type === 'RestElement' ? property.argument : property.value);
  };
  const addAll = ({ params }: { params: readonly Pattern[] }) => {
    for (const param of params) add(param);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: addAll,
    FunctionExpression: addAll,
    ArrowFunctionExpression: addAll,
    TSFunctionType: addAll,
    PropertyDefinition({ key }) {
      if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') names.add(key.name);
    },
  }).visit(parseSync(path, text).program);
  return names;
}

/** Whether a name is the end of a range, whose start is bound beside it: `start` and `end`, `startLine` and `endLine`. */
const isRangeEnd = (name: string, beside: ReadonlySet<string>): boolean =>
  name.startsWith('end') &&
  (beside.has(name.replace('end', 'start')) || (name === 'end' && beside.has('from')));

const retiredBindings = (source: Source, all = bindingsIn(source)): string[] => {
  const names = [...all].filter((name) => !isRangeEnd(name, all));
  return RETIRED.filter(({ bindings }) => bindings).flatMap(({ pattern, use, exceptions, standard = [] }) =>
    names
      .filter((name) => uses(name, pattern) && ![...exceptions, ...standard].includes(name))
      .map((name) => `${source.path}: ${name} (instead of "${pattern}": ${use})`),
  );
};

/** Landed migrations are never edited, so theirs stay. */
const filesWithBindings = (): Source[] =>
  files(/\.(?:tsx?|mjs)$/, FOLDERS_WITH_LOCAL_NAMES).filter(
    ({ path }) => !path.endsWith('.d.ts') && !path.startsWith('server/platform/database/migrations/'),
  );

let boundNames: { source: Source; names: Set<string> }[] | null = null;
/** All of these files are parsed once, for all tests. */
const allBindings = () => {
  boundNames ??= filesWithBindings().map((source) => ({ source, names: bindingsIn(source) }));
  return boundNames;
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

/** The retired words of a title, each with what to use instead. */
function retiredInTitle(title: string): string[] {
  const own = title.replace(/“[^”]*”/g, '');
  return RETIRED_IN_TITLES.flatMap(({ pattern, use }) => {
    const [found] = new RegExp(pattern, 'i').exec(own) ?? [];
    return found === undefined ? [] : [`“${found}” (instead: ${use})`];
  });
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
    expect(allBindings().flatMap(({ source, names }) => retiredBindings(source, names))).toEqual([]);
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
    const bound = new Set(allBindings().flatMap(({ names }) => [...names]));
    expect(RETIRED.flatMap(({ standard = [] }) => standard.filter((name) => !bound.has(name)))).toEqual([]);
  });
});
