import { UnreadableArchive } from './read-zip.ts';

/** A line at most, in bytes: as much as one request may have. */
export const LINE_MAX_BYTES = 8 * 1024 ** 2;
const LINE_END = 0x0a;

/**
 * The lines of a file of JSON, as they are read. One of more than `max` bytes is empty where `skipsLong`.
 * @throws UnreadableArchive for one of more than `max` bytes, unless `skipsLong`
 */
export async function* linesOfJson(
  chunks: AsyncIterable<Uint8Array>,
  max = LINE_MAX_BYTES,
  { skipsLong = false } = {},
): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let isSkipped = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
      yield isSkipped ? '' : Buffer.concat([...parts, chunk.subarray(from, at)]).toString();
      from = at + 1;
      parts = [];
      size = 0;
      isSkipped = false;
    }
    size += chunk.length - from;
    if (size > max) {
      if (!skipsLong) throw new UnreadableArchive('A line of this file is too long to be read.');
      isSkipped = true;
      parts = [];
    }
    if (from < chunk.length && !isSkipped) parts.push(chunk.subarray(from));
  }
  if (size > 0) yield isSkipped ? '' : Buffer.concat(parts).toString();
}

/** What a line says; undefined for what is no JSON. */
export function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
