import { StringDecoder } from 'node:string_decoder';
import { isDateFormat, serialToDate } from 'hucre';
import { workbookText } from '#lib/text/workbook-text.ts';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import type { Archive } from './archive.ts';
import { local, targetsOf } from './office-parts.ts';
import { TextStore } from './text-store.ts';
import { readXmlText, type XmlHandlers, XmlReader } from './xml-reader.ts';

const WORKBOOK = 'xl/workbook.xml';
const MAX_SHEETS = 500;
/** What spreadsheet programs have at most. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 2 ** 24;
const DAY_SECONDS = 86_400;

export type Sheet = { name: string; path: string; isChart: boolean };

/** What the numbers of cells are: days and times, or a time that has passed (`[h]:mm`). */
type NumberKind = 'date' | 'elapsed' | null;

/** The sheets of a workbook in their order; those that hold a chart, or a dialog, have no rows. */
export type Workbook = {
  sheets: Sheet[];
  /** By the number of a cell's style. */
  kinds: readonly NumberKind[];
  texts: TextStore;
  /** Days are counted from 1904 instead of 1900. */
  from1904: boolean;
};

/** What is displayed of a cell, with the number of its row (from 1). */
export type SheetRow = { number: number; cells: string[] };

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Characters that XML can't contain are written as `_x0007_` (ECMA-376, 22.9.2.19). */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Reads the list of a workbook's sheets, its texts, and which styles are dates. @throws Unreadable for a damaged one */
export async function openWorkbook(archive: Archive): Promise<Workbook> {
  const bytes = await archive.bytes(WORKBOOK);
  if (!bytes) throw new Unreadable('corrupt', DAMAGED);
  const sheets: Sheet[] = [];
  let from1904 = false;
  try {
    const targets = await targetsOf(archive, WORKBOOK);
    readXmlText(bytes.toString('utf8'), {
      open: (name, attributes) => {
        const tag = local(name);
        if (tag === 'workbookPr') from1904 = isTrue(attributes.date1904);
        if (tag !== 'sheet' || sheets.length >= MAX_SHEETS) return;
        const id = Object.entries(attributes).find(([key]) => key.includes(':') && local(key) === 'id')?.[1];
        const { path = '', type = 'worksheet' } = targets.get(id ?? '') ?? {};
        sheets.push({ name: attributes.name ?? '', path, isChart: type !== 'worksheet' });
      },
    });
    const partOf = (wanted: string) => [...targets.values()].find(({ type }) => type === wanted)?.path ?? '';
    const texts = await readSharedTexts(archive, partOf('sharedStrings'));
    return { sheets, from1904, texts, kinds: await readNumberKinds(archive, partOf('styles')) };
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('corrupt', DAMAGED);
  }
}

const kindOf = (format: string): NumberKind =>
  /\[(?:h+|m+|s+)\]/i.test(format) ? 'elapsed' : isDateFormat(format) ? 'date' : null;

async function readNumberKinds(archive: Archive, path: string): Promise<NumberKind[]> {
  const formats = new Map<string, string>();
  const kinds: NumberKind[] = [];
  let inCellStyles = false;
  await readPart(archive, path, {
    open: (name, attributes) => {
      const tag = local(name);
      if (tag === 'numFmt') formats.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
      if (tag === 'cellXfs') inCellStyles = true;
      if (tag !== 'xf' || !inCellStyles) return;
      const id = attributes.numFmtId ?? '0';
      // The program's own number 46.
      kinds.push(kindOf(formats.get(id) ?? (id === '46' ? '[h]:mm:ss' : id)));
    },
    close: (name) => {
      if (local(name) === 'cellXfs') inCellStyles = false;
    },
  });
  return kinds;
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

/** Hours, minutes and seconds of a number of days. */
function elapsedText(days: number): string {
  const seconds = Math.round(days * DAY_SECONDS);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
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

/** The rows of a sheet as they are displayed, without formulas; some at a time. @throws Unreadable for a damaged one */
export async function* sheetRows(
  archive: Archive,
  { path }: Sheet,
  { kinds, from1904, texts }: Workbook,
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
  const shown = (): string => {
    if (type === 's') {
      // A workbook without the part of its texts would be one of empty cells.
      if (texts.count === 0) throw new Unreadable('corrupt', DAMAGED);
      return text === '' ? '' : texts.at(Number(text));
    }
    if (type === 'str' || type === 'inlineStr') return unescaped(text);
    if (type === 'b') return String(isTrue(text.toLowerCase()));
    if (type === 'e' || text === '') return text;
    const value = Number(text);
    if (Number.isNaN(value)) return text;
    const kind = kinds[style];
    if (kind === 'elapsed' && value >= 0) return elapsedText(value);
    // A time alone is a part of a day, whichever day is the first.
    return kind ? workbookText(serialToDate(value, from1904 && value >= 1)) : String(value);
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
      } else if (tag === 'rPh') inPhonetic = true;
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
      } else if (tag === 'row' && row) {
        rows.push(row);
        row = null;
      }
    },
  });
  for await (const _piece of pieces) {
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
}
