import { MAX_PASSAGE_BYTES } from '#lib/passage.ts';
import type { PassageWriter } from '../passage-writer.ts';

const PREVIEW_ROWS = 200;
const PREVIEW_COLUMNS = 50;
const PREVIEW_CELL = 500;

/** Turns a sheet's rows into passages of blocks, and keeps its first rows for the preview. */
export class RowWriter {
  readonly preview: string[][] = [];
  readonly #out: PassageWriter;
  readonly #sheet: string | undefined;
  #lines: string[] = [];
  #bytes = 0;
  #from = 0;
  #to = 0;
  #count = 0;
  #cut = false;

  constructor(out: PassageWriter, sheet?: string) {
    this.#out = out;
    this.#sheet = sheet;
  }

  /** Rows that hold anything. */
  get count(): number {
    return this.#count;
  }

  /** Whether the preview lacks rows or cells. */
  get cut(): boolean {
    return this.#cut;
  }

  /** `number` counts from 1, as a spreadsheet shows it. */
  async row(number: number, cells: readonly string[]): Promise<void> {
    const line = cells
      .filter((cell) => cell.trim())
      .join(' · ')
      .replace(/\s+/g, ' ')
      .trim();
    if (!line) return;
    this.#count++;
    this.#show(cells);
    const bytes = Buffer.byteLength(line) + 1;
    if (this.#bytes + bytes > MAX_PASSAGE_BYTES) await this.flush();
    if (this.#lines.length === 0) this.#from = number;
    this.#to = number;
    this.#lines.push(line);
    this.#bytes += bytes;
  }

  async flush(): Promise<void> {
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

  #show(cells: readonly string[]): void {
    if (this.preview.length >= PREVIEW_ROWS || cells.length > PREVIEW_COLUMNS) this.#cut = true;
    if (this.preview.length >= PREVIEW_ROWS) return;
    this.preview.push(
      cells
        .slice(0, PREVIEW_COLUMNS)
        .map((cell) => cell.slice(0, PREVIEW_CELL).toWellFormed().replaceAll('\0', '')),
    );
  }
}
