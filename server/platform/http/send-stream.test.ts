import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sendParts, watchForStalledReader } from './send-stream.ts';

async function* parts(count: number) {
  for (let n = 0; n < count; n += 1) yield n;
}

describe('watchForStalledReader', () => {
  test('hands every part on to a reader that takes them, and ends nothing', async () => {
    const onUnread = vi.fn();
    const taken: number[] = [];
    for await (const part of watchForStalledReader(parts(3), 10_000, onUnread)) taken.push(part);
    expect(taken).toEqual([0, 1, 2]);
    expect(onUnread).not.toHaveBeenCalled();
  });

  test('reports a reader that does not request the next part in time', async () => {
    const unread = Promise.withResolvers<void>();
    const watched = watchForStalledReader(parts(3), 20, unread.resolve);
    expect((await watched.next()).value).toBe(0);
    await unread.promise;
    await watched.return(undefined);
  });
});

test('closes a connection that stopped reading, and aborts its source', async () => {
  const ended = Promise.withResolvers<number>();
  async function* endless() {
    let made = 0;
    try {
      for (; ; made += 1) yield Buffer.alloc(65_536);
    } finally {
      ended.resolve(made);
    }
  }
  const app = fastify();
  app.get('/', (_request, reply) => sendParts(reply, endless(), 100));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port }: AddressInfo = Object(app.server.address());
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: hubkeep\r\n\r\n');
  // What the system's own buffers take, and nothing of what would come after.
  expect(await ended.promise).toBeLessThan(2_000);
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
});
