import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { openText } from '../decode.ts';
import type { PassageWriter } from '../passage-writer.ts';
import type { Reader, Reading } from '../reader.ts';
import { readPlain } from './plain.ts';
import { RowWriter } from './row-writer.ts';

type Rows = AsyncIterable<string[]>;

function rowsOf(pieces: AsyncIterable<string>, delimiter: string): Rows {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter, skipEmptyLines: false });
  const source = Readable.from(withoutMark(pieces), { objectMode: false, encoding: 'utf8' });
  source.on('error', (error) => parser.destroy(error));
  return source.pipe(parser);
}

async function* withoutMark(pieces: AsyncIterable<string>) {
  let first = true;
  for await (const piece of pieces) {
    yield first ? piece.replace(/^\ufeff/, '') : piece;
    first = false;
  }
}

async function readRows(rows: Rows, out: PassageWriter, encoding: string): Promise<Reading> {
  const writer = new RowWriter(out);
  let number = 0;
  for await (const cells of rows) {
    await writer.row(++number, cells);
    if (out.full) break;
  }
  await writer.flush();
  return {
    meta: { encoding, ...(out.full ? {} : { rows: writer.count }) },
    preview: { type: 'table', sheets: [{ name: '', rows: writer.preview }], truncated: writer.cut },
  };
}

const guessDelimiter = (sample: string) =>
  Papa.parse(sample.slice(0, 64 * 1024), { preview: 20, delimitersToGuess: [',', ';', '\t', '|'] }).meta
    .delimiter || ',';

export const readCsv: Reader = async (file, out) => {
  const { encoding, sample, pieces } = await openText(file);
  return readRows(rowsOf(pieces, guessDelimiter(sample)), out, encoding);
};

export const readTsv: Reader = async (file, out) => {
  const { encoding, pieces } = await openText(file);
  return readRows(rowsOf(pieces, '\t'), out, encoding);
};

/** The object of a line of newline-delimited JSON, or null. */
function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;
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

/** Rows of objects: the columns are the first object's keys, then those that come with later ones. */
async function* rowsOfObjects(
  pieces: AsyncIterable<string>,
  first: Record<string, unknown>,
): AsyncGenerator<string[], void> {
  const columns = new Set(Object.keys(first));
  yield [...columns];
  for await (const line of linesOf(withoutMark(pieces))) {
    const object = objectOf(line);
    if (!object) {
      if (line.trim()) yield [line];
      continue;
    }
    for (const key of Object.keys(object)) if (columns.size < 1000) columns.add(key);
    yield [...columns].map((key) => {
      const value = object[key];
      return value === undefined || value === null
        ? ''
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
    });
  }
}

/** `record` has no standard: newline-delimited JSON, delimited text, or any text. */
export const readRecord: Reader = async (file, out) => {
  const { encoding, sample, pieces } = await openText(file);
  const lines = sample
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim());
  const first = objectOf(lines[0] ?? '');
  if (first) return readRows(rowsOfObjects(pieces, first), out, encoding);
  const delimiter = guessDelimiter(sample);
  if (lines.length > 1 && lines.slice(0, 5).every((line) => line.includes(delimiter))) {
    return readRows(rowsOf(pieces, delimiter), out, encoding);
  }
  return readPlain(file, out);
};
