import { expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

it.each([
  ['', 0],
  ['  \n ', 0],
  ['One two, three.', 3],
  ['It’s well-known: 3.5 boats', 4],
  ['Überall مرحبا بك', 3],
  ['日本語 text', 4],
])('counts the tokens of %j', (text, count) => expect(countTokens(text)).toBe(count));
