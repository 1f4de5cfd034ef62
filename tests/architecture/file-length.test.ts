import { expect, test } from 'vitest';
import { files } from './sources.ts';

/** Beyond this, a file has two subjects. */
const LINES_MAX = 350;

const FOLDERS = ['components', 'context', 'lib', 'pages', 'scripts', 'server', 'services', 'styles'];

test(`no file of code has more than ${LINES_MAX} lines`, () => {
  const long = files(/\.(?:tsx?|mjs)$/, FOLDERS)
    .filter(({ path }) => !/\.test\.(?:tsx?|mjs)$/.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > LINES_MAX);
  expect(long).toEqual([]);
});
