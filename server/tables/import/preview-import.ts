import { NOTE_LINES_MAX } from '#lib/contacts/contact-headers.ts';
import type { ImportPreview } from '#lib/contract/table-import.ts';
import { CHECKED_CELLS_MAX, CHECKED_LINES_MAX, COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import type { ReadSheets } from '#server/platform/extraction/result.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { asTableLines } from './card-lines.ts';
import { SAMPLE_ROWS, SAMPLE_TIMEOUT_MS } from './check-file.ts';
import { ImportAborted } from './import-aborted.ts';
import { type FileReading, readImportLines } from './read-lines.ts';
import { type spoolRows, workbookProblem } from './spooled-rows.ts';

/** As many as the browser reads of a file that it shows itself: also past the note above an address book. */
const LINES = NOTE_LINES_MAX + CHECKED_LINES_MAX + 1;
/** Cells of the lines after the first few, and their text. */
const CELLS = 2 * CHECKED_CELLS_MAX;
const TEXT_LENGTH = 2_000_000;
const FIRST_LINES = NOTE_LINES_MAX + 5;
/** What is shown of a cell. */
const CELL_LENGTH = 1_000;
/** What is shown of a sheet's name; programs take 31 characters. */
const SHEET_NAME_LENGTH = 200;
/** Of text: a line in it may be as long as the file, and empty ones may be all of it. */
const TEXT_BYTES = 8 * 1024 * 1024;

/** The beginning of a text, as long as there is time to read it. */
function beginningOf({ size, read }: ByteSource, signal: AbortSignal): ByteSource {
  const length = Math.min(size, TEXT_BYTES);
  return {
    size: length,
    read: (offset, most) => {
      if (signal.aborted) throw new ImportAborted('Reading the file took too long.');
      return read(offset, Math.max(0, Math.min(most, length - offset)));
    },
  };
}

/** What is shown of a line: no more cells than a table has columns. */
const shownOf = (cells: readonly string[]): string[] =>
  cells.slice(0, COLUMNS_MAX).map((cell) => cell.slice(0, CELL_LENGTH));

const sheetsOf = ({ names, hidden, read }: ReadSheets) => ({
  sheets: names.map((name) => name.slice(0, SHEET_NAME_LENGTH)),
  ...(hidden.length > 0 ? { hidden_sheets: hidden } : {}),
  sheet: read,
});

/**
 * The first lines of a file that can be imported, without empty ones.
 * @throws ImportAborted for another kind of file, a damaged or a protected one
 */
export async function previewImport(
  services: Pick<Services, 'extraction'>,
  source: ByteSource,
  how: FileReading & { isContacts: boolean },
  signal: AbortSignal,
): Promise<ImportPreview> {
  let sheets: ReadSheets | undefined;
  const readHead: typeof spoolRows = async ({ extraction }, file) => {
    const window = { sheet: file.sheet, from: 1, to: 1 + SAMPLE_ROWS, whole: true };
    const result = await extraction.rows(
      { ...file, source, window },
      { timeoutMs: SAMPLE_TIMEOUT_MS, signal },
    );
    if (!result.ok) throw workbookProblem(result.code);
    ({ sheets } = result);
    const lines = result.rows.map(({ cells }) => ({ cells }));
    return {
      async *groups() {
        yield lines;
      },
      close: async () => undefined,
    };
  };
  const reading = { ...how, whole: source };
  const file = await readImportLines(services, beginningOf(source, signal), reading, signal, readHead);
  const lines: string[][] = [];
  const left = { cells: CELLS, text: TEXT_LENGTH };
  const isFull = () =>
    lines.length === LINES || (lines.length >= FIRST_LINES && (left.cells <= 0 || left.text <= 0));
  const groups = file.ofCards && !how.isContacts ? asTableLines(file.groups()) : file.groups();
  for await (const group of groups) {
    for (const { cells } of group) {
      if (cells.some((cell) => cell !== '')) {
        const shown = shownOf(cells);
        left.cells -= shown.length;
        left.text -= shown.reduce((sum, { length }) => sum + length, 0);
        lines.push(shown);
      }
      if (isFull()) break;
    }
    if (isFull()) break;
  }
  return {
    lines,
    ...(sheets ? sheetsOf(sheets) : {}),
    ...file.text,
    ...(file.isNamed ? { is_named: true } : {}),
  };
}
