import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ApiError } from './api-error.ts';
import { declaredLength } from './body-length.ts';

/** How slowly a body may arrive before its connection is closed. */
export type BodyRateLimit = {
  /** No byte at all for so long, in milliseconds. */
  idleMs: number;
  /** Less than this over each `windowMs`; the total time does not matter. */
  leastBytesPerSecond: number;
  windowMs: number;
};

/**
 * 2 GB at the lowest rate take three weeks: this closes connections that are kept open on purpose, never a
 * slow network.
 */
export const BODY_RATE_LIMIT: BodyRateLimit = { idleMs: 30_000, leastBytesPerSecond: 1024, windowMs: 60_000 };

/** Each body is checked this many times within the shorter of the two periods. */
const LOOKS = 5;

/** The measurement of a body at one time. */
type Look = {
  /** Since the last check, in milliseconds. */
  passedMs: number;
  /** Bytes that its connection has received in all. */
  bytesRead: number;
  /**
   * Bytes that arrived are not read yet, so that no more are received: its sender waits for us, not we for
   * them.
   */
  isSenderWaiting: boolean;
};

/**
 * Follows one body.
 * @param before bytes that its connection had received before it
 * @returns at each check, whether it arrives too slowly
 */
export function trackBodyRate(pace: BodyRateLimit, before: number): (look: Look) => boolean {
  let last = before;
  let idleMs = 0;
  let inWindow = { ms: 0, bytes: 0 };
  return ({ passedMs, bytesRead, isSenderWaiting }) => {
    const came = bytesRead - last;
    last = bytesRead;
    inWindow.bytes += came;
    idleMs = came > 0 || isSenderWaiting ? 0 : idleMs + passedMs;
    if (!isSenderWaiting) inWindow.ms += passedMs;
    if (idleMs >= pace.idleMs) return true;
    if (inWindow.ms < pace.windowMs) return false;
    const isSlow = inWindow.bytes < (pace.leastBytesPerSecond * inWindow.ms) / 1000;
    inWindow = { ms: 0, bytes: 0 };
    return isSlow;
  };
}

/** Responds 408, unless a response began, and closes; the reader of the body gets an error. */
function closeSlow({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (headersSent || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = 'The body came too slowly, or not at all. Send it again.';
  const body = JSON.stringify(new ApiError(408, 'body_too_slow', message).body());
  const head = [
    'HTTP/1.1 408 Request Timeout',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Watches bodies until they are there. */
export type SlowBodyGuard = {
  watch(request: IncomingMessage, response: ServerResponse): void;
  stop(): void;
};

/**
 * Closes connections whose bodies arrive too slowly, whatever address they are for and whether anything reads
 * them: a request that is never finished would keep its connection, its memory and its share of the
 * concurrent uploads.
 */
export function createSlowBodyGuard(pace: BodyRateLimit = BODY_RATE_LIMIT): SlowBodyGuard {
  const bodies = new Map<IncomingMessage, { response: ServerResponse; isTooSlow: (look: Look) => boolean }>();
  const lookMs = Math.min(pace.idleMs, pace.windowMs) / LOOKS;
  let lookedAt = performance.now();
  const lookAtAll = () => {
    const now = performance.now();
    // While this process stood still it could not receive: that is not the senders' fault.
    const passedMs = Math.min(now - lookedAt, 2 * lookMs);
    lookedAt = now;
    for (const [request, { response, isTooSlow }] of bodies) {
      const { bytesRead } = request.socket;
      const isOver = request.complete || request.socket.destroyed;
      if (!isOver && !isTooSlow({ passedMs, bytesRead, isSenderWaiting: request.readableLength > 0 }))
        continue;
      bodies.delete(request);
      if (!isOver) closeSlow(request, response);
    }
  };
  const timer = setInterval(lookAtAll, lookMs).unref();
  return {
    watch(request, response) {
      // Requests of the server-rendered pages to the own API use no connection.
      if (!(request.socket instanceof Socket) || declaredLength(request) === 0) return;
      bodies.set(request, { response, isTooSlow: trackBodyRate(pace, request.socket.bytesRead) });
      request.once('end', () => bodies.delete(request)).once('close', () => bodies.delete(request));
    },
    stop: () => clearInterval(timer),
  };
}
