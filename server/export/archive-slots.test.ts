import { expect, test } from 'vitest';
import { acquireArchiveSlot } from './archive-slots.ts';

const turn = (hubId: string, userId: string) => acquireArchiveSlot({ hubId, userId });

test('an account has three archives at a time, and a hub eight', () => {
  const slotRequests = [1, 2, 3].map((n) => turn(`hub ${n}`, 'one'));
  expect(() => turn('hub 4', 'one')).toThrow(/You are downloading 3 archives/);
  for (let n = 1; n <= 7; n += 1) slotRequests.push(turn('hub 1', `reader ${n}`));
  expect(() => turn('hub 1', 'another')).toThrow(/Too many archives/);
  for (const giveBack of slotRequests) giveBack();
});

test('slow readers of two hubs leave a slot to each other hub, within the total limit', () => {
  const slotRequests: (() => void)[] = [];
  for (const hub of ['a', 'b']) for (let n = 0; n < 8; n += 1) slotRequests.push(turn(hub, `${hub} ${n}`));
  slotRequests.push(turn('another hub', 'somebody'));
  expect(() => turn('another hub', 'somebody else')).toThrow(/Too many archives/);
  for (let n = slotRequests.length; n < 64; n += 1) slotRequests.push(turn(`hub ${n}`, `reader ${n}`));
  expect(() => turn('one more hub', 'one more')).toThrow(/Too many archives/);
  for (const giveBack of slotRequests) giveBack();
  slotRequests.splice(0);
  turn('a', 'a 1')();
});
