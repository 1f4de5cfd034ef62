import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** The folders whose code runs, in a browser, on a server or from a command; tests stand beside them. */
export const CODE_FOLDERS = [
  'components',
  'context',
  'lib',
  'locales',
  'pages',
  'scripts',
  'server',
  'services',
  'styles',
];

/** A source file of the project: what is committed, and what is about to be. */
export type Source = { path: string; text: string };

/** Every file below these folders whose path is like this. */
export function files(like: RegExp, folders: string[]): Source[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => like.test(path) && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Every TypeScript file below these folders, without tests. */
export const sources = (...folders: string[]): Source[] =>
  files(/\.tsx?$/, folders).filter(({ path }) => !/\.test\.tsx?$/.test(path));

/** Every file of styles below these folders. */
export const styleSheets = (...folders: string[]): Source[] => files(/\.css$/, folders);
