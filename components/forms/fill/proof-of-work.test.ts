import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBits, proveWork } from './proof-of-work.ts';

const expected = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0);

test('hashes as SHA-256 does', () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    maxLength: 200,
  });
  fc.assert(
    fc.property(ascii, (text) => firstBits(text) === expected(text)),
    { numRuns: 500 },
  );
  for (const length of [0, 55, 56, 63, 64, 119, 120])
    expect(firstBits('a'.repeat(length))).toBe(expected('a'.repeat(length)));
});

test('finds a proof that the server takes', async () => {
  const token = 'mz1x2y3.AbCdEf';
  const nonce = await proveWork({ token, bits: 12 });
  expect(expected(`${token}:${nonce}`) >>> 20).toBe(0);
});

test('returns an empty proof when no work is required', async () => {
  expect(await proveWork({ token: 'x', bits: 0 })).toBe('');
});
