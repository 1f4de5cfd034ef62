import { expect, test } from 'vitest';
import { unfoldBytes } from './unfold-bytes.ts';

const unfolded = (...parts: (string | number)[]) =>
  Buffer.from(
    unfoldBytes(
      Buffer.concat(
        parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
      ),
    ),
  ).toString();

test('joins the bytes of a character that a fold divides, and leaves other folds to the parser', () => {
  expect(unfolded('FN:Zo', 0xc3, '\r\n ', 0xab, '\r\n')).toBe('FN:Zoë\r\n');
  expect(unfolded('FN:', 0xe5, '\n\t', 0xb1, '\r\n ', 0xb1)).toBe('FN:山');
  for (const text of ['FN:Zoë\r\n x', 'FN:Zoe\r\n é', 'NOTE:ë\r\n', '']) expect(unfolded(text)).toBe(text);
});
