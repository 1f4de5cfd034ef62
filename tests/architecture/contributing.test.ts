import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, ROOT } from './sources.ts';

const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const section = (from: string, to: string): string => guide.slice(guide.indexOf(from), guide.indexOf(to));
const members = section('### Example: a column of the members list', '### Example: a field type');
const fieldTypes = section('### Example: a field type', '## Tests');

/** The column that the example follows through the code. */
const EXAMPLE = 'last_seen_at';
/** Places that a column of the members list may need, and that one does not. */
const WITHOUT_EXAMPLE = /nothing: |only where |only what |what writes it|where it belongs|the messages/;
/** Where the example's name is the column of something else: devices and accounts. */
const OF_OTHERS =
  /^(?:components\/profile|server\/accounts|server\/platform\/database\/schema\/accounts|lib\/contract\/account|server\/access\/sessions\/(?:caller|session\.repo))/;

const isPath = (span: string) => /^[a-z]+\/[\w./[\]-]+$/.test(span);
const spansOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

type Line = { text: string; paths: string[]; names: string[] };

/** The lines of a table: the files that each names, and the names that should be in them. */
function linesOf(markdown: string): Line[] {
  return markdown
    .split('\n')
    .filter((text) => text.startsWith('| ') && text.includes('`'))
    .map((text) => {
      const spans = spansOf(text);
      return {
        text,
        paths: spans.filter(isPath),
        names: spans.filter((span) => !isPath(span) && /^[A-Za-z_]+$/.test(span)),
      };
    });
}

const contentsOf = (paths: readonly string[]): string =>
  paths
    .filter((path) => existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile())
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n');

describe.each([
  ['the members list', members, 12],
  ['a field type', fieldTypes, 25],
])('the list of places for %s', (_, markdown, least) => {
  const lines = linesOf(markdown);

  it('names files and folders that exist', () => {
    expect(lines.length).toBeGreaterThanOrEqual(least);
    const missing = lines.flatMap(({ paths }) => paths).filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  it('names only what its files have', () => {
    const wrong = lines
      .filter(({ paths }) => contentsOf(paths) !== '')
      .flatMap(({ paths, names }) => {
        const text = contentsOf(paths);
        return names
          .filter((name) => !text.includes(name))
          .map((name) => `${name} is not in ${paths.join(', ')}`);
      });
    expect(wrong).toEqual([]);
  });
});

describe('the example of the members list', () => {
  const lines = linesOf(members);

  it('is in every file that the list says it touches', () => {
    const without = lines
      .filter(({ text, paths }) => contentsOf(paths) !== '' && !WITHOUT_EXAMPLE.test(text))
      .filter(({ paths }) => !contentsOf(paths).includes(EXAMPLE))
      .map(({ text }) => text);
    expect(without).toEqual([]);
  });

  it('touches no file that the list leaves out', () => {
    const named = lines.flatMap(({ paths }) => paths);
    const touched = files(/\.tsx?$/, ['lib', 'server', 'components', 'services', 'tests/api'])
      .filter(({ path, text }) => text.includes(EXAMPLE) && !OF_OTHERS.test(path))
      .map(({ path }) => path)
      .filter((path) => !/\/migrations\/|inserted-accounts/.test(path));
    expect(touched.length).toBeGreaterThan(6);
    expect(touched.filter((path) => !named.includes(path))).toEqual([]);
  });
});
