import { expect, test } from 'vitest';
import { MISSED_MAX, RECENT_MS, RecentEvents } from './recent-events.ts';

function atTime() {
  const clock = { now: 1_000_000 };
  return { clock, recent: new RecentEvents(() => clock.now) };
}
const item = (id: string, hubId = 'h') => ({ about: 'item', hubId, id }) as const;

test('returns what happened in a hub within a time, each resource once', () => {
  const { clock, recent } = atTime();
  recent.add(item('a'));
  clock.now += 5_000;
  recent.add(item('b'));
  recent.add(item('c', 'other'));
  recent.add({ about: 'people', hubId: 'h' });
  recent.add(item('a'));
  clock.now += 1_000;
  expect(recent.within('h', 2_000)).toEqual([item('b'), { about: 'people', hubId: 'h' }, item('a')]);
  expect(recent.within('h', 500)).toEqual([]);
  expect(recent.within('nobody', 6_000)).toEqual([]);
});

test('says when it does not know: before its start, after too long, and after it forgot', () => {
  const { clock, recent } = atTime();
  clock.now += 1_000;
  expect(recent.within('h', 1_001)).toBeNull();
  expect(recent.within('h', 1_000)).toEqual([]);
  recent.add(item('a'));
  clock.now += RECENT_MS + 1;
  recent.removeOld();
  expect(recent.within('h', RECENT_MS)).toEqual([]);
  expect(recent.within('h', RECENT_MS + 1)).toBeNull();
  recent.clear();
  expect(recent.within('h', 1)).toBeNull();
});

test('does not list very many', () => {
  const { recent } = atTime();
  for (let n = 0; n < MISSED_MAX; n += 1) recent.add(item(`${n}`));
  expect(recent.within('h', 0)).toHaveLength(MISSED_MAX);
  recent.add(item('one more'));
  expect(recent.within('h', 0)).toBeNull();
});

test('evicts a hub with very many, and no other', () => {
  const { clock, recent } = atTime();
  recent.add(item('a', 'calm'));
  clock.now += 1_000;
  for (let n = 0; n <= 2_000; n += 1) recent.add(item(`${n}`));
  clock.now += 1_000;
  recent.add(item('b'));
  expect(recent.within('calm', 2_000)).toEqual([item('a', 'calm')]);
  expect(recent.within('h', 1_000)).toEqual([item('b')]);
  expect(recent.within('h', 1_001)).toBeNull();
});
