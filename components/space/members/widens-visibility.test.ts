import { expect, test } from 'vitest';
import { widensVisibility } from './widens-visibility.ts';

test('a visibility that admits more people widens access, an equal or stricter one does not', () => {
  expect(widensVisibility('private', 'shared')).toBe(true);
  expect(widensVisibility('private', 'public')).toBe(true);
  expect(widensVisibility('shared', 'public')).toBe(true);
  expect(widensVisibility('shared', 'shared')).toBe(false);
  expect(widensVisibility('public', 'shared')).toBe(false);
  expect(widensVisibility('shared', 'private')).toBe(false);
});
