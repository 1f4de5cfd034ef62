import type { ZipEntry } from './zip.ts';

/**
 * A cell: a text, a number, or a day, a point in time or a time of day (milliseconds) that a spreadsheet can
 * compute with; or a number that is shown in a format of its own (`0.00`).
 */
export type XlsxCell =
  | string
  | number
  | { day: number }
  | { moment: number }
  | { time: number }
  | { number: number; format: string };

/** Rows of a sheet that are written already (`<row>…</row>`), with cells as this file writes them. */
export type XlsxRows = { bytes: Uint8Array; count: number };

/** A table of a spreadsheet: on a sheet of its own, or on several where it is long. */
export type XlsxTable = {
  name: string;
  head: readonly string[];
  /** Of its columns, in characters; those of the program where they are absent. */
  widths?: readonly number[];
  rows: AsyncIterable<readonly XlsxCell[] | XlsxRows>;
};

/** Rows per sheet (ECMA-376 leaves it open; all programs stop here), and characters per cell. */
const SHEET_ROWS = 1_048_576;
export const CELL_LETTERS = 32_767;
/** What stands after the part of a text that a cell can have. */
const CUT = '…';
export const DAY_MS = 86_400_000;
/** Spreadsheets count days from here; their count is wrong before March 1900. */
export const FIRST_DAY = Date.UTC(1899, 11, 30);
export const FIRST_SAFE = Date.UTC(1900, 2, 1);
/** Written in one chunk, in bytes. */
export const CHUNK = 128 * 1024;

/** The styles of days, moments and times; those of a file's own formats follow. */
export const STYLE = { day: 1, moment: 2, time: 3 } as const;
export const FIRST_OWN_STYLE = STYLE.time + 1;
/** The first number of a format that is a file's own (ECMA-376, 18.8.30); it is the one of `moment`. */
const OWN_FORMAT = 164;
const MOMENT_FORMAT = 'yyyy\\-mm\\-dd\\ hh:mm:ss';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

// What XML 1.0 can not hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNSPEAKABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const MARKUP = /[&<>"\r]/g;
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const escaped = (text: string): string =>
  text.replace(UNSPEAKABLE, '').replace(MARKUP, (found) => ESCAPES[found] ?? '');

/** What programs read as a character of that number, `_x0041_` as an A (ECMA-376, 22.9.2.19): its first sign is written so itself. */
const ENCODED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const ENCODED_SIGN = '_x005F_';

/** What a program may trim, or fold to a blank, where nothing says that it matters (XML 1.0, 2.10). */
const WHITE_SPACE = /^ | $|[\t\n\r]/;

export const EMPTY_CELL = '<c/>';
export const TEXT_CELL = ['<c t="inlineStr"><is><t>', '</t></is></c>'] as const;
const SPACED_CELL = '<c t="inlineStr"><is><t xml:space="preserve">';

/** A text, which is never a formula; where a cell can't have all of it, it says so by its last sign. */
export function textCell(text: string): string {
  if (text === '') return EMPTY_CELL;
  const shortened = text.length > CELL_LETTERS ? `${text.slice(0, CELL_LETTERS - CUT.length)}${CUT}` : text;
  const written = shortened.toWellFormed().replace(UNSPEAKABLE, '').replace(ENCODED, ENCODED_SIGN);
  const [start, end] = TEXT_CELL;
  return `${WHITE_SPACE.test(written) ? SPACED_CELL : start}${escaped(written)}${end}`;
}

/** What stands before and after a number's digits. @param style of its format; without one it is shown as it is */
export const numberCell = (style: number | null): readonly [string, string] => [
  style === null ? '<c><v>' : `<c s="${style}"><v>`,
  '</v></c>',
];

function timeCell(time: number, style: number): string {
  if (time < FIRST_SAFE)
    return textCell(
      new Date(time)
        .toISOString()
        .slice(0, style === STYLE.day ? 10 : 19)
        .replace('T', ' '),
    );
  return numberCell(style).join(String((time - FIRST_DAY) / DAY_MS));
}

/** The formats of a file in the order in which its cells first have them. */
class Formats {
  readonly #styles = new Map<string, number>();

  /** The number of a format's style. */
  styleOf(format: string): number {
    const style = this.#styles.get(format) ?? FIRST_OWN_STYLE + this.#styles.size;
    this.#styles.set(format, style);
    return style;
  }

  /** The part of the file that names them; complete once all cells are written. */
  styles(): string {
    const codes = [MOMENT_FORMAT, ...this.#styles.keys()];
    const formats = codes.map(
      (code, at) => `<numFmt numFmtId="${OWN_FORMAT + at}" formatCode="${escaped(code)}"/>`,
    );
    const shown = [14, OWN_FORMAT, 21, ...codes.slice(1).map((_, at) => OWN_FORMAT + 1 + at)];
    const xfs = shown.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`);
    return `<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${formats.join('')}</numFmts>
<fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="${xfs.length + 1}"><xf/>${xfs.join('')}</cellXfs></styleSheet>`;
  }
}

/** @param styleOf the number of a format's style */
export function cellOf(cell: XlsxCell, styleOf: (format: string) => number): string {
  if (typeof cell === 'string') return textCell(cell);
  if (typeof cell === 'number') return numberCell(null).join(String(cell));
  if ('number' in cell) return numberCell(styleOf(cell.format)).join(String(cell.number));
  if ('time' in cell) return numberCell(STYLE.time).join(String(cell.time / DAY_MS));
  return 'day' in cell ? timeCell(cell.day, STYLE.day) : timeCell(cell.moment, STYLE.moment);
}

export const ROW = ['<row>', '</row>'] as const;

function rowOf(cells: readonly XlsxCell[], formats: Formats): string {
  const written = cells.map((cell) => cellOf(cell, (format) => formats.styleOf(format)));
  return ROW.join(written.join(''));
}

/** Written rows in two parts, of which the first has so many. */
function splitRows({ bytes, count }: XlsxRows, first: number): [XlsxRows, XlsxRows] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const [, end] = ROW;
  let length = 0;
  for (let row = 0; row < first; row += 1) length = whole.indexOf(end, length) + end.length;
  return [
    { bytes: bytes.subarray(0, length), count: first },
    { bytes: bytes.subarray(length), count: count - first },
  ];
}

/** What is written of a sheet, in chunks. */
class Chunks {
  #parts: Uint8Array[] = [];
  #size = 0;
  #text = '';

  add(part: string | Uint8Array): void {
    if (typeof part === 'string') this.#text += part;
    else {
      this.#flush();
      this.#push(part);
    }
  }

  get isFull(): boolean {
    return this.#size + this.#text.length >= CHUNK;
  }

  take(): Uint8Array {
    this.#flush();
    const [first = new Uint8Array(), ...others] = this.#parts;
    const whole = others.length === 0 ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return whole;
  }

  #flush(): void {
    if (this.#text !== '') this.#push(Buffer.from(this.#text));
    this.#text = '';
  }

  #push(part: Uint8Array): void {
    this.#parts.push(part);
    this.#size += part.length;
  }
}

const entry = (path: string, content: AsyncIterable<Uint8Array>): ZipEntry => ({
  path,
  modified: new Date(),
  content,
  compress: true,
});

async function* singleChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(HEAD + text);
}

const sheetPath = (number: number): string => `worksheets/sheet${number}.xml`;

function contentTypes(sheets: readonly number[]): string {
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
${type('workbook.xml', 'sheet.main')}${type('styles.xml', 'styles')}${sheets.map((number) => type(sheetPath(number), 'worksheet')).join('')}</Types>`;
}

function workbook(names: readonly string[]): string {
  const list = names.map(
    (name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="sheet${at + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`;
}

function workbookParts(sheets: readonly number[]): string {
  const part = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const list = sheets.map((number) => part(`sheet${number}`, 'worksheet', sheetPath(number)));
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}${part('styles', 'styles', 'styles.xml')}</Relationships>`;
}

const PARTS = `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="book" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function colsOf(widths: readonly number[] = []): string {
  if (widths.length === 0) return '';
  const list = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${list.join('')}</cols>`;
}

/**
 * The parts of a spreadsheet (Office Open XML, ECMA-376) for `zip`, as its rows arrive: whatever their
 * number, memory holds a few of them. What does not fit on a sheet continues on the next, under the same
 * header.
 * @param tables with names of their own, of 20 characters at most
 * @param known formats that have the first styles, in this order: those that written rows name
 */
export async function* xlsx(
  tables: readonly XlsxTable[],
  known: readonly string[] = [],
): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  const formats = new Formats();
  for (const format of known) formats.styleOf(format);
  for (const { name, head, widths, rows } of tables) {
    const source = rows[Symbol.asyncIterator]();
    let next = await source.next();
    async function* sheet(): AsyncGenerator<Uint8Array> {
      const chunks = new Chunks();
      chunks.add(
        `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${colsOf(widths)}<sheetData>${rowOf(head, formats)}`,
      );
      for (let row = 1; row < SHEET_ROWS && !next.done; ) {
        const now = next.value;
        if (!('bytes' in now)) {
          chunks.add(rowOf(now, formats));
          row += 1;
          next = await source.next();
        } else if (row + now.count > SHEET_ROWS) {
          const [fitting, rest] = splitRows(now, SHEET_ROWS - row);
          chunks.add(fitting.bytes);
          row += fitting.count;
          next = { done: false, value: rest };
        } else {
          chunks.add(now.bytes);
          row += now.count;
          next = await source.next();
        }
        if (chunks.isFull) yield chunks.take();
      }
      chunks.add('</sheetData></worksheet>');
      yield chunks.take();
    }
    let part = 0;
    do {
      part += 1;
      names.push(part === 1 ? name : `${name} ${part}`);
      yield entry(`xl/${sheetPath(names.length)}`, sheet());
    } while (!next.done);
  }
  const sheets = names.map((_, at) => at + 1);
  yield entry('xl/styles.xml', singleChunk(formats.styles()));
  yield entry('xl/workbook.xml', singleChunk(workbook(names)));
  yield entry('xl/_rels/workbook.xml.rels', singleChunk(workbookParts(sheets)));
  yield entry('_rels/.rels', singleChunk(PARTS));
  yield entry('[Content_Types].xml', singleChunk(contentTypes(sheets)));
}
