import { ListError } from '#context/list-error.ts';
import type { Row } from '#lib/contract/table.ts';
import type { RowPage } from '#services/table.ts';
import { addPage, missingPage, type RowPlace, type RowWindow } from './row-window.ts';

/** Rows of one request. */
export const PAGE_SIZE = 100;
/** A request that failed for the moment is sent so many times more. */
const RETRIES = 2;
/** A longer wait than this is the reader's to decide on, in milliseconds. */
const RETRY_AFTER_MAX = 2000;

/** Waits, unless the request is aborted. */
const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Loads a page of rows, again after a failure that is over soon. @throws ListError, or what the load throws */
export async function withRetries(load: () => Promise<RowPage>, signal: AbortSignal): Promise<RowPage> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      const after = error instanceof ListError ? error.retryAfter : null;
      if (signal.aborted || tries >= RETRIES || after === null || after > RETRY_AFTER_MAX) throw error;
      await wait(after * 2 ** tries, signal);
    }
  }
}

/** The rows from one index to before another: what the window has, and what it lacks from the server. */
export async function rowsBetween(
  known: RowWindow,
  from: number,
  to: number,
  load: (place: RowPlace, size: number) => Promise<RowPage>,
): Promise<Row[]> {
  let window = known;
  for (;;) {
    const missing = missingPage(window, from, to, PAGE_SIZE);
    if (!missing) break;
    const page = await load(missing.place, missing.size);
    const begin = missing.place.before ? missing.offset + missing.size - page.data.length : missing.offset;
    window = addPage(window, begin, page);
  }
  const found: Row[] = [];
  for (let index = from; index < to; index += 1) {
    const row = window.rows.get(index);
    if (row) found.push(row);
  }
  return found;
}

/** Rows that were read again: the same object where nothing changed, so that it is not rendered again. */
export function reuseUnchanged(window: RowWindow, rows: readonly Row[]): Row[] {
  const known = new Map([...window.rows.values()].map((row) => [row.id, row]));
  return rows.map((row) => {
    const own = known.get(row.id);
    if (!own || own.revision < row.revision) return row;
    return own.revision > row.revision || !isChangedBeside(own, row) ? own : row;
  });
}

/** Whether what other tables show in a row is another value now: its own revision does not tell. */
const isChangedBeside = (known: Row, row: Row) =>
  JSON.stringify([known.values, known.linked, known.people, known.problems]) !==
  JSON.stringify([row.values, row.linked, row.people, row.problems]);
