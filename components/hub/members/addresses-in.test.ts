import { expect, test } from 'vitest';
import { addressesIn } from './addresses-in.ts';

test('addresses are found however they were pasted, each once', () => {
  expect(
    addressesIn(
      'ada@example.org, Grace Hopper <grace@example.org>;\r\n "Lovelace, Ada" <ADA@example.org>\n\nlin@example.org kay@example.org',
    ),
  ).toEqual(['ada@example.org', 'grace@example.org', 'lin@example.org', 'kay@example.org']);
});

test('what is no address is kept, to be told of', () => {
  expect(addressesIn('  Ada Lovelace \nnobody')).toEqual(['Ada Lovelace', 'nobody']);
  expect(addressesIn(' \n ,; ')).toEqual([]);
  expect(addressesIn('ada@example.org bob "carl" grace@example.org')).toEqual([
    'ada@example.org',
    'bob "carl"',
    'grace@example.org',
  ]);
  expect(addressesIn('Ada <ada@example.org> Grace <grace@example.org> dora, <nobody>')).toEqual([
    'ada@example.org',
    'grace@example.org',
    'dora',
    'nobody',
  ]);
});
