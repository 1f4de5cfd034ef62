import { NOTE_LINES_MAX } from '#lib/contacts/contact-headers.ts';
import type { ImportPreview } from '#lib/contract/table-import.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { HEAD_ROWS, HEAD_TIMEOUT_MS } from './check-file.ts';
import { readImportLines } from './read-lines.ts';
import { type spoolRows, workbookProblem } from './spooled-rows.ts';

/** As many as the browser reads of a file that it shows itself: also past the note above an address book. */
const LINES = NOTE_LINES_MAX + 5;
/** What is shown of a cell. */
const CELL_LENGTH = 1_000;

/**
 * The first lines of a file that can be imported, without empty ones.
 * @throws ImportAborted for another kind of file, a damaged or a protected one
 */
export async function previewImport(
  services: Pick<Services, 'extraction'>,
  source: ByteSource,
  sheet: number,
  signal: AbortSignal,
): Promise<ImportPreview> {
  let sheets: string[] | undefined;
  const readHead: typeof spoolRows = async ({ extraction }, file) => {
    const window = { sheet: file.sheet, from: 1, to: 1 + HEAD_ROWS, whole: true };
    const result = await extraction.rows({ ...file, window }, { timeoutMs: HEAD_TIMEOUT_MS, signal });
    if (!result.ok) throw workbookProblem(result.code);
    sheets = result.sheets;
    const lines = result.rows.map(({ cells }) => ({ cells }));
    return {
      async *groups() {
        yield lines;
      },
      close: async () => undefined,
    };
  };
  const file = await readImportLines(services, source, sheet, signal, readHead);
  const lines: string[][] = [];
  for await (const group of file.groups()) {
    for (const { cells } of group) {
      if (cells.some((cell) => cell !== '')) lines.push(cells.map((cell) => cell.slice(0, CELL_LENGTH)));
      if (lines.length === LINES) break;
    }
    if (lines.length === LINES) break;
  }
  return { lines, ...(sheets ? { sheets } : {}) };
}
