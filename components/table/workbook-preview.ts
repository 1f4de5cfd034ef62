import { workbookText } from '#lib/text/workbook-text.ts';
import { type FilePreview, PREVIEW_LINES, previewOf } from './csv-preview.ts';

/** Bytes of a workbook that the browser reads to show its columns. */
const PREVIEW_BYTES_MAX = 50 * 1024 * 1024;
/** The list of a zip archive's entries is at its end, with their names in plain text. */
const ENTRY_LIST_BYTES = 1024 * 1024;
/** Sheets without rows, which a workbook numbers among the others and an import does not. */
const ROWLESS = ['xl/chartsheets/', 'xl/dialogsheets/'];

export const isWorkbook = ({ name }: File): boolean => /\.xlsx$/i.test(name);

/**
 * Reads the names of a workbook's sheets, and the beginning of one of them; null for a workbook that is damaged,
 * protected, or too large to be read here.
 */
export async function readWorkbookPreview(
  file: File,
  sheet: number,
  isContacts = false,
): Promise<FilePreview | null> {
  if (file.size > PREVIEW_BYTES_MAX) return null;
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const entries = new TextDecoder('latin1').decode(bytes.subarray(-ENTRY_LIST_BYTES));
    if (ROWLESS.some((folder) => entries.includes(folder))) return null;
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
    return { sheets, ...previewOf(lines, isContacts) };
  } catch {
    return null;
  }
}
