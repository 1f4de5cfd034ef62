import { findContactLayout, NOTE_LINES_MAX } from '#lib/contacts/contact-headers.ts';
import type { Column } from '#lib/contract/table.ts';
import { CHECKED_CELLS_MAX, CHECKED_LINES_MAX } from '#lib/contract/table-limits.ts';
import { detectHeader } from '#lib/forms/detect-header.ts';
import { type GuessedType, guessColumnTypes } from '#lib/forms/guess-column-types.ts';
import { unguarded } from '#lib/text/csv.ts';
import { NAMED_SEPARATORS, withoutSeparatorLine } from '#lib/text/csv-separator.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { lineEndOf, withoutLastReturn } from '#lib/text/line-ends.ts';
import { numberedHeaders } from '#lib/text/numbered-headers.ts';
import { isRefusedHeader, ownCells } from '#lib/text/refused-lines.ts';
import { findTableStart } from '#lib/text/table-start.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { guessEncoding, isTextual, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { ImportReading } from '#services/table.ts';

/** The headers of a file, equal ones numbered, with a sample and the probable type of each column. */
export type FilePreview = {
  headers: string[];
  samples: string[];
  types: GuessedType[][];
  /** The first lines, cut where they are long, below the header as the file writes it. */
  lines: string[][];
  /** Whether these are all lines of the file. */
  isWhole: boolean;
  /** Of a workbook: the names of its sheets. */
  sheets?: string[];
  /** The numbers, from 0, of those that the workbook hides, and of the one that these lines are of. */
  hiddenSheets?: number[];
  sheet?: number;
  /** Whether the first line names the columns. */
  hasHeader: boolean;
  /** The file itself names its columns: its first line is never data. */
  isNamed: boolean;
  /** Of text: the encoding that it is read in, and the sign that separates its cells. */
  text?: { encoding: string; separator: string };
};

/**
 * How a file is read: text as it is detected, its first line as names unless it looks like data, and of a workbook the first
 * visible sheet with rows, where nothing else is chosen.
 */
export type FileReading = Omit<ImportReading, 'hasHeader' | 'sheet'> & {
  hasHeader: boolean | null;
  sheet: number | null;
};
export const FIRST_READING: FileReading = { sheet: null, encoding: '', delimiter: '', hasHeader: null };

const SAMPLE_LINES = 4;

/** The first values of a column. */
const sampleOf = (lines: readonly (readonly string[])[], at: number): string =>
  lines
    .map((line) => line[at] ?? '')
    .filter((cell) => cell !== '')
    .join(' · ');

/** Lines that are read to show what a file has. */
export const PREVIEW_LINES = NOTE_LINES_MAX + CHECKED_LINES_MAX + 1;
/** What is looked at of a cell. */
const CELL_LENGTH = 1_000;

/**
 * What the first lines of a file show; into a contact list, an address book is read by the fields of its record.
 * @param isCut whether the file may have more lines than these
 * @param chosen whether the first line names the columns; null where nobody said so
 */
export function previewOf(
  read: readonly (readonly string[])[],
  isContacts: boolean,
  isCut = read.length >= PREVIEW_LINES,
  chosen: boolean | null = null,
  isNamed = false,
): FilePreview {
  const isRefused = isRefusedHeader(read[0] ?? []);
  const own = isRefused ? read.map(ownCells) : read;
  const hasHeader = isNamed || (chosen ?? (isRefused || detectHeader(own)));
  const lines = hasHeader ? own : [numberedHeaders(own), ...own];
  const found = isContacts && hasHeader ? findContactLayout(lines) : null;
  const headers = found?.layout.header ?? lines[0] ?? [];
  const from = (found?.at ?? 0) + 1;
  const checked = Math.min(
    CHECKED_LINES_MAX,
    Math.floor(CHECKED_CELLS_MAX / Math.max(1, headers.length)) - 1,
  );
  const first = lines
    .slice(from, from + Math.max(SAMPLE_LINES, checked))
    .map((line) => found?.layout.cellsOf(line) ?? line);
  const some = first.slice(0, SAMPLE_LINES);
  const cut = (line: readonly string[]) =>
    headers.map((_, at) => (line[at] ?? '').slice(0, CELL_LENGTH).toWellFormed());
  return {
    headers: distinctHeaders(headers),
    samples: headers.map((_, at) => sampleOf(some, at)),
    types: headers.map((_, at) => [
      ...new Set(some.flatMap((line) => guessColumnTypes((line[at] ?? '').trim()))),
    ]),
    lines: checked > 0 ? [[...headers], ...first.slice(0, checked).map(cut)] : [],
    isWhole: !isCut && lines.length - from <= checked,
    ...{ hasHeader, isNamed },
  };
}

/** Reads the beginning of a CSV file like the server does, in any encoding; null for an empty file. */
export async function readCsvPreview(
  file: File,
  isContacts = false,
  reading: FileReading = FIRST_READING,
): Promise<FilePreview | null> {
  const { default: Papa } = await import('papaparse');
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
  const bytes = await read(0, LINES_SAMPLE_BYTES);
  // Of bytes in a wide encoding it can't be told that they are text.
  if (!/^utf-(?:16|32)/.test(reading.encoding) && !isTextual(bytes)) return null;
  const encoding = reading.encoding || (await guessEncoding(bytes));
  const start = createDecoder(encoding).decode(bytes, { stream: true }).replaceAll('\uFEFF', '');
  const chosen = reading.delimiter ? NAMED_SEPARATORS[reading.delimiter] : null;
  const found = await findTableStart({ size: file.size, read }, encoding, start, chosen);
  const { separator } = found;
  const text = withoutSeparatorLine(start).slice(found.skippedLength);
  const newline = lineEndOf(text);
  const { data } = Papa.parse<string[]>(text, {
    preview: PREVIEW_LINES,
    skipEmptyLines: 'greedy',
    delimiter: separator,
    newline,
  });
  if (newline === '\n') for (const cells of data) withoutLastReturn(cells);
  // The last of them may be cut.
  const isCut = file.size > LINES_SAMPLE_BYTES || data.length >= PREVIEW_LINES;
  if (file.size > LINES_SAMPLE_BYTES && data.length > 1 && data.length < PREVIEW_LINES) data.pop();
  if (data.length === 0) return null;
  return { ...previewOf(data, isContacts, isCut, reading.hasHeader), text: { encoding, separator } };
}

/** Whether a file that was read as text is one of vCards. */
export const isOfCards = ({ headers }: Pick<FilePreview, 'headers'>): boolean =>
  /^begin:vcard$/i.test(headers[0]?.trim() ?? '');

const folded = (text: string) => text.trim().toLowerCase();

/** The probable column of each header; each column once. */
export function guessMapping(columns: readonly Column[], headers: readonly string[]): Record<string, string> {
  const taken = new Set<string>();
  const pairs = headers.flatMap((header): [string, string][] => {
    const column = columns.find(
      ({ id, label, name }) =>
        !taken.has(id) && [label, name].some((known) => folded(known) === folded(unguarded(header))),
    );
    if (!column) return [];
    taken.add(column.id);
    return [[header, column.id]];
  });
  return Object.fromEntries(pairs);
}

/** The column of each header that only says its place: those of a table one by one, where it has enough of them. */
export function guessPlaces(columns: readonly Column[], headers: readonly string[]): Record<string, string> {
  // A table of one column is a new one, whose columns become those of the file.
  if (columns.length < Math.max(2, headers.length) && headers.length > 1) return {};
  return Object.fromEntries(headers.flatMap((header, at) => (columns[at] ? [[header, columns[at].id]] : [])));
}
