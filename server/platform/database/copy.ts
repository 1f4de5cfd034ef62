import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';

/** A cell of COPY's text format; null for none. */
export type CopyCell = string | number | null;

const TEXT_UNITS = 64 * 1024;
const TO_ESCAPE = /[\\\t\n\r]/;
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cellText(cell: CopyCell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'number' || !TO_ESCAPE.test(cell)) return String(cell);
  return cell.replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign] ?? sign);
}

/** The parameter by which a statement is known to be COPY (`copyIn`); its rows, as texts of some 64 kB. */
export class CopyInput {
  readonly #rows: Iterable<readonly CopyCell[]>;

  constructor(rows: Iterable<readonly CopyCell[]>) {
    this.#rows = rows;
  }

  *texts(): Generator<string> {
    let text = '';
    for (const cells of this.#rows) {
      for (let at = 0; at < cells.length; at += 1)
        text += `${at === 0 ? '' : '\t'}${cellText(cells[at] ?? null)}`;
      text += '\n';
      if (text.length < TEXT_UNITS) continue;
      yield text;
      text = '';
    }
    if (text) yield text;
  }
}

/** Runs COPY on a connection of the driver. @param submit sends a query to it */
export async function copyIn(
  submit: (query: pg.Submittable) => void,
  statement: string,
  input: CopyInput,
): Promise<{ command: 'COPY'; rowCount: number; rows: [] }> {
  const { from } = await import('pg-copy-streams');
  const into = from(statement);
  submit(into);
  await pipeline(Readable.from(input.texts(), { objectMode: false }), into);
  return { command: 'COPY', rowCount: into.rowCount, rows: [] };
}
