import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lossyNumber } from '#lib/fields/json-number.ts';

test.each([
  ['12345678901234567', [], 'too_precise'],
  ['{"values":{"amount": 12345678901234567}}', ['values', 'amount'], 'too_precise'],
  ['{"a":[{"b":1},[1e-400]]}', ['a', 1, 0], 'out_of_range'],
  ['[1,-1E400]', [1], 'out_of_range'],
  ['[1e999999999999]', [0], 'out_of_range'],
  ['[1e-999999999999]', [0], 'out_of_range'],
  ['{"x\\"\\\\":"\\\\","y\\u0041":0.12345678901234567}', ['yA'], 'too_precise'],
  ['[-9007199254740993]', [0], 'too_precise'],
  ['{"a":"1","b":[],"c":{},"d":1234567890.12345678901}', ['d'], 'too_precise'],
])('%s has a number that would be stored as another one', (text, path, kind) => {
  expect(lossyNumber(text)).toEqual({ path, kind });
});

test.each([
  '{"id":"12345678901234567","note":"a: 12345678901234567, [1e-400"}',
  '[9007199254740992,4503599627370496,12345678901234568]',
  '[1e3,1E-7,-0,0e999,0.0000000000000000000000000,100000000000000000000,1.50e3,5e-324]',
  // Some programs write every double with seventeen digits.
  '[0.10000000000000001,0.30000000000000004,2.2999999999999998]',
  '"\\\\"',
  '{"": "\\"1e-400", "a":"[1e-400]"}',
])('%s has none', (text) => {
  expect(lossyNumber(text)).toBeNull();
});

test('any JSON that is written here is preserved', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      expect(lossyNumber(text)).toBeNull();
    }),
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(lossyNumber(`[ ${JSON.stringify(number)}]`)).toBeNull();
      expect(lossyNumber(`{"a": ${number.toPrecision(17)}}`)).toBeNull();
    }),
  );
});

test('an odd whole number beyond 2^53 is always found', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 52n, max: 10n ** 30n }), (half) => {
      expect(lossyNumber(`[${half * 2n + 1n}]`)).toMatchObject({ path: [0] });
    }),
  );
});
