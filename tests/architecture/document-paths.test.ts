import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './sources.ts';

/** What somebody new reads first: a path that is not there sends them nowhere. */
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'components/README.md',
  'tests/README.md',
];

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const topLevel = new Set(tracked.map((path) => path.split('/')[0]));

/** `a/{b,c}` → `a/b`, `a/c` */
function expand(path: string): string[] {
  const [, before, choices = '', after] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path) ?? [];
  if (before === undefined) return [path];
  return choices.split(',').flatMap((choice) => expand(`${before}${choice.trim()}${after}`));
}

/** Paths of the repository in code spans and links; commands, addresses and names of things are none. */
function pathsIn(markdown: string): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, '');
  const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span.replace(/^#(?=[a-z]+\/)/, ''));
  const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
  const written = [...text.matchAll(/(?<![\w/`.(-])docs\/[\w./-]*\w/g)].map(([path]) => path);
  const named = spans.filter((span) => topLevel.has(span.split('/')[0] ?? '') && !/[<…]/.test(span));
  return [...named.flatMap(expand), ...links, ...written];
}

/** A file, a folder, or the beginning of one file's name where a document cites it by its number (docs/decisions/0022). */
const isThere = (path: string): boolean => {
  const wanted = path.replace(/\/$/, '');
  if (existsSync(join(ROOT, wanted))) return true;
  if (/\/\d{4}$/.test(wanted)) return tracked.some((one) => one.startsWith(`${wanted}-`));
  if (!wanted.includes('*')) return false;
  const like = new RegExp(`^${wanted.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}(/|$)`);
  return tracked.some((one) => like.test(one));
};

describe('the paths that documents name', () => {
  it.each(DOCUMENTS)('exist: %s', (name) => {
    const paths = pathsIn(readFileSync(join(ROOT, name), 'utf8'));
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('would be refused if they did not', () => {
    const text =
      '`lib/gone.ts` `lib/{access,gone}/` [x](docs/gone.md) docs/decisions/9999 `server/*.gone.ts`';
    expect(pathsIn(text).filter((path) => !isThere(path))).toEqual([
      'lib/gone.ts',
      'lib/gone/',
      'server/*.gone.ts',
      'docs/gone.md',
      'docs/decisions/9999',
    ]);
  });
});
