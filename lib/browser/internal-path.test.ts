import fc from 'fast-check';
import { expect, test } from 'vitest';
import { internalPath } from './internal-path.ts';

test.each([
  ['/', '/'],
  ['/nordwind/handbook?tab=a#b', '/nordwind/handbook?tab=a#b'],
  ['/a/../b', '/b'],
])('%s stays in the app', (target, path) => {
  expect(internalPath(target)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'evil',
  '',
  ' /a',
  undefined,
  ['/a'],
])('%j leads nowhere', (target) => {
  expect(internalPath(target)).toBeNull();
});

test('any typed text becomes a path on this origin', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `/${text}`),
      ),
      (target) => {
        const path = internalPath(target);
        if (path === null) return;
        expect(new URL(path, 'https://hub.example').origin).toBe('https://hub.example');
      },
    ),
  );
});
