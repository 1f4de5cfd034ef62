import { workbookText } from '#lib/text/workbook-text.ts';
import { type FilePreview, PREVIEW_LINES, previewOf } from './csv-preview.ts';

/** Bytes of a workbook that the browser reads to show its columns. */
const PREVIEW_BYTES_MAX = 50 * 1024 * 1024;
/** The list of a zip archive's entries is at its end, with their names in plain text. */
const ENTRY_LIST_BYTES = 1024 * 1024;
/** Sheets without rows, which a workbook numbers among the others and an import does not. */
const ROWLESS = ['xl/chartsheets/', 'xl/dialogsheets/'];

export const isWorkbook = ({ name }: File): boolean => /\.xlsx$/i.test(name);

/** A file of records, which only the server reads. */
const isRecords = ({ name }: File): boolean => /\.record$/i.test(name);

/**
 * Whether the server has to show the first lines of a file: of records, of a workbook that is large, or of one with sheets that
 * have no rows.
 */
export async function needsServerPreview(file: File): Promise<boolean> {
  if (isRecords(file)) return true;
  if (!isWorkbook(file)) return false;
  if (file.size > PREVIEW_BYTES_MAX) return true;
  const tail = new Uint8Array(await file.slice(-ENTRY_LIST_BYTES).arrayBuffer());
  const entries = new TextDecoder('latin1').decode(tail);
  return ROWLESS.some((folder) => entries.includes(folder));
}

/**
 * Reads the names of a workbook's sheets, and the beginning of one of them; null for a workbook that is damaged or protected.
 */
export async function readWorkbookPreview(
  file: File,
  sheet: number | null,
  isContacts = false,
  hasHeader: boolean | null = null,
): Promise<FilePreview | null> {
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sheets: string[] = [];
    const hiddenSheets: number[] = [];
    const note = ({ name, hidden, veryHidden }: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
      if (hidden || veryHidden) hiddenSheets.push(sheets.length);
      sheets.push(name);
      return false;
    };
    await readXlsx(bytes, { sheets: note });
    const linesOf = async (at: number): Promise<string[][]> => {
      const lines: string[][] = [];
      for await (const { values } of streamXlsxRows(bytes, { sheet: at, readStyles: true })) {
        const cells = values.map(workbookText);
        if (cells.some((cell) => cell.trim() !== '')) lines.push(cells);
        if (lines.length >= PREVIEW_LINES) break;
      }
      return lines;
    };
    // As the server chooses one: the first with rows that is not hidden, else the first.
    const shown = [...sheets.keys()].filter((at) => !hiddenSheets.includes(at));
    const candidates = sheet === null ? shown : [sheet];
    let found: { sheet: number; lines: string[][] } = { sheet: candidates[0] ?? 0, lines: [] };
    for (const at of candidates.length > 0 ? candidates : [0]) {
      const lines = await linesOf(at);
      if (lines.length === 0) continue;
      found = { sheet: at, lines };
      break;
    }
    const { lines, ...read } = found;
    return { sheets, hiddenSheets, ...read, ...previewOf(lines, isContacts, undefined, hasHeader) };
  } catch {
    return null;
  }
}
