import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { whenClosed } from './when-closed.ts';

test('releases once when the connection is closed', async () => {
  const stream = new PassThrough();
  const release = vi.fn();
  whenClosed(stream, release);
  expect(release).not.toHaveBeenCalled();
  stream.destroy();
  await once(stream, 'close');
  expect(release).toHaveBeenCalledTimes(1);
});

test('releases at once when the connection was closed before', async () => {
  const stream = new PassThrough();
  stream.destroy();
  await once(stream, 'close');
  const release = vi.fn();
  whenClosed(stream, release);
  expect(release).toHaveBeenCalledTimes(1);
});
