import { expect, test } from 'vitest';
import { widensVisibility } from './widening.ts';

test('what lets more people in widens, what keeps or shuts people out does not', () => {
  expect(widensVisibility('private', 'shared')).toBe(true);
  expect(widensVisibility('private', 'public')).toBe(true);
  expect(widensVisibility('shared', 'public')).toBe(true);
  expect(widensVisibility('shared', 'shared')).toBe(false);
  expect(widensVisibility('public', 'shared')).toBe(false);
  expect(widensVisibility('shared', 'private')).toBe(false);
});
