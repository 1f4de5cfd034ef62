import { expect, test } from 'vitest';
import { sources } from './sources.ts';

test('a page is rendered anew by `useRefresh` alone, which holds nobody back who is going elsewhere', () => {
  const own = sources('components', 'context', 'pages').filter(({ text }) =>
    /\b(replace|push)\([^;]*\basPath\b/.test(text),
  );
  expect(own.map(({ path }) => path)).toEqual(['context/way.ts']);
});
