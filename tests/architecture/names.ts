import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { files, ROOT } from './sources.ts';

/** A word that names in this project do not use (`docs/glossary.md`), and what they use instead. */
export type RetiredTerm = {
  pattern: string;
  use: string;
  scope: 'exported' | 'all';
  /** Not in parameters, destructured values, members, keys and kinds either. */
  bindings?: true;
  /** Bindings and members in which the word is the usual term for what they are. */
  standard?: string[];
  exceptions: string[];
};

const readJson = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'tests', 'architecture', name), 'utf8'));

export const RETIRED: RetiredTerm[] = readJson('retired-terms.json');

type RetiredPhrase = { pattern: string; use: string; only?: 'titles' };

/** What a test's title and the summary of a route do not say. */
const RETIRED_IN_TEXTS: RetiredPhrase[] = readJson('retired-title-terms.json');

/** A key or a kind that stays, and the files that have it. */
type FixedName = { why: string; in: string[] };

/**
 * Names of the API and of stored data; those of other programs, which any file may have; names in the database; and ids of
 * messages. Each with the reason.
 */
export const FIXED_NAMES: Record<'wire' | 'stored', Record<string, FixedName>> &
  Record<'foreign' | 'database' | 'messages', Record<string, string>> = readJson('fixed-names.json');

/** Folders whose exported names are compared. */
export const FOLDERS = ['server', 'lib', 'components', 'context', 'services', 'scripts'];

export const EXPORTED =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** Computes the value of each text once: tens of thousands of names are compared with every term. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
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
    .replace(/[_. ]/g, '-')
    .toLowerCase(),
);

const shapeOf = memoize(
  (pattern) =>
    new RegExp(`${pattern.startsWith('^') ? '^' : '(?:^|-)'}(?:${pattern.replace('^', '')})(?:-|$)`),
);

/** Whether a name has a word like this; a pattern that begins with `^` looks at its first word alone. */
export const uses = (name: string, pattern: string): boolean => shapeOf(pattern).test(hyphenated(name));

export const namesIn = (text: string, shape: RegExp): string[] =>
  [...text.matchAll(shape)].flatMap(([, name]) => name ?? []);

/** Decisions and landed migrations keep their names; the demo's files are content. */
const FIXED_FILES = [
  'docs/decisions/',
  'server/platform/database/migrations/',
  'server/commands/demo/files/',
];

/** Every file that has a name of this project's own, with that name. */
export const namedFiles = (): { path: string; name: string }[] =>
  files(/\.(?:tsx?|mjs|css|md|json|sh|html)$/, [...FOLDERS, 'locales', 'pages', 'styles', 'tests', 'docs'])
    .filter(({ path }) => !FIXED_FILES.some((folder) => path.startsWith(folder)))
    .map(({ path }) => ({ path, name: basename(path).replace(/\..*$/, '') }));

const foundIn = (text: string, terms: readonly RetiredPhrase[]): string[] => {
  // A text of the interface is quoted, and a header has a name of its own.
  const own = text.replace(/“[^”]*”|Answer-Token/g, '');
  return terms.flatMap(({ pattern, use }) => {
    const [found] = new RegExp(pattern, 'i').exec(own) ?? [];
    return found === undefined ? [] : [`“${found}” (instead: ${use})`];
  });
};

/** The retired terms of a test's title, each with what to use instead. */
export const retiredInTitle = (title: string): string[] => foundIn(title, RETIRED_IN_TEXTS);

/** The same of the summary of a route. */
export const retiredInText = (text: string): string[] =>
  foundIn(
    text,
    RETIRED_IN_TEXTS.filter(({ only }) => only === undefined),
  );
