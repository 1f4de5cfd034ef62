import { expect, test } from 'vitest';
import { acquireExportSlot } from './export-slots.ts';

const turn = (hubId: string, userId: string) => acquireExportSlot({ hubId, userId });

test('an account runs at most two exports at a time, of whatever hubs', () => {
  const slotRequests = [turn('hub a', 'one'), turn('hub b', 'one')];
  expect(() => turn('hub c', 'one')).toThrow(/You are exporting 2 hubs/);
  slotRequests.push(turn('hub c', 'another'));
  slotRequests[0]?.();
  slotRequests[0]?.();
  slotRequests.push(turn('hub c', 'one'));
  expect(() => turn('hub d', 'one')).toThrow(/You are exporting/);
  for (const giveBack of slotRequests) giveBack();
});

test('a hub is exported twice at a time, and six hubs in all', () => {
  const slotRequests = [turn('hub a', 'one'), turn('hub a', 'two')];
  expect(() => turn('hub a', 'three')).toThrow(/This hub is being exported/);
  for (const n of [3, 4, 5, 6]) slotRequests.push(turn(`hub ${n}`, `account ${n}`));
  expect(() => turn('hub g', 'seven')).toThrow(/Too many hubs/);
  for (const giveBack of slotRequests) giveBack();
});
