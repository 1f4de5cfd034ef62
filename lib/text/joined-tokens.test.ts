import { expect, test } from 'vitest';
import { codeTokens, signedTokens, tokenParts } from './joined-tokens.ts';

test.each([
  ['ISBN 978-3-16-148410-0.', ['9783161484100']],
  ['ISBN 978 3 16 148410 0.', ['9783161484100']],
  ['DE89 3704 0044 0532 0130 00', ['de89370400440532013000']],
  ['call +49 170 1234567 or 0170/123 45 67', ['491701234567', '01701234567']],
  ['INV-2024/0017', ['inv20240017']],
  ['on 2024-03-15', ['20240315']],
  ['pages 3-5 of version 1.2', []],
  ['Report-2024.pdf', []],
  ['in 2019 2020 2021', []],
])('reads the codes in %s', (text, tokens) => {
  expect(codeTokens(text).map(({ token }) => token)).toEqual(tokens);
});

test.each([
  ['C++17, C# and .NET', ['c++', 'c#', '.net']],
  ['ASP.NET', ['.net']],
  ['a+b #1', []],
])('reads the names with a sign in %s', (text, tokens) => {
  expect(signedTokens(text).map(({ token }) => token)).toEqual(tokens);
});

test.each([
  ['QuarterlyReport2024', ['Quarterly', 'Report', '2024']],
  ['parseHTMLDocument', ['parse', 'HTML', 'Document']],
  ['report', []],
  ['IBM', []],
  ['a3f9c2d41b7e', []],
  ['B12', []],
])('reads the parts of %s', (word, parts) => {
  expect(tokenParts(word)).toEqual(parts);
});
