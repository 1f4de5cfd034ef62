import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { separatorOf } from '#lib/forms/read-csv-headers.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { detectText, guessEncodingOf, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';

const PIECE_BYTES = 256 * 1024;

/** A line of a file: its cells, and the vCard that they were read from. */
export type Line = { cells: string[]; card?: string };

/** The lines of delimited text (RFC 4180) in any encoding, without empty ones; null for what is not text. */
export async function readCsv(source: ByteSource): Promise<AsyncIterable<Line> | null> {
  const head = await source.read(0, LINES_SAMPLE_BYTES);
  if (!detectText(head).text) return null;
  const encoding = await guessEncodingOf(source, head);
  const decoder = createDecoder(encoding);
  const delimiter = separatorOf(createDecoder(encoding).decode(head));
  let done = 0;
  async function* pieces() {
    while (done < source.size) {
      const bytes = await source.read(done, PIECE_BYTES);
      if (bytes.length === 0) break;
      done += bytes.length;
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  }
  async function* lines(): AsyncGenerator<Line> {
    const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {
      delimiter,
      skipEmptyLines: 'greedy',
    });
    const text = Readable.from(pieces(), { objectMode: false, encoding: 'utf8' });
    text.once('error', (error) => parser.destroy(error));
    for await (const line of text.pipe(parser)) {
      const cells: unknown = line;
      if (Array.isArray(cells)) yield { cells: cells.map(String) };
    }
  }
  return lines();
}
