import { afterEach, expect, test, vi } from 'vitest';
import { noteIndexingAge, pauseForIndexing } from './indexing-age.ts';

afterEach(() => {
  for (const hub of ['a', 'b']) noteIndexingAge(hub, 0);
  vi.useRealTimers();
});

test('a write does not wait while what is indexed is young', () => {
  noteIndexingAge('a', 900);
  expect(pauseForIndexing(['a'])).toBe(0);
});

test('a write waits the longer the older the backlog of its own hub is, to a limit', () => {
  noteIndexingAge('a', 2_000);
  expect(pauseForIndexing(['a'])).toBe(10);
  expect(pauseForIndexing(['b'])).toBe(0);
  noteIndexingAge('a', 3_000);
  expect(pauseForIndexing(['b', 'a'])).toBe(20);
  noteIndexingAge('a', 3_600_000);
  expect(pauseForIndexing(['a'])).toBe(40);
});

test('a write waits no more once the backlog is young, or nothing was noted of it for a second', () => {
  vi.useFakeTimers();
  noteIndexingAge('a', 5_000);
  noteIndexingAge('b', 5_000);
  noteIndexingAge('a', 100);
  expect(pauseForIndexing(['a'])).toBe(0);
  expect(pauseForIndexing(['b'])).toBe(40);
  vi.advanceTimersByTime(1_001);
  expect(pauseForIndexing(['b'])).toBe(0);
});
