import { expect, it } from 'vitest';
import { patiently } from './back-online.ts';

it('loads again once the network is back, and says so', async () => {
  const told: boolean[] = [];
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('no network');
    return 'loaded';
  };
  const loading = patiently(load, {
    onNetwork: (isThere) => told.push(isThere),
    signal: new AbortController().signal,
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(told).toEqual([false]);
  window.dispatchEvent(new Event('online'));
  expect(await loading).toBe('loaded');
  expect(told).toEqual([false, true]);
});

it('gives up at once when it is told to', async () => {
  const control = new AbortController();
  const loading = patiently(() => Promise.reject(new TypeError('no network')), {
    onNetwork: () => undefined,
    signal: control.signal,
  });
  control.abort();
  expect(await loading).toBeNull();
});
