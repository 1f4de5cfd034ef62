import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { LINE_MAX_BYTES, type TableHead, tableHead } from './table-archive.ts';

const LINE_END = 0x0a;

/** The lines of a table's file, as they are read. @throws UnreadableArchive for one that is too long */
export async function* tableFileLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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
    if (size > LINE_MAX_BYTES) throw new UnreadableArchive('A row of this table is too long to be read.');
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
  for await (const line of tableFileLines(chunks)) {
    const read = tableHead.safeParse(jsonOf(line));
    if (read.success) return read.data;
    break;
  }
  throw new UnreadableArchive('The columns of this table cannot be read.');
}
