import Papa from 'papaparse';
import type { ImportDelimiter, ImportEncoding } from '#lib/contract/import-choice.ts';
import { NAMED_SEPARATORS, separatorOf, withoutSeparatorLine } from '#lib/text/csv-separator.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { detectText, guessEncodingOf, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';

const PIECE_BYTES = 256 * 1024;
/**
 * Text that is parsed at once: its lines are used before the next ones are read, so that few of them are alive when garbage is
 * collected.
 */
const PARSED_UNITS = 32 * 1024;
/** A line that is longer is none: a quote was never closed. */
const LINE_UNITS_MAX = 16 * 1024 * 1024;
const GROUP_LINES = 500;

/** A line of a file: its cells, and the vCard that they were read from. */
export type Line = { cells: string[]; card?: string };

/** How text is read, where not as it is detected. */
export type TextReading = { encoding?: ImportEncoding | null; delimiter?: ImportDelimiter | null };

/** Delimited text: its lines, and how they are read. */
type DelimitedText = { groups: () => AsyncIterable<readonly Line[]>; encoding: string; separator: string };

/** Bytes of which it can't be told that they are text: only somebody knows it. */
const isWide = (encoding: string | null | undefined) => /^utf-(?:16|32)/.test(encoding ?? '');

/** Reads the lines of delimited text (RFC 4180) in any encoding, without empty ones, in groups; null for what is not text. */
export async function openCsv(source: ByteSource, chosen: TextReading = {}): Promise<DelimitedText | null> {
  const head = await source.read(0, LINES_SAMPLE_BYTES);
  if (!isWide(chosen.encoding) && !detectText(head).text) return null;
  const encoding = chosen.encoding ?? (await guessEncodingOf(source, head));
  const separator = chosen.delimiter
    ? NAMED_SEPARATORS[chosen.delimiter]
    : separatorOf(createDecoder(encoding).decode(head));
  return { groups: () => parsedLines(decodedTexts(source, encoding), separator), encoding, separator };
}

/** The text of a file in pieces: the first one is long enough to guess from it how lines end. */
async function* decodedTexts(source: ByteSource, encoding: string): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  for (let done = 0; done < source.size; ) {
    const bytes = await source.read(done, PIECE_BYTES);
    if (bytes.length === 0) break;
    const text = decoder.decode(bytes, { stream: true });
    if (done === 0) yield withoutSeparatorLine(text);
    else for (let at = 0; at < text.length; at += PARSED_UNITS) yield text.slice(at, at + PARSED_UNITS);
    done += bytes.length;
  }
  yield decoder.decode();
}

/** How the lines of a text end, by what is outside of its quotes. */
function lineEndOf(text: string): '\n' | '\r' | '\r\n' {
  const plain = text.replace(/"[\s\S]*?"/g, '');
  const first = /\r?\n|\r/.exec(plain)?.[0];
  if (first === undefined || first === '\n') return '\n';
  // One of both may be in a cell that nobody quoted: what most lines have.
  const parts = plain.split('\r');
  return parts.filter((part) => part.startsWith('\n')).length >= parts.length / 2 ? '\r\n' : '\r';
}

const isEmptyLine = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Lines in groups of some hundred: one by one, each would take longer than to parse it. */
async function* parsedLines(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<readonly Line[]> {
  let parser: Papa.Parser | null = null;
  let waiting = '';
  /** A text without the end of a line is parsed again once it is twice as long: a quote may be open to the end of the file. */
  let wanted = 0;
  const parse = (isLast: boolean): Line[] => {
    parser ??= new Papa.Parser({ delimiter, newline: lineEndOf(waiting) });
    const { data, meta }: Papa.ParseResult<string[]> = parser.parse(waiting, 0, !isLast);
    wanted = data.length === 0 ? Math.min(2 * waiting.length, LINE_UNITS_MAX) : 0;
    waiting = waiting.slice(meta.cursor);
    return data.flatMap((cells) => (isEmptyLine(cells) ? [] : [{ cells }]));
  };
  /** Reads what is waiting line by line, where none of them contains another: each of its quotes ends with it. */
  function* parseApart(): Generator<Line[]> {
    const newline = lineEndOf(waiting.slice(0, PIECE_BYTES).replaceAll('"', ''));
    const last = waiting.lastIndexOf(newline);
    const until = last < 0 ? waiting.length : last + newline.length;
    const apart = waiting.slice(0, until).split(newline);
    waiting = waiting.slice(until);
    wanted = 0;
    for (let at = 0; at < apart.length; at += GROUP_LINES)
      yield apart.slice(at, at + GROUP_LINES).flatMap((line) => {
        const [cells = ['']] = new Papa.Parser({ delimiter, newline }).parse(line, 0, false).data;
        return isEmptyLine(cells) ? [] : [{ cells }];
      });
  }
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < wanted) continue;
    const lines = parse(false);
    if (lines.length > 0) yield lines;
    else if (waiting.length >= LINE_UNITS_MAX) yield* parseApart();
  }
  const lines = waiting === '' ? [] : parse(true);
  if (lines.length > 0) yield lines;
}
