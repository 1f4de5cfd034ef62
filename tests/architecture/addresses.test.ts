import { expect, test } from 'vitest';
import { sources } from './sources.ts';

test('a page is refreshed by `usePageRefresh` alone, which never interrupts a pending navigation', () => {
  const own = sources('components', 'context', 'pages').filter(({ text }) =>
    /\b(replace|push)\([^;]*\basPath\b/.test(text),
  );
  expect(own.map(({ path }) => path)).toEqual(['context/navigation-state.ts']);
});
