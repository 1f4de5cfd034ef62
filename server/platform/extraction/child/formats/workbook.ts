import { type CellValue, readXlsx as readWhole, streamXlsxRows } from 'hucre/xlsx';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import type { Reader } from './reader.ts';
import { RowWriter } from './row-writer.ts';
import { readXmlText } from './xml-reader.ts';

const MiB = 1024 * 1024;
const MAX_FILE = 100 * MiB;
const MAX_UNPACKED = 1024 * MiB;
const MAX_SHEETS = 500;

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return '';
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
}

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
  const names: string[] = [];
  try {
    readXmlText(workbook.toString('utf8'), {
      open: (name, attributes) => {
        if (name.split(':').pop() === 'sheet' && names.length < MAX_SHEETS) names.push(attributes.name ?? '');
      },
    });
  } catch {
    throw new Unreadable('corrupt', DAMAGED);
  }
  const { window } = file;
  const writers: RowWriter[] = [];
  for (const [sheet, name] of names.entries()) {
    if (window && sheet !== window.sheet) continue;
    const writer = new RowWriter(out, name, window);
    try {
      for await (const { index, values } of streamXlsxRows(bytes, { sheet, readStyles: true })) {
        await writer.row(index + 1, values.map(textOf));
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
  return reading(writers, out.full);
};

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
    for (const [index, values] of sheet.rows.entries()) await writer.row(index + 1, values.map(textOf));
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
