import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test('an IPv4 address counts as itself, however it is written', () => {
  expect(clientAddress('192.0.2.7')).toBe('192.0.2.7');
  expect(clientAddress('::ffff:192.0.2.7')).toBe('192.0.2.7');
});

test('the addresses of one IPv6 network count as one', () => {
  expect(clientAddress('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
  expect(clientAddress('2001:0db8:1:2:ffff:ffff:ffff:ffff')).toBe('2001:db8:1:2::/64');
  expect(clientAddress('::1')).toBe('0:0:0:0::/64');
  expect(clientAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

test('another network counts apart', () => {
  expect(clientAddress('2001:db8:1:3::1')).not.toBe(clientAddress('2001:db8:1:2::1'));
});
