import { readXlsx as readWhole } from 'hucre/xlsx';
import { workbookText } from '#lib/text/workbook-text.ts';
import {
  ALTERED,
  type RowNote,
  SheetError,
  Unreadable,
  type WantedSheet,
} from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { linesOfPart } from './office-parts.ts';
import type { PassageWriter } from './passage-writer.ts';
import type { Reader } from './reader.ts';
import { RowWriter } from './row-writer.ts';
import { openWorkbook, type Sheet, type SheetRow, sheetRows } from './workbook-rows.ts';

const MiB = 1024 * 1024;
/** A protected one is decrypted in memory. */
const MAX_PROTECTED = 100 * MiB;
const MAX_UNPACKED = 16 * 1024 * MiB;

/** An Excel workbook: its sheets' rows as they are displayed, without formulas. */
export const readWorkbook: Reader = async (file, out) => {
  const { password, window } = file;
  if (password && (await file.read(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1')
    return readProtected(await file.bytes(MAX_PROTECTED), password, out);
  const archive = await Archive.open(file, MAX_UNPACKED);
  const workbook = await openWorkbook(archive);
  // The preview has no place for sheets that only show a chart: they are not counted.
  const withRows = workbook.sheets.filter(({ isChart }) => !isChart);
  const read = async (sheet: Sheet): Promise<RowWriter> => {
    const writer = new RowWriter(out, sheet.name, window, sheet.isHidden);
    // Where the sheet is damaged, the rows before are sent all the same.
    await writeRows(sheetRows(archive, sheet, workbook), writer).finally(() => writer.flush());
    return writer;
  };
  if (window) {
    const { writer, at } = await readWanted(withRows, window.sheet, read);
    if (window.send && archive.isAltered) throw new SheetError(at, new Unreadable('altered', ALTERED));
    const hidden = withRows.flatMap(({ isHidden }, position) => (isHidden ? [position] : []));
    const sheets = { names: withRows.map(({ name }) => name), hidden, read: at };
    return { ...reading(writer ? [writer] : [], out.full), sheets };
  }
  const writers: RowWriter[] = [];
  for (const sheet of withRows) {
    writers.push(await read(sheet));
    if (out.full) break;
  }
  await addComments(archive, out);
  const chartSheets = workbook.sheets.filter(({ isChart }) => isChart).map(({ name }) => name);
  const result = reading(writers, out.full);
  return chartSheets.length > 0 ? { ...result, meta: { ...result.meta, chart_sheets: chartSheets } } : result;
};

/**
 * Reads the wanted sheet: by default the first with rows that is not hidden, else the first.
 * @throws SheetError
 */
async function readWanted(
  sheets: readonly Sheet[],
  wanted: WantedSheet,
  read: (sheet: Sheet) => Promise<RowWriter>,
): Promise<{ writer: RowWriter | null; at: number }> {
  const shown = sheets.flatMap(({ isHidden }, at) => (isHidden ? [] : [at]));
  const candidates = wanted !== null ? [wanted] : shown.length > 0 ? shown : [0];
  let first: { writer: RowWriter; at: number } | null = null;
  for (const at of candidates) {
    const sheet = sheets[at];
    if (!sheet) continue;
    const writer = await read(sheet).catch((error: unknown) => {
      throw new SheetError(at, error);
    });
    const found = { writer, at };
    if (found.writer.hasRows) return found;
    first ??= found;
  }
  return first ?? { writer: null, at: wanted ?? 0 };
}

const unsolvedNote = (cell: string): RowNote => ({
  problem: `The result of the formula in ${cell} is not in the file: open it in a spreadsheet program, and save it there`,
});

async function writeRows(groups: AsyncIterable<SheetRow[]>, writer: RowWriter): Promise<void> {
  for await (const rows of groups) {
    for (const { number, cells, unsolved } of rows) {
      await writer.row(number, cells, unsolved === undefined ? undefined : unsolvedNote(unsolved));
      if (writer.done) return;
    }
  }
}

const MAX_COMMENTED_SHEETS = 100;

/** Comments of cells, old ones and threads, and the names in charts. */
async function addComments(archive: Archive, out: PassageWriter): Promise<void> {
  const parts = archive.names.filter((name) =>
    /^xl\/(?:comments\d*|threadedComments\/\w+|charts\/chart\d*|comments\/\w+)\.xml$/i.test(name),
  );
  for (const part of parts.slice(0, MAX_COMMENTED_SHEETS)) {
    await out.add({ type: 'text', part: 1 }, (await linesOfPart(archive, part)).join('\n'));
  }
}

async function readProtected(bytes: Buffer, password: string, out: Parameters<Reader>[1]) {
  let book: Awaited<ReturnType<typeof readWhole>>;
  try {
    book = await readWhole(bytes, { password });
  } catch {
    throw new Unreadable('encrypted', 'The password does not open this file.');
  }
  const writers: RowWriter[] = [];
  for (const sheet of book.sheets) {
    const writer = new RowWriter(out, sheet.name);
    for (const [index, values] of sheet.rows.entries()) await writer.row(index + 1, values.map(workbookText));
    await writer.flush();
    writers.push(writer);
  }
  return reading(writers, out.full);
}

function reading(writers: RowWriter[], full: boolean) {
  const rows = writers.reduce((sum, writer) => sum + writer.count, 0);
  return {
    meta: { sheets: writers.length, ...(full ? {} : { rows }) },
    preview: {
      type: 'table' as const,
      sheets: writers.slice(0, 20).map(({ preview }) => preview),
      truncated: writers.length > 20 || writers.some(({ cut }) => cut),
    },
  };
}
