import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** The one file that asks other servers for something; what else reaches out does so by mail or to the database. */
const OUTBOUND = 'server/platform/http/outbound.ts';

const IMPORT = /\bimport\s+([^;]*?)\s+from\s+['"](?:node:)?(?:https?|http2|undici)['"]/g;
const LATE_IMPORT = /\b(?:import|require)\(\s*['"](?:node:)?(?:https?|http2|undici)['"]/;
const FETCH = /(?<![.\w])fetch\(|\bglobalThis\.fetch\b/;

/** Types reach nobody, and neither does a server that listens. */
const isHarmless = (names: string): boolean => names.startsWith('type ') || names === '{ createServer }';

test('the server reaches others by HTTP through the one client that refuses private addresses', () => {
  const wrong = sources('server').flatMap(({ path, text }) => {
    if (path === OUTBOUND) return [];
    const imports = [...text.matchAll(IMPORT)].filter(([, names = '']) => !isHarmless(names));
    return imports.length > 0 || LATE_IMPORT.test(text) || FETCH.test(text) ? [path] : [];
  });
  expect(wrong).toEqual([]);
});
