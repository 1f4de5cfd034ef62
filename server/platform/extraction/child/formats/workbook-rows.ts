import { StringDecoder } from 'node:string_decoder';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import type { Archive } from './archive.ts';
import { builtInFormat, formattedNumber, type NumberFormat, readNumberFormat } from './number-format.ts';
import { local, targetsOf } from './office-parts.ts';
import { TextStore } from './text-store.ts';
import { readXmlText, type XmlHandlers, XmlReader } from './xml-reader.ts';

/** Where a workbook is in nearly every file. */
const WORKBOOK = 'xl/workbook.xml';
const MAX_SHEETS = 500;
/** What spreadsheet programs have at most. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 2 ** 24;

export type Sheet = { name: string; path: string; isChart: boolean; isHidden: boolean };

/** The sheets of a workbook in their order; those that hold a chart, or a dialog, have no rows. */
export type Workbook = {
  sheets: Sheet[];
  /** By the number of a cell's style. */
  formats: readonly NumberFormat[];
  texts: TextStore;
  /** Days are counted from 1904 instead of 1900. */
  from1904: boolean;
};

/** What is displayed of a row, with its number (from 1), and the first of its cells whose formula has no result in the file. */
export type SheetRow = { number: number; cells: string[]; unsolved?: string };

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Characters that XML can't contain are written as `_x0007_` (ECMA-376, 22.9.2.19). */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Where the workbook is, as the file says. */
async function workbookPath(archive: Archive): Promise<string> {
  const targets = archive.has(WORKBOOK) ? [] : [...(await targetsOf(archive, '')).values()];
  return targets.find(({ type }) => type === 'officeDocument')?.path ?? WORKBOOK;
}

/** Reads the list of a workbook's sheets, its texts, and which styles are dates. @throws Unreadable for a damaged one */
export async function openWorkbook(archive: Archive): Promise<Workbook> {
  const path = await workbookPath(archive).catch(() => WORKBOOK);
  const bytes = await archive.bytes(path);
  if (!bytes) throw new Unreadable('corrupt', DAMAGED);
  const sheets: Sheet[] = [];
  let from1904 = false;
  try {
    const targets = await targetsOf(archive, path);
    readXmlText(bytes.toString('utf8'), {
      open: (name, attributes) => {
        const tag = local(name);
        if (tag === 'workbookPr') from1904 = isTrue(attributes.date1904);
        if (tag !== 'sheet' || sheets.length >= MAX_SHEETS) return;
        const id = Object.entries(attributes).find(([key]) => key.includes(':') && local(key) === 'id')?.[1];
        const { path = '', type = 'worksheet' } = targets.get(id ?? '') ?? {};
        const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
        sheets.push({ name: attributes.name ?? '', path, isChart: type !== 'worksheet', isHidden });
      },
    });
    const partOf = (wanted: string) => [...targets.values()].find(({ type }) => type === wanted)?.path ?? '';
    const texts = await readSharedTexts(archive, partOf('sharedStrings'));
    return { sheets, from1904, texts, formats: await readNumberFormats(archive, partOf('styles')) };
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('corrupt', DAMAGED);
  }
}

async function readNumberFormats(archive: Archive, path: string): Promise<NumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let inCellStyles = false;
  await readPart(archive, path, {
    open: (name, attributes) => {
      const tag = local(name);
      if (tag === 'numFmt') codes.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
      if (tag === 'cellXfs') inCellStyles = true;
      if (tag !== 'xf' || !inCellStyles) return;
      const id = attributes.numFmtId ?? '0';
      const code = codes.get(id);
      formats.push(code === undefined ? builtInFormat(id) : readNumberFormat(code));
    },
    close: (name) => {
      if (local(name) === 'cellXfs') inCellStyles = false;
    },
  });
  return formats;
}

/** Reads a part in pieces. @throws Unreadable where it is not well-formed */
async function* readingPart(archive: Archive, path: string, handlers: XmlHandlers): AsyncGenerator<void> {
  const reader = new XmlReader(handlers);
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  for await (const chunk of archive.chunks(path)) {
    const text = decoder.write(chunk);
    reader.write(isFirst ? text.replace(/^\ufeff/, '') : text);
    isFirst = false;
    if (reader.error) throw new Unreadable('corrupt', DAMAGED);
    yield;
  }
  if (isFirst) return;
  reader.write(decoder.end());
  reader.end();
  if (reader.error) throw new Unreadable('corrupt', DAMAGED);
  yield;
}

async function readPart(archive: Archive, path: string, handlers: XmlHandlers): Promise<void> {
  for await (const _piece of readingPart(archive, path, handlers));
}

/** The texts that cells refer to: runs of formatted ones as one text, without how they are pronounced. */
async function readSharedTexts(archive: Archive, path: string): Promise<TextStore> {
  const texts = new TextStore();
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await readPart(archive, path, {
    open: (name) => {
      const tag = local(name);
      if (tag === 'si') text = '';
      else if (tag === 'rPh') inPhonetic = true;
      else if (tag === 't') inText = !inPhonetic;
    },
    text: (piece) => {
      if (inText) text += piece;
    },
    close: (name) => {
      const tag = local(name);
      if (tag === 'si') texts.add(unescaped(text));
      else if (tag === 'rPh') inPhonetic = false;
      else if (tag === 't') inText = false;
    },
  });
  return texts;
}

/** The number of a column (from 0) by a cell's reference; -1 for none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
    if (column > MAX_COLUMNS) throw new Unreadable('corrupt', DAMAGED);
  }
  return column - 1;
}

const ISO = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?Z?$/;

/** A day or a time as strict workbooks have it (ECMA-376, 18.18.11), written as those of others are. */
function momentText(text: string): string {
  const [, day = text, time = '', seconds = ':00'] = ISO.exec(text) ?? [];
  const shown = seconds === ':00' ? time : time + seconds;
  return shown === '' || shown === '00:00' ? day : `${day} ${shown}`;
}

/** The letters of a column, by its number (from 0). */
function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    name = String.fromCharCode(65 + (rest % 26)) + name;
  return name;
}

/** The rows of a sheet as they are displayed, without formulas; some at a time. @throws Unreadable for a damaged one */
export async function* sheetRows(
  archive: Archive,
  { path }: Sheet,
  { formats, from1904, texts }: Workbook,
): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  let row: SheetRow | null = null;
  let number = 0;
  let column = -1;
  let type = '';
  let style = -1;
  let text = '';
  let inCell = false;
  let inText = false;
  let inPhonetic = false;
  let hasFormula = false;
  const shown = (): string => {
    if (type === 's') {
      // A workbook without the part of its texts would be one of empty cells.
      if (texts.count === 0) throw new Unreadable('corrupt', DAMAGED);
      return text === '' ? '' : texts.at(Number(text));
    }
    if (type === 'str' || type === 'inlineStr') return unescaped(text);
    if (type === 'b') return String(isTrue(text.toLowerCase()));
    if (type === 'd') return momentText(text);
    if (type === 'e' || text === '') return text;
    const value = Number(text);
    if (Number.isNaN(value)) return text;
    // Whole numbers of more digits than programs compute with.
    if (!Number.isSafeInteger(value) && /^-?\d+$/.test(text)) return text;
    return formattedNumber(value, formats[style] ?? { kind: 'plain' }, from1904);
  };
  const pieces = readingPart(archive, path, {
    open: (name, attributes) => {
      const tag = local(name);
      if (tag === 'row') {
        number = attributes.r ? Number(attributes.r) : number + 1;
        if (!(Number.isInteger(number) && number >= 1 && number <= MAX_ROWS))
          throw new Unreadable('corrupt', DAMAGED);
        column = -1;
        row = { number, cells: [] };
      } else if (tag === 'c' && row) {
        const found = columnOf(attributes.r ?? '');
        column = found < 0 ? column + 1 : found;
        if (column >= MAX_COLUMNS) throw new Unreadable('corrupt', DAMAGED);
        type = attributes.t ?? '';
        style = attributes.s ? Number(attributes.s) : -1;
        text = '';
        inCell = true;
        hasFormula = false;
      } else if (tag === 'f') hasFormula = inCell;
      else if (tag === 'rPh') inPhonetic = true;
      else if (tag === 'v' || tag === 't') inText = inCell && !inPhonetic;
    },
    text: (piece) => {
      if (inText) text += piece;
    },
    close: (name) => {
      const tag = local(name);
      if (tag === 'v' || tag === 't') inText = false;
      else if (tag === 'rPh') inPhonetic = false;
      else if (tag === 'c' && row) {
        inCell = false;
        while (row.cells.length < column) row.cells.push('');
        row.cells[column] = shown();
        // An empty text is a result.
        if (hasFormula && text === '' && type !== 'str')
          row.unsolved ??= `${columnName(column)}${row.number}`;
      } else if (tag === 'row' && row) {
        rows.push(row);
        row = null;
      }
    },
  });
  try {
    for await (const _piece of pieces) {
      if (rows.length === 0) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    // Those before the damage.
    if (rows.length > 0) yield rows;
    throw error;
  }
}
