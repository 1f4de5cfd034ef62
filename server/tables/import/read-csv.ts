import Papa from 'papaparse';
import type { ImportDelimiter, ImportEncoding } from '#lib/contract/import-choice.ts';
import { NAMED_SEPARATORS, separatorOf, withoutSeparatorLine } from '#lib/text/csv-separator.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { detectText, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { encodingOfFile } from './file-encoding.ts';

const PIECE_BYTES = 256 * 1024;
/**
 * Text that is parsed at once: its lines are used before the next ones are read, so that few of them are alive when garbage is
 * collected.
 */
const PARSED_UNITS = 32 * 1024;
/** A line that is longer is none: a quote was never closed. */
const LINE_UNITS_MAX = 16 * 1024 * 1024;
const GROUP_LINES = 500;

/**
 * A line of a file: its cells, the vCard that they were read from, or that was made of them, and what of it could not be read
 * as it is written.
 */
export type Line = { cells: string[]; card?: string; isCardMade?: boolean; problem?: string };

const LATE_QUOTE = 'A quote in it is closed late: several lines may have been read as one';
const OPEN_QUOTE = 'A quote in it is never closed, and was read to the end of the line';
const BROKEN = 'Some of its characters are none in the encoding of the file';

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
  const { encoding, hasBroken } = await encodingOfFile(source, head, chosen.encoding);
  const separator = chosen.delimiter
    ? NAMED_SEPARATORS[chosen.delimiter]
    : separatorOf(createDecoder(encoding).decode(head));
  const groups = () => {
    const lines = parsedLines(decodedTexts(source, encoding), separator);
    return hasBroken ? withBroken(lines) : lines;
  };
  return { groups, encoding, separator };
}

/** Marks the lines that have bytes which could not be decoded. */
async function* withBroken(groups: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  for await (const group of groups)
    yield group.map((line) =>
      line.cells.some((cell) => cell.includes('\uFFFD'))
        ? { ...line, problem: line.problem ? `${line.problem}. ${BROKEN}` : BROKEN }
        : line,
    );
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

/** Open quotes at the end of a file whose lines are read again after them; after more, each line is read alone. */
const OPEN_QUOTES_MAX = 20;
/** As much text is read again after them. */
const REREAD_UNITS_MAX = 2 * LINE_UNITS_MAX;

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
    const { data, meta, errors }: Papa.ParseResult<string[]> = parser.parse(waiting, 0, !isLast);
    wanted = data.length === 0 ? Math.min(2 * waiting.length, LINE_UNITS_MAX) : 0;
    waiting = waiting.slice(meta.cursor);
    const malformed = new Set(errors.map(({ row }) => row));
    return data.flatMap((cells, row) => {
      if (isEmptyLine(cells)) return [];
      const isLate = malformed.has(row) && cells.some((cell) => /[\r\n]/.test(cell));
      return isLate ? [{ cells, problem: LATE_QUOTE }] : [{ cells }];
    });
  };
  /** Whether the last line has a quote that is open at the end of the file. */
  const isOpen = (): boolean =>
    new Papa.Parser({ delimiter, newline: lineEndOf(waiting) })
      .parse(waiting, 0, false)
      .errors.some(({ code }: { code: string }) => code === 'MissingQuotes');
  const parseAlone = (line: string, newline: ReturnType<typeof lineEndOf>): Line[] => {
    const { data, errors }: Papa.ParseResult<string[]> = new Papa.Parser({ delimiter, newline }).parse(
      line,
      0,
      false,
    );
    const [cells = ['']] = data;
    if (isEmptyLine(cells)) return [];
    return errors.some(({ code }) => code === 'MissingQuotes')
      ? [{ cells, problem: OPEN_QUOTE }]
      : [{ cells }];
  };
  const plainLineEnd = () => lineEndOf(waiting.slice(0, PIECE_BYTES).replaceAll('"', ''));
  /** Reads the line with the open quote alone; those after it are waiting. */
  const parseOpen = (): Line[] => {
    const newline = plainLineEnd();
    const length = waiting.indexOf(newline);
    const line = length < 0 ? waiting : waiting.slice(0, length);
    waiting = length < 0 ? '' : waiting.slice(length + newline.length);
    return parseAlone(line, newline);
  };
  /** Reads what is waiting line by line, where none of them contains another: each of its quotes ends with it. */
  function* parseApart(isLast = false): Generator<Line[]> {
    const newline = plainLineEnd();
    const last = isLast ? -1 : waiting.lastIndexOf(newline);
    const until = last < 0 ? waiting.length : last + newline.length;
    const apart = waiting.slice(0, until).split(newline);
    waiting = waiting.slice(until);
    wanted = 0;
    for (let at = 0; at < apart.length; at += GROUP_LINES)
      yield apart.slice(at, at + GROUP_LINES).flatMap((line) => parseAlone(line, newline));
  }
  function* feed(text: string): Generator<Line[]> {
    waiting += text;
    if (waiting.length < wanted) return;
    const lines = parse(false);
    if (lines.length > 0) yield lines;
    else if (waiting.length >= LINE_UNITS_MAX) yield* parseApart();
  }
  for await (const text of texts) yield* feed(text);
  let reread = 0;
  for (let open = 0; waiting !== ''; open += 1) {
    const rest = waiting;
    reread += rest.length;
    waiting = '';
    wanted = 0;
    for (let at = 0; at < rest.length; at += PARSED_UNITS) yield* feed(rest.slice(at, at + PARSED_UNITS));
    const lines = parse(false);
    if (lines.length > 0) yield lines;
    if (waiting === '') return;
    if (!isOpen()) {
      const last = parse(true);
      if (last.length > 0) yield last;
      return;
    }
    if (open >= OPEN_QUOTES_MAX || reread + waiting.length > REREAD_UNITS_MAX) return yield* parseApart(true);
    yield parseOpen();
  }
}
