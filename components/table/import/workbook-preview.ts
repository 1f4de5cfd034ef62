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
  sheet: number,
  isContacts = false,
  hasHeader: boolean | null = null,
): Promise<FilePreview | null> {
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sheets: string[] = [];
    const note = ({ name }: { name: string }) => {
      sheets.push(name);
      return false;
    };
    await readXlsx(bytes, { sheets: note });
    const lines: string[][] = [];
    for await (const { values } of streamXlsxRows(bytes, { sheet, readStyles: true })) {
      const cells = values.map(workbookText);
      if (cells.some((cell) => cell !== '')) lines.push(cells);
      if (lines.length >= PREVIEW_LINES) break;
    }
    return { sheets, ...previewOf(lines, isContacts, undefined, hasHeader) };
  } catch {
    return null;
  }
}
