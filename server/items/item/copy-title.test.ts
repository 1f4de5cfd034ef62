import { expect, test } from 'vitest';
import { TITLE_MAX } from '#lib/text/constants.ts';
import { copyTitle } from './copy-title.ts';

test('a copy is called after its original, and numbered where that name is taken', () => {
  expect(copyTitle('Plan', new Set())).toBe('Copy of Plan');
  expect(copyTitle('Plan', new Set(['Copy of Plan', 'Copy of Plan (2)']))).toBe('Copy of Plan (3)');
});

test('a copy of a copy is numbered instead of being called a copy twice', () => {
  expect(copyTitle('Copy of Plan', new Set(['Copy of Plan']))).toBe('Copy of Plan (2)');
  expect(copyTitle('Copy of Plan (2)', new Set(['Copy of Plan', 'Copy of Plan (2)']))).toBe(
    'Copy of Plan (3)',
  );
});

test('a title of the greatest length is cut, and no character in its middle', () => {
  const long = copyTitle('🗒'.repeat(TITLE_MAX / 2), new Set());
  expect(long.length).toBeLessThanOrEqual(TITLE_MAX);
  expect(long.isWellFormed()).toBe(true);
  expect(copyTitle('a'.repeat(TITLE_MAX), new Set()).length).toBe(TITLE_MAX);
});
