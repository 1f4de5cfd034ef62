import { asTableLines } from './card-lines.ts';
import { contactLines } from './contact-lines.ts';
import { numberedColumns } from './first-lines.ts';
import type { TableImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import { ownLines } from './own-lines.ts';
import type { Line } from './read-csv.ts';
import type { ReadableLines } from './spooled-rows.ts';

type Plan = Pick<TableImport, 'has_header' | 'column_ids' | 'column_formats'>;

/** Whether an earlier version planned it, which stored no formats: its columns are those of the headers as they were read then. */
const isOfEarlierVersion = ({ column_ids, column_formats }: Plan): boolean =>
  column_ids !== null && column_formats === null;

/** The lines of a file as they are imported: the first of them names the columns. */
export function importedLines(
  file: ReadableLines,
  plan: Plan,
  isContacts: boolean,
): AsyncIterable<readonly Line[]> {
  const hasHeader = plan.has_header !== false;
  const lines = ownLines(file.groups());
  if (hasHeader && file.ofCards && !isContacts) return asTableLines(lines);
  if (hasHeader)
    return isContacts ? contactLines(lines, isOfEarlierVersion(plan) ? 'english' : 'any') : lines;
  if (file.isNamed)
    throw new ImportAborted('This file names its columns itself. Import it with these names.');
  return numberedColumns(lines);
}
