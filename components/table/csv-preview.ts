import { findContactLayout, NOTE_LINES_MAX } from '#lib/contacts/contact-headers.ts';
import type { Column } from '#lib/contract/table.ts';
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
export const PREVIEW_LINES = NOTE_LINES_MAX + SAMPLE_LINES + 1;

/** What the first lines of a file show; into a contact list, an address book is read by the fields of its record. */
export function previewOf(read: readonly (readonly string[])[], isContacts: boolean): FilePreview {
  const lines = isRefusedHeader(read[0] ?? []) ? read.map(ownCells) : read;
  const found = isContacts ? findContactLayout(lines) : null;
  const headers = found?.layout.header ?? lines[0] ?? [];
  const from = (found?.at ?? 0) + 1;
  const some = lines.slice(from, from + SAMPLE_LINES).map((line) => found?.layout.cellsOf(line) ?? line);
  return {
    headers: distinctHeaders(headers),
    samples: headers.map((_, at) => sampleOf(some, at)),
    types: headers.map((_, at) => [
      ...new Set(some.flatMap((line) => guessColumnTypes((line[at] ?? '').trim()))),
    ]),
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
  return data.length > 0 ? previewOf(data, isContacts) : null;
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
