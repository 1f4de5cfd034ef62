import { expect, it } from 'vitest';
import { isLeftOut, leftOutNote } from './left-out-files.ts';

const NONE = new Map();
const own = (path: string) => new Map([[path, { kind: 'document', title: path }]]);

it.each([
  '.git/config',
  'a/.DS_Store',
  '__MACOSX/a.md',
  'a/._b.md',
  'Thumbs.db',
  '.obsidian/app.json',
  'a/site.css',
])('leaves out %s, which no user wrote', (path) => {
  expect(isLeftOut(path, NONE)).toBe(true);
});

it.each(['.NET guide.md', '.NET/a.md', 'a/.profile.txt', '...and more.md', 'Icon.md', 'a.git/b.md'])(
  'imports %s, whose name a user chose',
  (path) => {
    expect(isLeftOut(path, NONE)).toBe(false);
  },
);

it('imports every file that our own export names', () => {
  expect(isLeftOut('.git/a.md', own('.git/a.md'))).toBe(false);
});

it('says how many files were left out, and which', () => {
  const note = (...paths: string[]) =>
    leftOutNote({ files: paths.map((path) => ({ path, problem: null })), known: NONE });
  expect(note('a.md')).toBeNull();
  expect(note('.git/', '.git/a', 'b.md')).toBe('One file of programs was not imported: .git.');
  expect(note('.git/a', '.git/b', 'a.css', 'b.css', 'Icon\r')).toBe(
    '5 files of programs were not imported: .git, .css, Icon.',
  );
  expect(note('.git/a', '.hg/b', '.svn/c', '.idea/d', '._e', 'f.js')).toMatch(/^6 .*: .git, .*, …\.$/);
});
