import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRowPace, PACE_MS } from './row-pace.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function pace() {
  const wanted: [number, number][] = [];
  return { wanted, ...createRowPace((from, to) => wanted.push([from, to])) };
}

test('rows are wanted at once where the view rested', () => {
  const { wanted, look } = pace();
  look(0, 40);
  expect(wanted).toEqual([[0, 40]]);
  vi.advanceTimersByTime(10 * PACE_MS);
  look(900, 940);
  expect(wanted).toEqual([
    [0, 40],
    [900, 940],
  ]);
});

test('a view that moves slowly wants its rows now and then', () => {
  const { wanted, look } = pace();
  for (let at = 0; at < 10; at += 1) {
    look(at, at + 40);
    vi.advanceTimersByTime(PACE_MS / 5);
  }
  expect(wanted).toEqual([
    [0, 40],
    [4, 44],
    [9, 49],
  ]);
});

test('a view that moves faster than it can be read wants its rows once it rests', () => {
  const { wanted, look } = pace();
  for (let at = 0; at < 50; at += 1) {
    look(at * 16, at * 16 + 40);
    vi.advanceTimersByTime(PACE_MS / 6);
  }
  expect(wanted).toEqual([[0, 40]]);
  vi.advanceTimersByTime(2 * PACE_MS);
  expect(wanted).toEqual([
    [0, 40],
    [784, 824],
  ]);
});

test('a view that is closed wants nothing more', () => {
  const { wanted, look, close } = pace();
  look(0, 40);
  look(10, 50);
  close();
  vi.advanceTimersByTime(10 * PACE_MS);
  expect(wanted).toEqual([[0, 40]]);
});
