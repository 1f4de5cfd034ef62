import { expect, test } from 'vitest';
import { parseAddresses, sortAddresses } from './parse-addresses.ts';

test('addresses are found however they were pasted, each once', () => {
  expect(
    parseAddresses(
      'ada@example.org, Grace Hopper <grace@example.org>;\r\n "Lovelace, Ada" <ADA@example.org>\n\nlin@example.org kay@example.org',
    ),
  ).toEqual(['ada@example.org', 'grace@example.org', 'lin@example.org', 'kay@example.org']);
});

test('retains entries that are no addresses', () => {
  expect(parseAddresses('  Ada Lovelace \nnobody')).toEqual(['Ada Lovelace', 'nobody']);
  expect(parseAddresses(' \n ,; ')).toEqual([]);
  expect(parseAddresses('ada@example.org bob "carl" grace@example.org')).toEqual([
    'ada@example.org',
    'bob "carl"',
    'grace@example.org',
  ]);
  expect(parseAddresses('Ada <ada@example.org> Grace <grace@example.org> dora, <nobody>')).toEqual([
    'ada@example.org',
    'grace@example.org',
    'dora',
    'nobody',
  ]);
});

test('separates addresses from other entries', () => {
  expect(sortAddresses('ada@example.org, Grace Hopper, lin@example')).toEqual({
    entries: ['ada@example.org', 'Grace Hopper', 'lin@example'],
    addresses: ['ada@example.org'],
    others: ['Grace Hopper', 'lin@example'],
  });
});
