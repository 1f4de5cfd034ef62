import { readXlsx as readWhole, streamXlsxRows } from 'hucre/xlsx';
import { workbookText } from '#lib/text/workbook-text.ts';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { linesOfPart, local, targetsOf } from './office-parts.ts';
import type { PassageWriter } from './passage-writer.ts';
import type { Reader } from './reader.ts';
import { RowWriter } from './row-writer.ts';
import { readXmlText } from './xml-reader.ts';

const MiB = 1024 * 1024;
const MAX_FILE = 100 * MiB;
const MAX_UNPACKED = 1024 * MiB;
const MAX_SHEETS = 500;

/** An Excel workbook: its sheets' rows as they are displayed, without formulas. */
export const readWorkbook: Reader = async (file, out) => {
  let bytes = await file.bytes(MAX_FILE);
  if (file.password && bytes.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1') {
    return readProtected(bytes, file.password, out);
  }
  const archive = await Archive.open(file, MAX_UNPACKED);
  const workbook = await archive.bytes('xl/workbook.xml');
  if (!workbook) throw new Unreadable('corrupt', DAMAGED);
  await archive.verify();
  const sheets = await sheetsOf(archive, workbook.toString('utf8'));
  const { window } = file;
  const writers: RowWriter[] = [];
  // The preview has no place for sheets that only show a chart: they are not counted.
  const withRows = sheets.filter(({ isChart }) => !isChart);
  for (const [position, { name, index: sheet }] of withRows.entries()) {
    if (window && position !== window.sheet) continue;
    const writer = new RowWriter(out, name, window);
    try {
      for await (const { index, values } of streamXlsxRows(bytes, { sheet, readStyles: true })) {
        await writer.row(index + 1, values.map(workbookText));
        if (writer.done) break;
      }
    } catch {
      throw new Unreadable('corrupt', DAMAGED);
    }
    await writer.flush();
    writers.push(writer);
    if (out.full) break;
  }
  bytes = Buffer.alloc(0);
  if (!window) await addComments(archive, out);
  const chartSheets = sheets.filter(({ isChart }) => isChart).map(({ name }) => name);
  const result = reading(writers, out.full);
  return chartSheets.length > 0 ? { ...result, meta: { ...result.meta, chart_sheets: chartSheets } } : result;
};

type Sheet = { name: string; index: number; isChart: boolean };

/** The sheets of a workbook; those that hold a chart, or a dialog, have no rows. */
async function sheetsOf(archive: Archive, workbook: string): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  try {
    const targets = await targetsOf(archive, 'xl/workbook.xml');
    readXmlText(workbook, {
      open: (name, attributes) => {
        if (local(name) !== 'sheet' || sheets.length >= MAX_SHEETS) return;
        const type = targets.get(attributes['r:id'] ?? '')?.type ?? 'worksheet';
        const index = sheets.length;
        sheets.push({ name: attributes.name ?? '', index, isChart: type !== 'worksheet' });
      },
    });
  } catch {
    throw new Unreadable('corrupt', DAMAGED);
  }
  return sheets;
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
