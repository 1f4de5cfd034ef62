import type { PreviewSheet, RowNote } from '#server/platform/extraction/result.ts';
import type { PassageWriter } from './passage-writer.ts';
import type { WantedRows } from './port.ts';

const PREVIEW_ROWS = 200;
const PREVIEW_COLUMNS = 50;
const PREVIEW_CELL = 500;
/** What a spreadsheet has at most. */
const WHOLE_COLUMNS = 16_384;
const WHOLE_CELL = 32_767;
/** A longer cell than any column takes: an import refuses it, and says so. */
const SENT_CELL = 200_001;

/**
 * Bytes of a block of rows: no more than one passage of the search index, so that a hit's line identifies its
 * row.
 */
const BLOCK_BYTES = 3_900;
/**
 * A block of at least this many bytes ends before empty rows: line numbers in a complete block count its
 * rows.
 */
const WORTH_A_BLOCK = 1_000;

/** Rows and characters that are sent together. */
const BATCH_ROWS = 1_000;
const BATCH_LENGTH = 256 * 1024;

/**
 * Turns a sheet's rows into passages of blocks, and collects its first rows, or the requested ones, for
 * display.
 */
export class RowWriter {
  readonly #rows: string[][] = [];
  readonly #numbers: number[] = [];
  readonly #notes: [place: number, note: RowNote][] = [];
  readonly #out: PassageWriter;
  readonly #sheet: string | undefined;
  readonly #window: WantedRows | undefined;
  #length = 0;
  #lines: string[] = [];
  #bytes = 0;
  #from = 0;
  #to = 0;
  #count = 0;
  #cut = false;
  #hasMore = false;
  readonly #isHidden: boolean;

  /**
   * @param window the rows that are wanted, where nothing else is
   * @param isHidden whether the sheet is hidden in its workbook
   */
  constructor(out: PassageWriter, sheet?: string, window?: WantedRows, isHidden = false) {
    this.#out = out;
    this.#sheet = sheet;
    this.#window = window;
    this.#isHidden = isHidden;
  }

  /** Whether there are rows that are not empty. */
  get hasRows(): boolean {
    return this.#count > 0 || this.#rows.length > 0 || this.#hasMore;
  }

  /** Rows that are not empty. */
  get count(): number {
    return this.#count;
  }

  /** Whether the preview lacks rows or cells. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Whether reading on is useless. */
  get done(): boolean {
    return this.#out.full || (this.#window !== undefined && this.#hasMore);
  }

  /** Names the columns in the first row, once all of them are known. */
  head(names: readonly string[]): void {
    if (this.#window?.send || (this.#window?.from ?? 1) > 1) return;
    if (this.#numbers[0] !== 1) {
      this.#numbers.unshift(1);
      this.#rows.unshift([]);
    }
    this.#rows[0] = this.#shown(names);
  }

  /** The displayed part of the sheet. */
  get preview(): PreviewSheet {
    return {
      ...{ name: this.#sheet ?? '', rows: this.#rows, numbers: this.#numbers, has_more: this.#hasMore },
      ...(this.#isHidden ? { hidden: true as const } : {}),
    };
  }

  /**
   * `number` counts from 1, as a spreadsheet shows it.
   * @param note what of the row could not be read
   */
  async row(number: number, cells: readonly string[], note?: RowNote): Promise<void> {
    if (this.#window) return this.#showWanted(this.#window, number, cells, note);
    const line = lineOf(cells);
    if (!line) return;
    this.#count++;
    if (cells.length > PREVIEW_COLUMNS) this.#cut = true;
    if (this.#rows.length < PREVIEW_ROWS) this.#show(number, cells);
    else this.#hasMore = true;
    const bytes = Buffer.byteLength(line) + 1;
    const hasGap = number > this.#to + 1 && this.#bytes >= WORTH_A_BLOCK;
    if (this.#bytes + bytes > BLOCK_BYTES || hasGap) await this.flush();
    if (this.#lines.length === 0) this.#from = number;
    this.#to = number;
    this.#lines.push(line);
    this.#bytes += bytes;
  }

  async flush(): Promise<void> {
    if (this.#window?.send) await this.#send(this.#window.send);
    if (this.#lines.length === 0) return;
    const where = {
      type: 'rows',
      ...(this.#sheet ? { sheet: this.#sheet } : {}),
      from: this.#from,
      to: this.#to,
    } as const;
    const text = this.#lines.join('\n');
    this.#lines = [];
    this.#bytes = 0;
    await this.#out.add(where, text, this.#sheet);
  }

  async #showWanted(
    { from, to, send }: WantedRows,
    number: number,
    cells: readonly string[],
    note: RowNote | undefined,
  ): Promise<void> {
    if (number < from || !(note !== undefined || cells.some((cell) => cell.trim()))) return;
    if (number >= to) {
      this.#hasMore = true;
      return;
    }
    if (!send) return this.#show(number, cells);
    const length = cells.findLastIndex((cell) => cell !== '') + 1;
    if (note) this.#notes.push([this.#rows.length, note]);
    this.#collect(number, cells.slice(0, length));
    // An empty cell takes its place, too.
    this.#length += length;
    for (const cell of cells) this.#length += cell.length;
    if (this.#rows.length >= BATCH_ROWS || this.#length >= BATCH_LENGTH) await this.#send(send);
  }

  async #send(send: NonNullable<WantedRows['send']>): Promise<void> {
    const batch = this.#rows.splice(0);
    const about = { numbers: this.#numbers.splice(0), notes: this.#notes.splice(0) };
    this.#length = 0;
    this.#count += batch.length;
    if (batch.length > 0) await send(batch, about);
  }

  /** Whole, also characters that no column takes: what becomes of them is for the import to say. */
  #collect(number: number, cells: string[]): void {
    this.#numbers.push(number);
    this.#rows.push(
      cells.map((cell) => (cell.length > SENT_CELL ? cell.slice(0, SENT_CELL) : cell).toWellFormed()),
    );
  }

  #show(number: number, cells: readonly string[]): void {
    this.#numbers.push(number);
    this.#rows.push(this.#shown(cells));
  }

  #shown(cells: readonly string[]): string[] {
    const isWhole = this.#window?.whole === true;
    return cells.slice(0, isWhole ? WHOLE_COLUMNS : PREVIEW_COLUMNS).map((cell) =>
      cell
        .slice(0, isWhole ? WHOLE_CELL : PREVIEW_CELL)
        .toWellFormed()
        .replaceAll('\0', ''),
    );
  }
}

/** A row as one line of text. */
const lineOf = (cells: readonly string[]): string =>
  cells
    .filter((cell) => cell.trim())
    .join(' · ')
    .replace(/\s+/g, ' ')
    .trim();
