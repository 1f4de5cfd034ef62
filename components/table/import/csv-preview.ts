import { findContactLayout, NOTE_LINES_MAX } from '#lib/contacts/contact-headers.ts';
import type { Column } from '#lib/contract/table.ts';
import { CHECKED_CELLS_MAX, CHECKED_LINES_MAX } from '#lib/contract/table-limits.ts';
import { type GuessedType, guessColumnTypes } from '#lib/forms/guess-column-types.ts';
import { unguarded } from '#lib/text/csv.ts';
import { separatorOf, withoutSeparatorLine } from '#lib/text/csv-separator.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { isRefusedHeader, ownCells } from '#lib/text/refused-lines.ts';
import { LINES_SAMPLE_BYTES, textOfBytes } from '#lib/text/text-encoding.ts';

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
};

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
 */
export function previewOf(
  read: readonly (readonly string[])[],
  isContacts: boolean,
  isCut = read.length >= PREVIEW_LINES,
): FilePreview {
  const lines = isRefusedHeader(read[0] ?? []) ? read.map(ownCells) : read;
  const found = isContacts ? findContactLayout(lines) : null;
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
  };
}

/** Reads the beginning of a CSV file like the server does, in any encoding; null for an empty file. */
export async function readCsvPreview(file: File, isContacts = false): Promise<FilePreview | null> {
  const { default: Papa } = await import('papaparse');
  const text = await textOfBytes(new Uint8Array(await file.slice(0, LINES_SAMPLE_BYTES).arrayBuffer()));
  if (text === null) return null;
  const { data } = Papa.parse<string[]>(withoutSeparatorLine(text), {
    preview: PREVIEW_LINES,
    skipEmptyLines: 'greedy',
    delimiter: separatorOf(text),
  });
  // The last of them may be cut.
  const isCut = file.size > LINES_SAMPLE_BYTES || data.length >= PREVIEW_LINES;
  if (file.size > LINES_SAMPLE_BYTES && data.length > 1 && data.length < PREVIEW_LINES) data.pop();
  return data.length > 0 ? previewOf(data, isContacts, isCut) : null;
}

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
