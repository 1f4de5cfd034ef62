import type { Line } from './read-csv.ts';

export type NumberedLine = Line & {
  /** Where it is in its file, of which empty lines are a part. */
  line: number;
  /** What of the line's own could not be read before: of a card. */
  problems?: readonly string[];
};

/**
 * The text of a batch, in units of UTF-16: what it refuses, its cards and its rows are in memory together. A longer line is one
 * alone.
 */
const BATCH_UNITS = 8 * 1024 * 1024;

const unitsOf = ({ cells, card }: Line): number =>
  cells.reduce((sum, { length }) => sum + length, card?.length ?? 0);

/** Lines that are taken at once: few of them are alive when garbage is collected. */
const GROUP = 250;

/** The lines of a file after its header, in groups, each once. */
export class LineCursor {
  readonly #groups: AsyncIterator<readonly Line[]>;
  #group: readonly Line[] = [];
  #at = 0;
  #number = 0;
  #place = 0;
  /** The lines that were taken since {@link LineCursor.retain}, and where that was. */
  #retained: { lines: Line[]; number: number; place: number } | null = null;
  header: readonly string[] | null = null;
  /** 1, or 0 where the names of columns are no line of the file. */
  headerPlace = 1;

  /** @param from the last line that was read before; the header is line 1, and is read by every run */
  static async open(groups: AsyncIterable<readonly Line[]>, from: number): Promise<LineCursor> {
    const cursor = new LineCursor(groups);
    while (cursor.#number < Math.max(1, from) && (await cursor.hasNext())) {
      if (cursor.header === null) {
        const [first] = cursor.#group;
        cursor.header = first?.cells ?? null;
        cursor.headerPlace = 1 + Math.min(0, first?.skipped ?? 0);
      }
      const skipped = Math.min(cursor.#group.length - cursor.#at, Math.max(1, from) - cursor.#number);
      cursor.#at += skipped;
      cursor.#number += skipped;
      cursor.#place = cursor.#number + (cursor.#group[cursor.#at - 1]?.skipped ?? 0);
    }
    return cursor;
  }

  private constructor(groups: AsyncIterable<readonly Line[]>) {
    this.#groups = groups[Symbol.asyncIterator]();
  }

  /** The number of the line that was taken last, of those that are not empty. */
  get line(): number {
    return this.#number;
  }

  /** Where that is in its file. */
  get place(): number {
    return this.#place;
  }

  /** Whether there is another line; reads on until it is known. */
  async hasNext(): Promise<boolean> {
    while (this.#at >= this.#group.length) {
      const { value, done } = await this.#groups.next();
      if (done) return false;
      this.#group = value;
      this.#at = 0;
    }
    return true;
  }

  /** The next lines in groups, `most` in all; fewer where they are long, and at the end of the file. */
  async *take(most: number): AsyncGenerator<NumberedLine[]> {
    let units = 0;
    for (let left = most; left > 0 && units < BATCH_UNITS && (await this.hasNext()); ) {
      const group = this.#group.slice(this.#at, this.#at + Math.min(left, GROUP));
      const until = group.findIndex((line) => {
        units += unitsOf(line);
        return units >= BATCH_UNITS;
      });
      const lines = until < 0 ? group : group.slice(0, until + 1);
      this.#at += lines.length;
      this.#retained?.lines.push(...lines);
      left -= lines.length;
      yield lines.map((line) => {
        this.#number += 1;
        this.#place = this.#number + (line.skipped ?? 0);
        return { line: this.#place, ...line };
      });
    }
  }

  /** Lines that are taken from here on are in memory until {@link LineCursor.release}, and can be taken again by {@link LineCursor.rewind}. */
  retain(): void {
    this.#retained = { lines: [], number: this.#number, place: this.#place };
  }

  /** Goes back to where {@link LineCursor.retain} was called. */
  rewind(): void {
    if (!this.#retained) return;
    this.#group = [...this.#retained.lines, ...this.#group.slice(this.#at)];
    this.#at = 0;
    this.#number = this.#retained.number;
    this.#place = this.#retained.place;
    this.release();
  }

  /** Lets go of the lines that could be taken again. */
  release(): void {
    this.#retained = null;
  }

  /** Lets go of the file. */
  async close(): Promise<void> {
    await this.#groups.return?.();
  }
}
