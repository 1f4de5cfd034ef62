import type { Readable, Writable } from 'node:stream';

/**
 * Calls `release` once a request's or a response's connection is closed: immediately if it was closed
 * already, since a stream that has emitted `close` does not emit it again.
 */
export function whenClosed(stream: Readable | Writable, release: () => void): void {
  if (stream.destroyed || stream.closed) release();
  else stream.once('close', release);
}
