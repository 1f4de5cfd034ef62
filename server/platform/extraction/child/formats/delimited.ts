import Papa from 'papaparse';
import { isRecord } from '#lib/text/is-record.ts';
import { openText } from './decode.ts';
import type { PassageWriter } from './passage-writer.ts';
import { readPlain } from './plain.ts';
import type { WantedRows } from './port.ts';
import type { Reader, Reading } from './reader.ts';
import { RowWriter } from './row-writer.ts';

type Rows = AsyncIterable<string[]>;

/** A row longer than this is invalid: a quote was opened and never closed. */
const MAX_ROW = 4 * 1024 * 1024;

/** Rows of delimited text (RFC 4180), with as much in memory as a piece and its last, unfinished row. */
async function* rowsOf(pieces: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[], void> {
  let rest = '';
  for await (const piece of tidied(pieces)) {
    const text = rest + piece;
    const { rows, end: parsedLength } = parse(text, delimiter, text.length < MAX_ROW);
    yield* rows;
    rest = text.slice(parsedLength);
  }
  if (rest) yield* parse(rest, delimiter, false).rows;
}

function parse(text: string, delimiter: string, more: boolean): { rows: string[][]; end: number } {
  const result: Papa.ParseResult<string[]> = new Papa.Parser({ delimiter }).parse(text, 0, more);
  return { rows: result.data, end: more ? result.meta.cursor : text.length };
}

/** Text without its byte order mark and with one kind of line end. */
async function* tidied(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let pending = '';
  let first = true;
  for await (const piece of pieces) {
    const text = pending + (first ? piece.replace(/^\ufeff/, '') : piece);
    first = false;
    // The second character of a line end may come with the next chunk.
    pending = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - pending.length).replace(/\r\n?/g, '\n');
  }
}

type Target = { out: PassageWriter; window: WantedRows | undefined; encoding: string };

async function readRows(rows: Rows, { out, window, encoding }: Target): Promise<Reading> {
  const writer = new RowWriter(out, undefined, window);
  let number = 0;
  // There is one sheet only: others are empty.
  for await (const cells of (window?.sheet ?? 0) > 0 ? [] : rows) {
    await writer.row(++number, cells);
    if (writer.done) break;
  }
  await writer.flush();
  return {
    meta: { encoding, ...(out.full ? {} : { rows: writer.count }) },
    preview: { type: 'table', sheets: [writer.preview], truncated: writer.cut },
  };
}

const guessDelimiter = (sample: string) =>
  Papa.parse(sample.slice(0, 64 * 1024), { preview: 20, delimitersToGuess: [',', ';', '\t', '|'] }).meta
    .delimiter || ',';

export const readCsv: Reader = async (file, out) => {
  const { encoding, sample, pieces } = await openText(file);
  return readRows(rowsOf(pieces, guessDelimiter(sample)), { out, window: file.window, encoding });
};

export const readTsv: Reader = async (file, out) => {
  const { encoding, pieces } = await openText(file);
  return readRows(rowsOf(pieces, '\t'), { out, window: file.window, encoding });
};

/** A number of so many digits may not be one that programs compute with. */
const MANY_DIGITS = /\d{16}|\d\.\d{15}/;

/** As `JSON.parse`, with numbers of more digits than they can have in a program as the texts that they are. */
function parseJson(line: string): unknown {
  if (!MANY_DIGITS.test(line)) return JSON.parse(line);
  const exact = (_key: string, value: unknown, context?: { source?: string }) => {
    const source = typeof value === 'number' ? context?.source : undefined;
    if (source === undefined || source === String(value)) return value;
    return source.replaceAll(/^-?[0.]+|[^\d]/g, '').length > 15 && !/e/i.test(source) ? source : value;
  };
  return JSON.parse(line, exact);
}

/** The object of a line of newline-delimited JSON, or null. */
function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value = parseJson(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

async function* linesOf(pieces: AsyncIterable<string>) {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

const NAMES_MAX = 1000;
/** One of as many lines is an object where a file is one of them. */
const FIRST_LINES = 20;
/** Of the names without a column that a note shows. */
const SURPLUS_LENGTH = 200;

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * Rows of objects: the columns are the first object's keys, then the new keys of later ones. The lines that are sent have no row
 * of names, which are known once all are read.
 */
async function readObjects(
  pieces: AsyncIterable<string>,
  first: Record<string, unknown>,
  { out, window, encoding }: Target,
): Promise<Reading> {
  const writer = new RowWriter(out, undefined, window);
  const names = new Set(Object.keys(first));
  if (!window?.send) await writer.row(1, [...names]);
  let number = 1;
  for await (const line of (window?.sheet ?? 0) > 0 ? [] : linesOf(tidied(pieces))) {
    number += 1;
    const object = objectOf(line);
    if (object) {
      const surplus: string[] = [];
      for (const key of Object.keys(object)) {
        if (names.size < NAMES_MAX) names.add(key);
        else if (!names.has(key)) surplus.push(key);
      }
      const cells = [...names].map((name) => cellOf(Object.hasOwn(object, name) ? object[name] : undefined));
      const left = surplus.join(', ').slice(0, SURPLUS_LENGTH);
      const problem = `It has more names than there can be columns: ${left}`;
      await writer.row(number, cells, surplus.length > 0 ? { problem } : undefined);
    } else if (line.trim())
      await writer.row(number, [line], { problem: 'It is not a JSON object', isUnread: true });
    if (writer.done) break;
  }
  writer.head([...names]);
  await writer.flush();
  return {
    meta: { encoding, ...(out.full ? {} : { rows: writer.count }) },
    preview: { type: 'table', sheets: [writer.preview], truncated: writer.cut },
    names: [...names],
  };
}

/** `record` has no standard: newline-delimited JSON, delimited text, or any text. */
export const readRecord: Reader = async (file, out) => {
  const { encoding, sample, pieces } = await openText(file);
  const lines = sample
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim());
  // The first one may be broken.
  const [first] = lines[0]?.startsWith('{')
    ? lines.slice(0, FIRST_LINES).flatMap((line): Record<string, unknown>[] => {
        const object = objectOf(line);
        return object ? [object] : [];
      })
    : [];
  if (first) return readObjects(pieces, first, { out, window: file.window, encoding });
  const delimiter = guessDelimiter(sample);
  if (lines.length > 1 && lines.slice(0, 5).every((line) => line.includes(delimiter))) {
    return readRows(rowsOf(pieces, delimiter), { out, window: file.window, encoding });
  }
  return readPlain(file, out);
};
