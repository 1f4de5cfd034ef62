import {
  CELL_LETTERS,
  CHUNK,
  cellOf,
  EMPTY_CELL,
  numberCell,
  ROW,
  TEXT_CELL,
  textCell,
  type XlsxCell,
  type XlsxRows,
} from '#server/platform/archives/xlsx.ts';
import { CELL_SEPARATOR, ROW_SEPARATOR } from './delimited-rows.ts';

/**
 * How the cells of a column are written: as texts, or as what `cell` makes of the text that was sent. Digits, a point and a sign
 * stand in the sheet as they were sent where the column has `digits`.
 */
export type SheetColumn =
  | 'texts'
  | { digits: { style: number | null } | null; cell: (text: string) => XlsxCell };

/** What a byte of a text is: part of it as it stands, an underscore, or something that needs a closer look. */
const PLAIN = 1;
const UNDERSCORE = 2;
const TEXT_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x5f) return UNDERSCORE;
  // White space, what XML can not hold (U+FFFE is EF BF BE), and markup.
  return byte < 0x20 || byte === 0xef || '&<>"'.includes(String.fromCharCode(byte)) ? 0 : PLAIN;
});
const DIGIT_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  '0123456789.-'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
const BLANK = 0x20;
const LETTER_X = 0x78;
const SIGN = 0x2d;
const ZERO = 0x30;

const BEFORE_ROW = Buffer.from(ROW[0]);
const AFTER_ROW = Buffer.from(ROW[1]);
const EMPTY = Buffer.from(EMPTY_CELL);
const BEFORE_TEXT = Buffer.from(TEXT_CELL[0]);
const AFTER_TEXT = Buffer.from(TEXT_CELL[1]);

/** What a cell adds to its text at most where it is written byte by byte, with its part of the row. */
const AROUND = 64;

/** Bytes before and after a column's digits. */
type Wrap = { before: Buffer; after: Buffer };
type Column = { wrap: Wrap | null; cell: ((text: string) => XlsxCell) | null };

function columnOf(column: SheetColumn): Column {
  if (column === 'texts') return { wrap: null, cell: null };
  if (!column.digits) return { wrap: null, cell: column.cell };
  const [before, after] = numberCell(column.digits.style);
  return { wrap: { before: Buffer.from(before), after: Buffer.from(after) }, cell: column.cell };
}

/** Copies a few bytes, for which a call of `copy` would take longer. @returns where they end */
function put(bytes: Uint8Array, out: Uint8Array, start: number): number {
  for (let at = 0; at < bytes.length; at += 1) out[start + at] = bytes[at] ?? 0;
  return start + bytes.length;
}

const isSeparator = (byte: number | undefined): boolean => byte === CELL_SEPARATOR || byte === ROW_SEPARATOR;

/**
 * Writes rows of a sheet that the database sent as delimited cells. Nearly all of their bytes stand in the sheet as they are: they are
 * looked at one by one, and no string is made of a cell that needs no more.
 */
export class SheetWriter {
  readonly #columns: readonly Column[];
  readonly #styleOf: (format: string) => number;
  #out = Buffer.alloc(0);
  #length = 0;
  #count = 0;
  /** What the rows that are written may take as far as no cell is computed. */
  #capacity = 0;

  /** @param styleOf the number of a format's style */
  constructor(columns: readonly SheetColumn[], styleOf: (format: string) => number) {
    this.#columns = columns.map(columnOf);
    this.#styleOf = styleOf;
  }

  /** How many bytes wait to be taken. */
  get length(): number {
    return this.#length;
  }

  /** What was written since this was called before. */
  take(): XlsxRows {
    const bytes = this.#out.subarray(0, this.#length);
    // A few rows would keep all of it in memory until they are sent.
    const isSmall = bytes.length < this.#out.length / 2;
    const rows = { bytes: isSmall ? Buffer.from(bytes) : bytes, count: this.#count };
    if (!isSmall) this.#out = Buffer.alloc(0);
    this.#length = 0;
    this.#count = 0;
    return rows;
  }

  /** Writes so many rows. @throws Error where the text has others: what was written then must not be used */
  add(text: string, count: number): void {
    const input = Buffer.from(text);
    const columns = this.#columns;
    const last = columns.length - 1;
    this.#capacity = input.length + count * (columns.length + 1) * AROUND;
    this.#reserve(this.#capacity);
    let rows = 0;
    for (let at = 0; at < input.length; at += 1) {
      this.#put(BEFORE_ROW);
      for (const [number, column] of columns.entries()) {
        at = this.#cell(input, at, column);
        if (number < last) at += 1;
      }
      if (input[at] !== ROW_SEPARATOR) throw new Error('a row of a sheet has more cells than columns');
      this.#put(AFTER_ROW);
      rows += 1;
    }
    // Bytes beyond its room are dropped without an error.
    if (rows !== count || this.#length > this.#out.length)
      throw new Error('rows of a sheet are not those sent');
    this.#count += count;
  }

  /** @returns where the cell ends */
  #cell(input: Buffer, at: number, { wrap, cell }: Column): number {
    if (isSeparator(input[at])) {
      this.#put(EMPTY);
      return at;
    }
    const until = wrap ? this.#digits(input, at, wrap) : cell ? null : this.#text(input, at);
    return until ?? this.#computed(input, at, cell);
  }

  /** @returns where the text ends; null of one that is not written as it is, of which nothing is written */
  #text(input: Buffer, start: number): number | null {
    const out = this.#out;
    let length = put(BEFORE_TEXT, out, this.#length);
    let at = start;
    for (;;) {
      const byte = input[at] ?? 0;
      const kind = TEXT_BYTES[byte];
      if (kind !== PLAIN && (kind !== UNDERSCORE || input[at + 1] === LETTER_X)) break;
      out[length] = byte;
      length += 1;
      at += 1;
    }
    const isSpaced = input[start] === BLANK || input[at - 1] === BLANK;
    if (isSpaced || at - start > CELL_LETTERS || !isSeparator(input[at])) return null;
    this.#length = put(AFTER_TEXT, out, length);
    return at;
  }

  /** @returns where the digits end; null of what is no number as JavaScript writes it, of which nothing is written */
  #digits(input: Buffer, start: number, { before, after }: Wrap): number | null {
    const out = this.#out;
    let length = put(before, out, this.#length);
    let at = start;
    for (;;) {
      const byte = input[at] ?? 0;
      if (DIGIT_BYTES[byte] === 0) break;
      out[length] = byte;
      length += 1;
      at += 1;
    }
    const isMinusZero = at - start === 2 && input[start] === SIGN && input[start + 1] === ZERO;
    if (isMinusZero || !isSeparator(input[at])) return null;
    this.#length = put(after, out, length);
    return at;
  }

  /** A cell that is made of its text. @returns where it ends */
  #computed(input: Buffer, start: number, cell: Column['cell']): number {
    let until = start;
    while (!isSeparator(input[until])) {
      if (until >= input.length) throw new Error('a row of a sheet has fewer cells than columns');
      until += 1;
    }
    const text = input.toString('utf8', start, until);
    const written = cell ? cellOf(cell(text), this.#styleOf) : textCell(text);
    this.#reserve(this.#capacity + Buffer.byteLength(written));
    this.#length += this.#out.write(written, this.#length);
    return until;
  }

  #put(bytes: Buffer): void {
    this.#length = put(bytes, this.#out, this.#length);
  }

  #reserve(size: number): void {
    if (this.#out.length - this.#length >= size) return;
    // Twice as much, so that cells that are computed one after the other copy what is there but a few times.
    const out = Buffer.allocUnsafeSlow(Math.max(this.#length + size, 2 * this.#out.length, 2 * CHUNK));
    this.#out.copy(out, 0, 0, this.#length);
    this.#out = out;
  }
}
