import { createHash } from 'node:crypto';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { HEAD_MAX_BYTES, LINE_MAX_BYTES, numberedLine, type TableHead, tableHead } from './table-archive.ts';

const LINE_END = 0x0a;

/** The lines of a table's file, as they are read. @throws UnreadableArchive for one of more than `max` bytes */
export async function* tableFileLines(
  chunks: AsyncIterable<Uint8Array>,
  max = LINE_MAX_BYTES,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString();
      from = at + 1;
      parts = [];
      size = 0;
    }
    size += chunk.length - from;
    if (size > max) throw new UnreadableArchive('A line of this table is too long to be read.');
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (size > 0) yield Buffer.concat(parts).toString();
}

/** What a line says; undefined for what is no JSON. */
export function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The first line of a table's file. @throws UnreadableArchive where it is none */
export async function readTableHead(chunks: AsyncIterable<Uint8Array>): Promise<TableHead> {
  for await (const line of tableFileLines(chunks, HEAD_MAX_BYTES)) {
    const read = tableHead.safeParse(jsonOf(line));
    if (read.success) return read.data;
    break;
  }
  throw new UnreadableArchive('The columns of this table cannot be read.');
}

/** What is known of a table's file once all of it was read: its hash, and the greatest number of a row. */
export type ScannedTable = { sha256: string; greatest: number };

/** @throws UnreadableArchive for a line that is too long; the signal's reason once it is aborted */
export async function scanTableFile(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<ScannedTable> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      hash.update(chunk);
      yield chunk;
    }
  }
  let greatest = 0;
  for await (const line of tableFileLines(hashed())) {
    const row = numberedLine.safeParse(jsonOf(line));
    if (row.success) greatest = Math.max(greatest, row.data.number);
  }
  return { sha256: hash.digest('hex'), greatest };
}
