import Papa from 'papaparse';
import type { ImportDelimiter, ImportEncoding } from '#lib/contract/import-choice.ts';
import { NAMED_SEPARATORS, withoutSeparatorLine } from '#lib/text/csv-separator.ts';
import { type LineEnd, lineEndOf, withoutLastReturn } from '#lib/text/line-ends.ts';
import { findTableStart } from '#lib/text/table-start.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { isTextual, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { encodingOfFile } from './file-encoding.ts';
import { type LineAlone, linesApart, readLineAlone } from './line-quotes.ts';

const PIECE_BYTES = 256 * 1024;
/**
 * Text that is parsed at once: its lines are used before the next ones are read, so that few of them are alive when garbage is
 * collected.
 */
const PARSED_UNITS = 32 * 1024;
/** A line that is longer is none: a quote was never closed. */
const LINE_UNITS_MAX = 16 * 1024 * 1024;
const GROUP_LINES = 500;

/** A line of a file. */
export type Line = {
  cells: string[];
  /** The vCard that they were read from, or that was made of them. */
  card?: string;
  isCardMade?: boolean;
  /** What of it could not be read as it is written; where it is unread, why nothing could. */
  problem?: string;
  isUnread?: true;
  /** In a file of refused lines: an import took the rest of it. */
  wasInPart?: true;
  /** Lines before it that are left out, as empty ones are; one less where the names of columns are no line of its file. */
  skipped?: number;
};

const LATE_QUOTE = 'A quote in it is closed late: several lines may have been read as one';
const OPEN_QUOTE = 'A quote in it is never closed, and was read to the end of the line';
const BROKEN = 'Some of its characters are none in the encoding of the file';

/** How text is read, where not as it is detected. */
export type TextReading = {
  encoding?: ImportEncoding | null;
  delimiter?: ImportDelimiter | null;
  /** The whole file, where only its beginning is read: it is detected as an import of it would be. */
  whole?: ByteSource;
};

/** Delimited text: its lines, and how they are read. */
type DelimitedText = { groups: () => AsyncIterable<readonly Line[]>; encoding: string; separator: string };

/** Bytes of which it can't be told that they are text: only somebody knows it. */
const isWide = (encoding: string | null | undefined) => /^utf-(?:16|32)/.test(encoding ?? '');

/** Reads the lines of delimited text (RFC 4180) in any encoding, without empty ones, in groups; null for what is not text. */
export async function openCsv(source: ByteSource, chosen: TextReading = {}): Promise<DelimitedText | null> {
  const head = await source.read(0, LINES_SAMPLE_BYTES);
  if (!isWide(chosen.encoding) && !isTextual(head)) return null;
  const { encoding, hasBroken } = await encodingOfFile(source, head, chosen.encoding);
  const start = withoutMarks(createDecoder(encoding).decode(head, { stream: true }));
  const delimiter = chosen.delimiter ? NAMED_SEPARATORS[chosen.delimiter] : null;
  const found = await findTableStart(chosen.whole ?? source, encoding, start, delimiter);
  const { separator, skippedLength } = found;
  const skipped = found.skippedLines + (withoutSeparatorLine(start) === start ? 0 : 1);
  const groups = () => {
    const lines = parsedLines(decodedTexts(source, encoding, skippedLength), separator, skipped);
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
async function* decodedTexts(
  source: ByteSource,
  encoding: string,
  skippedLength: number,
): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  for (let done = 0; done < source.size; ) {
    const bytes = await source.read(done, PIECE_BYTES);
    if (bytes.length === 0) break;
    const text = withoutMarks(decoder.decode(bytes, { stream: true }));
    if (done === 0) yield withoutSeparatorLine(text).slice(skippedLength);
    else for (let at = 0; at < text.length; at += PARSED_UNITS) yield text.slice(at, at + PARSED_UNITS);
    done += bytes.length;
  }
  yield decoder.decode();
}

/** The end of a file, as DOS and its programs write it. */
const LAST_SIGN = '\u001a';

const isEmptyLine = (cells: readonly string[]) =>
  cells.every((cell) => cell.trim() === '' || cell === LAST_SIGN);

/** A mark of byte order is no character, also where files were put together: each of them may begin with one. */
const withoutMarks = (text: string) => (text.includes('\uFEFF') ? text.replaceAll('\uFEFF', '') : text);

/** Open quotes at the end of a file whose lines are read again after them; after more, each line is read alone. */
const OPEN_QUOTES_MAX = 20;
/** As much text is read again after them. */
const REREAD_UNITS_MAX = 2 * LINE_UNITS_MAX;

/** Collects lines; of those that are empty it only knows how many there were. */
function createLineCollector(skipped: number) {
  return (lines: Line[], cells: string[], problem?: string): void => {
    if (isEmptyLine(cells)) {
      skipped += 1;
      return;
    }
    const line: Line = { cells };
    if (problem !== undefined) line.problem = problem;
    if (skipped > 0) line.skipped = skipped;
    lines.push(line);
  };
}

/**
 * Lines in groups of some hundred: one by one, each would take longer than to parse it.
 * @param skipped lines before the text that are no part of it
 */
async function* parsedLines(
  texts: AsyncIterable<string>,
  delimiter: string,
  skipped: number,
): AsyncGenerator<readonly Line[]> {
  let format: { delimiter: string; newline: LineEnd } | null = null;
  let waiting = '';
  /** A text without the end of a line is parsed again once it is twice as long: a quote may be open to the end of the file. */
  let wanted = 0;
  /** Cells of the header: of the first line that has several. */
  let width = 0;
  let taken = 0;
  const collect = createLineCollector(skipped);
  const collectAlone = (lines: Line[], { cells, isOpen }: LineAlone): void =>
    collect(lines, cells, isOpen ? OPEN_QUOTE : undefined);
  const plainLineEnd = () => lineEndOf(waiting.slice(0, PIECE_BYTES).replaceAll('"', ''));
  /** The lines of a row that is several, because its quote was closed by that of another one; null where it is one. */
  const apartOf = (row: number, how: { delimiter: string; newline: LineEnd }) => {
    taken += waiting.length;
    if (taken > REREAD_UNITS_MAX) return null;
    const cursorAfter = (rows: number): number =>
      rows === 0 ? 0 : new Papa.Parser({ ...how, preview: rows }).parse(waiting, 0, false).meta.cursor;
    const start = cursorAfter(row);
    const text = waiting.slice(start, cursorAfter(row + 1));
    const apart = linesApart(text, { delimiter, newline: plainLineEnd(), width });
    return apart && { lines: apart.lines, cursor: start + apart.length };
  };
  function* parse(isLast: boolean): Generator<Line[]> {
    for (let isParsed = false; !isParsed; ) {
      format ??= { delimiter, newline: lineEndOf(waiting) };
      const { data, meta, errors }: Papa.ParseResult<string[]> = new Papa.Parser(format).parse(
        waiting,
        0,
        !isLast,
      );
      const malformed = new Set(errors.map(({ row }) => row));
      let { cursor } = meta;
      const lines: Line[] = [];
      isParsed = true;
      for (let row = 0; row < data.length && isParsed; row += 1) {
        const found = data[row] ?? [];
        const cells = format.newline === '\n' ? withoutLastReturn(found) : found;
        if (width < 2) width = cells.length;
        const isLate = malformed.has(row) && cells.some((cell) => /[\r\n]/.test(cell));
        const apart = isLate ? apartOf(row, format) : null;
        if (apart) {
          for (const line of apart.lines) collectAlone(lines, line);
          ({ cursor } = apart);
          isParsed = false;
        } else collect(lines, cells, isLate ? LATE_QUOTE : undefined);
      }
      wanted = data.length === 0 ? Math.min(2 * waiting.length, LINE_UNITS_MAX) : 0;
      waiting = waiting.slice(cursor);
      if (lines.length > 0) yield lines;
    }
  }
  /** Whether the last line has a quote that is open at the end of the file. */
  const isOpen = (): boolean =>
    new Papa.Parser({ delimiter, newline: lineEndOf(waiting) })
      .parse(waiting, 0, false)
      .errors.some(({ code }: { code: string }) => code === 'MissingQuotes');
  /** Reads the line with the open quote alone; those after it are waiting. */
  const parseOpen = (): Line[] => {
    const newline = plainLineEnd();
    const length = waiting.indexOf(newline);
    const line = length < 0 ? waiting : waiting.slice(0, length);
    waiting = length < 0 ? '' : waiting.slice(length + newline.length);
    const lines: Line[] = [];
    collectAlone(lines, readLineAlone(line, delimiter, newline));
    return lines;
  };
  /** Reads what is waiting line by line, where none of them contains another: each of its quotes ends with it. */
  function* parseApart(isLast = false): Generator<Line[]> {
    const newline = plainLineEnd();
    const last = isLast ? -1 : waiting.lastIndexOf(newline);
    const until = last < 0 ? waiting.length : last + newline.length;
    const apart = waiting.slice(0, until).split(newline);
    // What follows the last end of a line is no line yet.
    if (apart.at(-1) === '') apart.pop();
    waiting = waiting.slice(until);
    wanted = 0;
    for (let at = 0; at < apart.length; at += GROUP_LINES) {
      const lines: Line[] = [];
      for (const line of apart.slice(at, at + GROUP_LINES))
        collectAlone(lines, readLineAlone(line, delimiter, newline));
      yield lines;
    }
  }
  function* feed(text: string): Generator<Line[]> {
    waiting += text;
    if (waiting.length < wanted) return;
    let isFound = false;
    for (const lines of parse(false)) {
      isFound = true;
      yield lines;
    }
    if (!isFound && waiting.length >= LINE_UNITS_MAX) yield* parseApart();
  }
  for await (const text of texts) yield* feed(text);
  let reread = 0;
  for (let open = 0; waiting !== ''; open += 1) {
    const rest = waiting;
    reread += rest.length;
    waiting = '';
    wanted = 0;
    for (let at = 0; at < rest.length; at += PARSED_UNITS) yield* feed(rest.slice(at, at + PARSED_UNITS));
    yield* parse(false);
    if (waiting === '') return;
    if (!isOpen()) return yield* parse(true);
    if (open >= OPEN_QUOTES_MAX || reread + waiting.length > REREAD_UNITS_MAX) return yield* parseApart(true);
    yield parseOpen();
  }
}
