import { isDeepStrictEqual } from 'node:util';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import { type Database, hasSpareConnections } from '#server/platform/database/database.ts';
import type { RowCursor } from '../lists/row-order.ts';
import type { Table } from '../table/table.ts';
import { BATCH } from './export-rows.ts';
import { type Page, type PageReading, pageBoundaries, readPage } from './written-pages.ts';

/** Pages that are read, or wait, beside the one that is sent. */
const AHEAD = 2;
/** How large the text of a page is to be, in characters. */
const PAGE_LENGTH = 768 * 1024;
/** Rows of a page, at least and at most. */
const ROWS = { least: 100, most: 4000 };
/** Rows that are read one page after the other, before two pages are read side by side. */
const ALONE = 10_000;
/** Pages whose ends are looked for together. */
const BOUNDARIES = 8;

/** Where pages of so many rows end. */
type Boundaries = { size: number; cursors: RowCursor[] };

type Reading = {
  after: RowCursor | null;
  size: number;
  /** Where the page after it began to be read; null where none did before this one was there. */
  until: RowCursor | null;
  /** Null where it failed: it is read again when it is its turn, and only then its failure ends the export. */
  page: Promise<Page | null>;
};

/**
 * Reads the pages of an export, in their order, before they are needed. Of many rows two pages are read side by side where the
 * database has connections to spare: the ends of the next pages are looked for, which costs little, and each is read from the end
 * of the one before it. Where a page turns out to end elsewhere, since rows changed meanwhile, those after it are read again.
 */
export class PagesAhead {
  readonly #database: Database;
  readonly #table: Table;
  readonly #reading: PageReading;
  /** In their order; the first is the next that is taken. */
  #readings: Reading[] = [];
  /** Where the page after these begins; undefined where that is not known, or none follows. */
  #start: RowCursor | null | undefined;
  /** Ends of the pages from there on, each of so many rows. */
  #boundaries: Boundaries = { size: BATCH, cursors: [] };
  #hasMoreBoundaries = true;
  #search: Promise<void> | null = null;
  /** Rows that were taken since the pages were read one after the other. */
  #count = 0;
  #size = BATCH;

  constructor(database: Database, table: Table, reading: PageReading, start: RowCursor | null) {
    this.#database = database;
    this.#table = table;
    this.#reading = reading;
    this.#start = start;
  }

  /** The page after a place, which is the end of the one that was taken before. */
  async take(after: RowCursor | null): Promise<Page> {
    this.readOn();
    if (this.#readings.length === 0) await this.#search;
    if (this.#readings.length === 0 || !isDeepStrictEqual(this.#readings[0]?.after, after))
      this.#restart(after);
    this.readOn();
    const [first = this.#begin(after, this.#size, null)] = this.#readings;
    const page = (await first.page) ?? (await this.#read(after, first.size));
    this.#readings.shift();
    this.#count += page.count;
    this.#size = fittingSize(page) ?? this.#size;
    const next = page.next ?? undefined;
    if (first.until === null) this.#start = next;
    else if (!isDeepStrictEqual(first.until, next)) this.#restart(next);
    return page;
  }

  /** Begins to read what follows. */
  readOn(): void {
    while (!this.#search && this.#start !== undefined && this.#readings.length < AHEAD) {
      const isSideBySide = this.#count >= ALONE && hasSpareConnections(this.#database);
      if (this.#readings.length > 0 && !isSideBySide) return;
      const start = this.#start;
      const until = this.#boundaries.cursors.shift();
      if (!until && isSideBySide && this.#hasMoreBoundaries) {
        this.#search = this.#findBoundaries(start);
        return;
      }
      this.#begin(start, until ? this.#boundaries.size : this.#size, until ?? null);
      this.#start = until;
    }
  }

  async #findBoundaries(start: RowCursor | null): Promise<void> {
    const size = this.#size;
    const boundaries: Boundaries = { size, cursors: [] };
    this.#boundaries = boundaries;
    const query = this.#reading.queryAfter(start, size * BOUNDARIES);
    // Without them, pages are read one after the other.
    const found = await pageBoundaries(this.#database, this.#table, query, size).catch(() => []);
    if (this.#boundaries !== boundaries) return;
    boundaries.cursors = found;
    this.#hasMoreBoundaries = found.length === BOUNDARIES;
    this.#search = null;
    this.readOn();
  }

  #begin(after: RowCursor | null, size: number, until: RowCursor | null): Reading {
    const reading = { after, size, until, page: this.#read(after, size).catch(() => null) };
    this.#readings.push(reading);
    return reading;
  }

  #read(after: RowCursor | null, size: number): Promise<Page> {
    const query = this.#reading.queryAfter(after, size);
    return withBulkHeap(() => readPage(this.#database, this.#table, this.#reading, query));
  }

  /** Discards what was read, and reads one page after the other for a while. */
  #restart(start: RowCursor | null | undefined): void {
    this.#readings = [];
    this.#boundaries = { size: BATCH, cursors: [] };
    this.#hasMoreBoundaries = true;
    this.#search = null;
    this.#count = 0;
    this.#start = start;
  }
}

/** How many rows like those of a page have a text of the wanted length; null of a page that the database wrote nothing of. */
function fittingSize({ parts, count }: Page): number | null {
  const length = parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0);
  if (length === 0) return null;
  return Math.min(Math.max(Math.round((PAGE_LENGTH * count) / length), ROWS.least), ROWS.most);
}
