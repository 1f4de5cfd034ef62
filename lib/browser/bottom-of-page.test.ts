import { expect, it } from 'vitest';
import { isBottomOfPage } from './bottom-of-page.ts';

const at = (scrollTop: number) => ({ scrollTop, clientHeight: 800, scrollHeight: 2000 });

it('counts the last 100 pixels of a page as its bottom', () => {
  expect(isBottomOfPage(at(1099))).toBe(false);
  expect(isBottomOfPage(at(1100))).toBe(true);
  expect(isBottomOfPage(at(1200))).toBe(true);
  expect(isBottomOfPage(at(1100), 50)).toBe(false);
});

it('finds a page that does not scroll at its bottom', () => {
  expect(isBottomOfPage({ scrollTop: 0, clientHeight: 800, scrollHeight: 800 })).toBe(true);
});
