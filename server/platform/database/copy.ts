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

/** Rows in groups: all of them at once, or as they come. */
export type CopyGroups = Iterable<CopyLines> | AsyncIterable<CopyLines>;
type CopyLines = Iterable<readonly CopyCell[]>;

/** The parameter by which a statement is known to be COPY (`copyIn`); its rows, as texts in UTF-8 of some 64 kB. */
export class CopyInput {
  readonly #groups: CopyGroups;

  constructor(groups: CopyGroups) {
    this.#groups = groups;
  }

  async *texts(): AsyncGenerator<Buffer> {
    let lines: string[] = [];
    let units = 0;
    const joined = () => {
      const text = Buffer.from(lines.join(''));
      lines = [];
      units = 0;
      return text;
    };
    for await (const rows of this.#groups)
      for (const cells of rows) {
        // Joined at once: a text that grows by parts is a tree of them until it is sent.
        const line = `${cells.map(cellText).join('\t')}\n`;
        lines.push(line);
        units += line.length;
        if (units >= TEXT_UNITS) yield joined();
      }
    if (units > 0) yield joined();
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
