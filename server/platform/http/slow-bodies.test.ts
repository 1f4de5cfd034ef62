import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BODY_RATE_LIMIT, type BodyRateLimit, createSlowBodyGuard, trackBodyRate } from './slow-bodies.ts';

const SECOND = 1000;

/** Looks once a second at a body of which `bytesAt(second)` bytes come. @returns the second in which it is too slow. */
function closedAfter(seconds: number, bytesAt: (second: number) => number, isSenderWaiting = false) {
  const isTooSlow = trackBodyRate(BODY_RATE_LIMIT, 500);
  let bytesRead = 500;
  for (let second = 1; second <= seconds; second += 1) {
    bytesRead += bytesAt(second);
    if (isTooSlow({ passedMs: SECOND, bytesRead, isSenderWaiting })) return second;
  }
  return null;
}

describe('trackBodyRate', () => {
  it('takes 2 GB over a slow line, however long that takes', () => {
    expect(closedAfter(2_000_000_000 / 2048, () => 2048)).toBeNull();
  });

  it('takes a line that stalls for less than the idle limit', () => {
    expect(closedAfter(10_000, (second) => (second % 29 === 0 ? 100_000 : 0))).toBeNull();
  });

  it('closes a body of which nothing comes for the idle limit, at its begin and after much of it', () => {
    expect(closedAfter(100, () => 0)).toBe(30);
    expect(closedAfter(100, (second) => (second <= 10 ? 1_000_000 : 0))).toBe(40);
  });

  it('closes a body that comes byte by byte, also after a quick begin', () => {
    expect(closedAfter(1000, () => 1)).toBe(60);
    expect(closedAfter(1000, (second) => (second <= 60 ? 1_000_000 : 1))).toBe(120);
  });

  it('waits for its own reader without holding that against the sender', () => {
    expect(closedAfter(1000, () => 0, true)).toBeNull();
  });
});

const QUICK: BodyRateLimit = { idleMs: 200, leastBytesPerSecond: 1, windowMs: 60_000 };

/** A server that watches its bodies, and the first request that it is sent: five bytes of ten. */
async function beginBody(onRequest: (request: IncomingMessage) => void, respond = false) {
  const bodies = createSlowBodyGuard(QUICK);
  const server = createServer((request, response) => {
    bodies.watch(request, response);
    if (respond) response.end('refused');
    onRequest(request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    bodies.stop();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const request = send({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 10 } });
  onTestFinished(() => void request.destroy());
  const closed = new Promise<void>((resolve) => {
    request.on('socket', (socket) => socket.once('close', () => resolve()));
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  request.write('12345');
  return { request, response, closed };
}

describe('createSlowBodyGuard', () => {
  it('returns 408 and aborts the reader when the rest of a body does not come', async () => {
    const { promise: signalled, resolve: signal } = Promise.withResolvers<unknown>();
    const { response, closed } = await beginBody((request) => void text(request).catch(signal));
    const { statusCode, headers } = await response;
    expect(statusCode).toBe(408);
    expect(headers.connection).toBe('close');
    expect(JSON.parse(await text(await response))).toMatchObject({ code: 'body_too_slow' });
    expect(await signalled).toBeInstanceOf(Error);
    await closed;
  });

  it('closes the connection of a request that was refused half sent', async () => {
    const { response, closed } = await beginBody((request) => void request.resume(), true);
    expect((await response).statusCode).toBe(200);
    await closed;
  });

  it('leaves a request alone whose body came, however long its response takes', async () => {
    const { promise: read, resolve } = Promise.withResolvers<IncomingMessage>();
    const { request, response } = await beginBody(resolve);
    request.end('67890');
    const received = await read;
    expect(await text(received)).toBe('1234567890');
    // As long as it takes to close another one.
    const idle = await beginBody((other) => void other.resume());
    expect((await idle.response).statusCode).toBe(408);
    expect(received.socket.destroyed).toBe(false);
    received.socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    expect((await response).statusCode).toBe(204);
  });
});
