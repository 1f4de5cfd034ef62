import { asTableLines } from './card-lines.ts';
import { contactLines } from './contact-lines.ts';
import { numberedColumns } from './first-lines.ts';
import { ImportAborted } from './import-aborted.ts';
import { ownLines } from './own-lines.ts';
import type { Line } from './read-csv.ts';
import type { ReadableLines } from './spooled-rows.ts';

/** The lines of a file as they are imported: the first of them names the columns. */
export function importedLines(
  file: ReadableLines,
  hasHeader: boolean,
  isContacts: boolean,
): AsyncIterable<readonly Line[]> {
  const lines = ownLines(file.groups());
  if (hasHeader && file.ofCards && !isContacts) return asTableLines(lines);
  if (hasHeader) return isContacts ? contactLines(lines) : lines;
  if (file.isNamed)
    throw new ImportAborted('This file names its columns itself. Import it with these names.');
  return numberedColumns(lines);
}
