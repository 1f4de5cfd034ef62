import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

describe('the contract', () => {
  it('has no request that the server does not check', () => {
    // A schema that is a part of another one is checked with it.
    const users = sources('server', 'lib/contract')
      .map(({ text }) => text.replace(/export const \w+|typeof \w+/g, '').replace(/^import .*$/gm, ''))
      .join('\n');
    const unused = sources('lib/contract').flatMap(({ path, text }) =>
      [...text.matchAll(/export const (\w+(?:Request|Query|Params))\b/g)]
        .map(([, name = '']) => name)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(users))
        .map((name) => `${path}: ${name}`),
    );
    expect(unused).toEqual([]);
  });
});

it('makes no schema in a page before code made of text is switched off', () => {
  const makers = sources('lib').filter(
    ({ path, text }) => /from 'zod'/.test(text) && !path.endsWith('without-eval.ts'),
  );
  const late = makers.filter(
    ({ text }) =>
      /^import \{[^}]*\bz\b/m.test(text) && !text.startsWith("import '#lib/contract/without-eval.ts';"),
  );
  expect(late.map(({ path }) => path)).toEqual([]);
});
