import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** How long a client may read nothing of what is sent to it, in milliseconds. */
const UNREAD_MS = 60_000;

/**
 * Sends the headers that were set, without a body: for any payload but a stream the server would set its own
 * length.
 */
export function sendHeaders(reply: FastifyReply): FastifyReply {
  return reply.send(Readable.from([]));
}

/**
 * Forwards chunks, and calls `onUnread` when the next one is not requested in time.
 * @param unreadMs how long the client may take for one chunk, in milliseconds
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
 * Sends chunks as they are produced, each read before the next is produced. A client that reads nothing for a
 * minute is disconnected, so that it holds neither a slot nor memory.
 */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string | Uint8Array>,
  unreadMs = UNREAD_MS,
): FastifyReply {
  const watched = watchForStalledReader(parts, unreadMs, () => reply.raw.destroy());
  return reply.send(Readable.from(watched, { objectMode: false }));
}
