import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { separatorOf } from '#lib/forms/read-csv-headers.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { detectText, guessEncodingOf, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';

const PIECE_BYTES = 256 * 1024;
/** Lines that wait at most while nobody reads them, beside those of one piece. */
const GROUP = 1_000;

/** A line of a file: its cells, and the vCard that they were read from. */
export type Line = { cells: string[]; card?: string };

/** The lines of delimited text (RFC 4180) in any encoding, without empty ones, in groups; null for what is not text. */
export async function readCsv(source: ByteSource): Promise<AsyncIterable<readonly Line[]> | null> {
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
  return parsedLines(Readable.from(pieces(), { objectMode: false, encoding: 'utf8' }), delimiter);
}

/** What the parser has given and nobody has read yet. */
type Parsed = {
  lines: Line[];
  isOver: boolean;
  error: Error | null;
  paused: Papa.Parser | null;
  wake(): void;
};

/** Lines in groups, as they come out of the parser: one by one, each would take longer than to parse it. */
async function* parsedLines(text: Readable, delimiter: string): AsyncGenerator<readonly Line[]> {
  const parsed: Parsed = { lines: [], isOver: false, error: null, paused: null, wake: () => undefined };
  const finish = (error: Error | null) => {
    parsed.error ??= error;
    parsed.isOver = true;
    parsed.wake();
  };
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: 'greedy',
    chunk({ data }, parser) {
      for (const cells of data) parsed.lines.push({ cells });
      if (parsed.lines.length >= GROUP) {
        parser.pause();
        parsed.paused = parser;
      }
      parsed.wake();
    },
    complete: () => finish(null),
    error: finish,
  });
  try {
    while (true) {
      if (parsed.lines.length === 0 && !parsed.isOver) {
        const { promise, resolve } = Promise.withResolvers<void>();
        parsed.wake = resolve;
        await promise;
      }
      const { lines } = parsed;
      if (parsed.error) throw parsed.error;
      parsed.lines = [];
      if (lines.length > 0) yield lines;
      else if (parsed.isOver) return;
      if (parsed.lines.length > 0 || !parsed.paused) continue;
      const { paused } = parsed;
      parsed.paused = null;
      paused.resume();
    }
  } finally {
    text.destroy();
  }
}
