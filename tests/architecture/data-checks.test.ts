import { expect, it } from 'vitest';
import { sources } from './sources.ts';

/** What checks the shape of unknown data, and the only file that has it; everything else reads data by a schema. */
const CHECKS: Record<string, string | null> = {
  isRecord: 'lib/text/is-record.ts',
  isObject: null,
  isPlainObject: null,
  asRecord: null,
  asFields: null,
};

const DECLARED = /(?:\bfunction|\bconst)\s+(isRecord|isObject|isPlainObject|asRecord|asFields)\b/g;

it('declares no second check of the shape of unknown data', () => {
  const declared = sources('lib', 'server', 'services', 'context', 'components', 'pages').flatMap(
    ({ path, text }) => [...text.matchAll(DECLARED)].map(([, name = '']) => ({ name, path })),
  );
  expect(declared.filter(({ name, path }) => CHECKS[name] !== path)).toEqual([]);
  expect(declared).toContainEqual({ name: 'isRecord', path: 'lib/text/is-record.ts' });
});
