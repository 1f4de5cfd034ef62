import { detectHeader, HEADER_SAMPLE_LINES } from '#lib/forms/detect-header.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { isRefusedHeader } from '#lib/text/refused-lines.ts';
import type { Table } from '../table/table.ts';
import { asTableLines } from './card-lines.ts';
import { contactLines } from './contact-lines.ts';
import { numberedColumns } from './first-lines.ts';
import type { TableImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import { ownLines } from './own-lines.ts';
import type { Line } from './read-csv.ts';
import type { ReadableLines } from './spooled-rows.ts';

type Plan = Pick<TableImport, 'has_header' | 'mapping' | 'column_ids' | 'column_formats'>;
type Named = Pick<TableImport, 'has_header' | 'mapping' | 'column_types'>;

/**
 * Whether the first line of a file names its columns: as it was chosen, else as the file looks. A line with a header that the
 * choice, or the table, names is one of names.
 */
export async function hasHeader(
  file: ReadableLines,
  { has_header, mapping, column_types }: Named,
  { fields }: Table,
): Promise<boolean> {
  if (has_header !== null) return has_header;
  if (file.isNamed) return true;
  const first: Line[] = [];
  for await (const lines of file.groups()) {
    first.push(...lines.slice(0, HEADER_SAMPLE_LINES));
    if (first.length >= HEADER_SAMPLE_LINES) break;
  }
  const [header = []] = first.map(({ cells }) => cells);
  const named = mapping ? Object.keys(mapping) : fields.flatMap(({ label, name }) => [label, name]);
  const known = new Set([...named, ...Object.keys(column_types ?? {})]);
  const isKnown = distinctHeaders(header).some((cell) => cell !== '' && known.has(cell));
  return isKnown || isRefusedHeader(header) || detectHeader(first.map(({ cells }) => cells));
}

/** Whether an earlier version planned it, which stored no formats: its columns are those of the headers as they were read then. */
const isOfEarlierVersion = ({
  column_ids,
  column_formats,
}: Pick<Plan, 'column_ids' | 'column_formats'>): boolean => column_ids !== null && column_formats === null;

/** The lines of a file as they are imported: the first of them names the columns. */
export function importedLines(
  file: ReadableLines,
  plan: Plan,
  isContacts: boolean,
): AsyncIterable<readonly Line[]> {
  const isHeaded = plan.has_header !== false;
  const lines = ownLines(file.groups());
  if (isHeaded && file.ofCards && !isContacts) return asTableLines(lines);
  if (isHeaded && isContacts)
    return contactLines(lines, isOfEarlierVersion(plan) ? { reading: 'english' } : { mapping: plan.mapping });
  if (isHeaded) return lines;
  if (file.isNamed)
    throw new ImportAborted('This file names its columns itself. Import it with these names.');
  return numberedColumns(lines);
}
