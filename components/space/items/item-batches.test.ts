import { expect, test } from 'vitest';
import { HttpError } from '#services/http-client.ts';
import { buildItem } from '#tests/component/item.ts';
import { NOT_REACHED, runInBatches, type SendBatch, STOPPED } from './item-batches.ts';

const names = (count: number) => Array.from({ length: count }, (_, at) => `item-${at}`);
const done = (ids: readonly string[]) => ({
  data: { items: ids.map((id) => buildItem({ id })), refused: [] },
});
const lost = () => new HttpError('network');
const refusal = (status: number) =>
  new HttpError({ status, data: { code: 'not_allowed', message: 'You may not.' }, headers: {} });

function run(ids: readonly string[], send: SendBatch, stop = new AbortController()) {
  const progress: number[] = [];
  const outcome = runInBatches(ids, send, {
    signal: stop.signal,
    onProgress: (count) => progress.push(count),
    pauses: [0, 0],
  });
  return { progress, outcome };
}

test('sends any number of items in batches of 200, each under a key of its own', async () => {
  const sent: { count: number; key: string }[] = [];
  const { outcome, progress } = run(names(450), async (ids, key) => {
    sent.push({ count: ids.length, key });
    return done(ids);
  });
  expect((await outcome)?.items).toHaveLength(450);
  expect(sent.map(({ count }) => count)).toEqual([200, 200, 50]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  expect(progress).toEqual([200, 400, 450]);
});

test('repeats a batch under the same key when its response was lost', async () => {
  const keys: string[] = [];
  const { outcome } = run(names(3), async (ids, key) => {
    keys.push(key);
    if (keys.length < 3) throw lost();
    return done(ids);
  });
  expect((await outcome)?.items).toHaveLength(3);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test('reports the rest as not done when the network stays away after the first batch', async () => {
  const { outcome } = run(names(401), async (ids) => {
    if (ids[0] !== 'item-0') throw lost();
    return done(ids);
  });
  const result = await outcome;
  expect(result?.items).toHaveLength(200);
  expect(result?.refused).toHaveLength(201);
  expect(result?.refused.every(({ code }) => code === NOT_REACHED)).toBe(true);
});

test('stops between batches when it is cancelled, and keeps the rest', async () => {
  const stop = new AbortController();
  const { outcome } = run(
    names(600),
    async (ids) => {
      stop.abort();
      return done(ids);
    },
    stop,
  );
  const result = await outcome;
  expect(result?.items).toHaveLength(200);
  expect(result?.refused.map(({ code }) => code)).toEqual(Array.from({ length: 400 }, () => STOPPED));
});

test('continues after a fully refused batch and reports each of its items', async () => {
  const { outcome } = run(names(250), async (ids) => {
    if (ids[0] === 'item-0') throw refusal(403);
    return done(ids);
  });
  const result = await outcome;
  expect(result?.items).toHaveLength(50);
  expect(result?.refused).toHaveLength(200);
  expect(result?.refused[0]).toEqual({ id: 'item-0', code: 'not_allowed', message: 'You may not.' });
});

test('changes nothing more after a question was declined', async () => {
  expect(await run(names(300), async () => null).outcome).toBeNull();
  const later = await run(names(300), async (ids) => (ids[0] === 'item-0' ? done(ids) : null)).outcome;
  expect(later?.items).toHaveLength(200);
  expect(later?.refused).toHaveLength(100);
});
