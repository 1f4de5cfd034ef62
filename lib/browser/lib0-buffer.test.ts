import * as original from 'lib0/buffer';
import { expect, it } from 'vitest';
import { copyUint8Array, encodeAny, fromBase64, toBase64 } from './lib0-buffer.ts';

const BYTES = Uint8Array.from({ length: 300 }, (_, at) => at % 256);

it('does what the functions of lib0 do', () => {
  expect(toBase64(BYTES)).toBe(original.toBase64(BYTES));
  expect(fromBase64(original.toBase64(BYTES))).toEqual(BYTES);
  expect(copyUint8Array(BYTES)).toEqual(BYTES);
  expect(copyUint8Array(BYTES).buffer).not.toBe(BYTES.buffer);
  for (const value of [null, 'Oak', 1.5, { level: 2, list: [true] }])
    expect(encodeAny(value)).toEqual(original.encodeAny(value));
});
