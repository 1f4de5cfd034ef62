import { expect, test } from 'vitest';
import { widens } from './widening.ts';

test('what lets more people in widens, what keeps or shuts people out does not', () => {
  expect(widens('private', 'shared')).toBe(true);
  expect(widens('private', 'public')).toBe(true);
  expect(widens('shared', 'public')).toBe(true);
  expect(widens('shared', 'shared')).toBe(false);
  expect(widens('public', 'shared')).toBe(false);
  expect(widens('shared', 'private')).toBe(false);
});
