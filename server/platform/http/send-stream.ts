import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** How long a reader may take nothing of what is sent to it, in milliseconds. */
const UNREAD_MS = 60_000;

/** Sends the headers that were set, without a body: for any payload but a stream the server would put its own length in. */
export function sendHeaders(reply: FastifyReply): FastifyReply {
  return reply.send(Readable.from([]));
}

/**
 * Hands parts on, and calls `onUnread` when the next one is not asked for in time.
 * @param unreadMs how long the reader may take for one part, in milliseconds
 */
export async function* watchForStalledReader<T>(
  parts: AsyncIterable<T>,
  unreadMs: number,
  onUnread: () => void,
): AsyncGenerator<T> {
  for await (const part of parts) {
    const timer = setTimeout(onUnread, unreadMs);
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Sends parts as they are made, each taken before the next is made. A reader that takes nothing for a minute is cut off,
 * so that it holds neither a turn nor memory.
 */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string | Uint8Array>,
  unreadMs = UNREAD_MS,
): FastifyReply {
  const watched = watchForStalledReader(parts, unreadMs, () => reply.raw.destroy());
  return reply.send(Readable.from(watched, { objectMode: false }));
}
