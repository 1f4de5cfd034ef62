import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './sources.ts';

const markdownIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** Every document: a path that is not there sends its readers nowhere. */
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'components/README.md',
  'tests/README.md',
  ...markdownIn('docs'),
  ...markdownIn('docs/decisions'),
  ...markdownIn('docs/promises'),
];

const manifest: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
/** What `npm test` may be told to run alone. */
const PARTS = ['check', 'unit', 'component', 'api', 'browser', 'install'];

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const topLevel = new Set(tracked.map((path) => path.split('/')[0]));
const fileNames = new Set(tracked.map((path) => basename(path)));

/** `a/{b,c}` → `a/b`, `a/c` */
function expand(path: string): string[] {
  const [, before, choices = '', after] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path) ?? [];
  if (before === undefined) return [path];
  return choices.split(',').flatMap((choice) => expand(`${before}${choice.trim()}${after}`));
}

/** A file of source or text that is named without its folder: `submission-columns.ts`. */
const isFileName = (span: string): boolean => /^\w[\w.-]*\.(?:tsx?|mjs|css|json|md)$/.test(span);

/** Paths and file names of the repository in code spans and links; commands, addresses and names of anything else are none. */
function pathsIn(markdown: string, folder = ''): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, '');
  const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span.replace(/^#(?=[a-z]+\/)/, ''));
  const links = [...text.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(folder, target));
  const written = [...text.matchAll(/(?<![\w/`.(-])docs\/[\w./-]*\w/g)].map(([path]) => path);
  const decisions = [...text.matchAll(/\b[Dd]ecision (\d+)/g)].map(
    ([, number = '']) => `docs/decisions/${number.padStart(4, '0')}`,
  );
  const named = spans.filter(
    (span) => isFileName(span) || (topLevel.has(span.split('/')[0] ?? '') && !/[<…]|\{\w+\}/.test(span)),
  );
  return [...named.flatMap(expand), ...links, ...written, ...decisions];
}

/** A file, a folder, or the beginning of one file's name where a document cites it by its number (docs/decisions/0022). */
const isThere = (path: string): boolean => {
  const wanted = path.replace(/\/$/, '');
  // A package may be named like a file.
  if (existsSync(join(ROOT, 'node_modules', wanted))) return true;
  if (isFileName(wanted)) return fileNames.has(wanted);
  if (existsSync(join(ROOT, wanted))) return true;
  if (/\/\d{4}$/.test(wanted)) return tracked.some((one) => one.startsWith(`${wanted}-`));
  if (!wanted.includes('*')) return false;
  const like = new RegExp(`^${wanted.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}(/|$)`);
  return tracked.some((one) => like.test(one));
};

describe('the paths that documents name', () => {
  it.each(DOCUMENTS)('exist: %s', (name) => {
    const paths = pathsIn(readFileSync(join(ROOT, name), 'utf8'), dirname(name));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('are found in code spans, links, sentences and numbers of decisions', () => {
    const text =
      '`lib/gone.ts` `lib/{access,gone}/` `gone.ts` [x](gone.md) docs/decisions/9999 `server/*.gone.ts` decision 999';
    expect(pathsIn(text, 'docs').filter((path) => !isThere(path))).toEqual([
      'lib/gone.ts',
      'lib/gone/',
      'gone.ts',
      'server/*.gone.ts',
      'docs/gone.md',
      'docs/decisions/9999',
      'docs/decisions/0999',
    ]);
  });
});

/** Scripts of package.json that a document calls: `npm run demo`, `npm test -- unit`. */
function wrongCommands(markdown: string): string[] {
  const scripts = [...markdown.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
  const parts = [...markdown.matchAll(/\bnpm test -- ([\w/.-]+)/g)].map(([, name = '']) => name);
  const isPart = (name: string) => PARTS.includes(name) || existsSync(join(ROOT, name));
  return [
    ...scripts.filter((name) => !(name in manifest.scripts)).map((name) => `npm run ${name}`),
    ...parts.filter((name) => !name.startsWith('-') && !isPart(name)).map((name) => `npm test -- ${name}`),
  ];
}

describe('the commands that documents name', () => {
  it.each(DOCUMENTS)('exist: %s', (name) => {
    expect(wrongCommands(readFileSync(join(ROOT, name), 'utf8'))).toEqual([]);
  });

  it('are those of package.json and of its tests', () => {
    expect(wrongCommands('`npm run gone`, `npm test -- check`, `npm test -- lib/gone.test.ts`')).toEqual([
      'npm run gone',
      'npm test -- lib/gone.test.ts',
    ]);
  });
});

describe('the decisions', () => {
  // The index has no number (decisions.test.ts).
  const numbered = markdownIn('docs/decisions').filter((name) => basename(name) !== 'README.md');
  it.each(numbered)('are titled with the number of their file: %s', (name) => {
    const title = readFileSync(join(ROOT, name), 'utf8').split('\n')[0];
    expect(title).toMatch(new RegExp(`^# ${Number(basename(name).slice(0, 4))}\\. \\S`));
  });
});
