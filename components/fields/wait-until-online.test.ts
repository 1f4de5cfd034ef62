import { expect, it } from 'vitest';
import { loadWithRetry } from './wait-until-online.ts';

it('retries once the network is back and reports it', async () => {
  const notified: boolean[] = [];
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('no network');
    return 'loaded';
  };
  const loading = loadWithRetry(load, {
    onNetwork: (isThere) => notified.push(isThere),
    signal: new AbortController().signal,
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(notified).toEqual([false]);
  window.dispatchEvent(new Event('online'));
  expect(await loading).toBe('loaded');
  expect(notified).toEqual([false, true]);
});

it('rejects immediately when aborted', async () => {
  const control = new AbortController();
  const loading = loadWithRetry(() => Promise.reject(new TypeError('no network')), {
    onNetwork: () => undefined,
    signal: control.signal,
  });
  control.abort();
  expect(await loading).toBeNull();
});
