import { createHash } from 'node:crypto';
import { jsonOf, linesOfJson } from '#server/platform/archives/json-lines.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { HEADER_MAX_BYTES, numberedLine, type TableHeader, tableHeader } from './table-archive.ts';

/** The first line of a table's file. @throws UnreadableArchive where it is none */
export async function readTableHeader(chunks: AsyncIterable<Uint8Array>): Promise<TableHeader> {
  for await (const line of linesOfJson(chunks, HEADER_MAX_BYTES)) {
    const read = tableHeader.safeParse(jsonOf(line));
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
  for await (const line of linesOfJson(hashed())) {
    const row = numberedLine.safeParse(jsonOf(line));
    if (row.success) greatest = Math.max(greatest, row.data.number);
  }
  return { sha256: hash.digest('hex'), greatest };
}
