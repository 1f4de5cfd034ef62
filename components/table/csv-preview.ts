import type { Column } from '#lib/contract/table.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import { guessTypes, separatorOf } from '#lib/forms/read-csv-headers.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { LINES_SAMPLE_BYTES, textOfBytes } from '#lib/text/text-encoding.ts';

/** The headers of a file, equal ones numbered, with a sample and the probable type of each column. */
export type FilePreview = {
  headers: string[];
  samples: string[];
  types: FieldType[][];
  /** Of a workbook: the names of its sheets. */
  sheets?: string[];
};

const SAMPLE_LINES = 4;

/** The first values of a column. */
export const sampleOf = (lines: readonly (readonly string[])[], at: number): string =>
  lines
    .map((line) => line[at] ?? '')
    .filter((cell) => cell !== '')
    .join(' · ');

/** Reads the beginning of a CSV file like the server does, in any encoding; null for an empty file. */
export async function readCsvPreview(file: File): Promise<FilePreview | null> {
  const { default: Papa } = await import('papaparse');
  const text = await textOfBytes(new Uint8Array(await file.slice(0, LINES_SAMPLE_BYTES).arrayBuffer()));
  if (text === null) return null;
  const { data } = Papa.parse<string[]>(text, {
    preview: SAMPLE_LINES + 1,
    skipEmptyLines: 'greedy',
    delimiter: separatorOf(text),
  });
  const [headers, ...lines] = data;
  if (!headers) return null;
  const samples = headers.map((_, at) => sampleOf(lines, at));
  const types = headers.map((_, at) => [
    ...new Set(lines.flatMap((line) => guessTypes((line[at] ?? '').trim()))),
  ]);
  return { headers: distinctHeaders(headers), samples, types };
}

const folded = (text: string) => text.trim().toLowerCase();

/** The probable column of each header; each column once. */
export function guessMapping(columns: readonly Column[], headers: readonly string[]): Record<string, string> {
  const taken = new Set<string>();
  const pairs = headers.flatMap((header): [string, string][] => {
    const column = columns.find(
      ({ id, label, name }) =>
        !taken.has(id) && (folded(label) === folded(header) || folded(name) === folded(header)),
    );
    if (!column) return [];
    taken.add(column.id);
    return [[header, column.id]];
  });
  return Object.fromEntries(pairs);
}
