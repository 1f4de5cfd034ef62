import { Spool } from '#server/platform/archives/spool.ts';
import type { AboutRows, WantedSheet } from '#server/platform/extraction/result.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { ImportAborted } from './import-aborted.ts';
import type { Line } from './read-csv.ts';

/** More text than this is not written to the disk: a small workbook can repeat a long text in each of its cells. */
const SPOOL_BYTES_MAX = 8 * 1024 ** 3;

const SENTENCES: Readonly<Record<string, string>> = {
  encrypted: 'The workbook is protected by a password. Save it without one, and import that.',
  incomplete:
    'The end of the file is missing: it was not downloaded, or not saved, to its end. Fetch it again.',
  too_large: 'The workbook is too large to be read. Save it as CSV, and import that.',
  unsupported: 'There are no rows in the file. Records are imported from a file with one JSON object a line.',
  altered: 'The file is damaged. Save it anew, and import that.',
  out_of_memory: 'The workbook is too large to be read. Save it as CSV, and import that.',
  timeout: 'Reading the workbook took too long. Save it as CSV, and import that.',
};

/** Why no rows of a workbook can be read, for its user. */
export const workbookProblem = (code: string): ImportAborted =>
  new ImportAborted(SENTENCES[code] ?? 'The file is damaged, or no file that can be imported.');

/** Lines that can be read more than once. */
export type ReadableLines = {
  groups(): AsyncIterable<readonly Line[]>;
  /** The mark of fractions in it, whatever the format of texts in the hub. */
  decimal?: '.';
  /** Of a workbook: the number of the sheet, from 0. */
  sheet?: number;
  /** Whether the file has cards; those of other lines are made of these. */
  ofCards?: true;
  /** Whether the file itself names its columns, as records and cards do. */
  isNamed?: true;
  /** Whether it is damaged: after these lines, or somewhere in them. */
  damage?: 'after' | 'within';
  /** Of text: the encoding that it is read in, and the sign that separates its cells. */
  text?: { encoding: string; separator: string };
  close(): Promise<void>;
};

type StoredRows = AboutRows & { rows: string[][] };

/** What is wrong with a file of which there are rows. */
const DAMAGES: Readonly<Record<string, ReadableLines['damage']>> = { corrupt: 'after', altered: 'within' };

/**
 * Says of lines where they are in their file, by their numbers in it, which a damaged one may repeat.
 * @param isNamed whether the first one, of names, is no line of it
 */
function createPlaces(isNamed: boolean): (line: Line, number: number) => Line {
  let ordinal = 0;
  let last = 0;
  return (line, number) => {
    ordinal += 1;
    last = Math.max(last + 1, number);
    const skipped = last - ordinal - (isNamed ? 1 : 0);
    return skipped === 0 ? line : { ...line, skipped };
  };
}

/**
 * The rows of a workbook's sheet, or of a file of records: read once, by the process that reads untrusted files, and stored on
 * the disk until the import ends, since a workbook can only be read from its beginning. Of a damaged file there are the rows
 * before the damage.
 * @throws ImportAborted where none can be read, or too many
 */
export async function spoolRows(
  { extraction }: Pick<Services, 'extraction'>,
  file: { source: ByteSource; extension: 'xlsx' | 'record'; sheet: WantedSheet },
  signal: AbortSignal,
): Promise<ReadableLines> {
  const spool = await Spool.open();
  const batches: { offset: number; length: number }[] = [];
  let size = 0;
  let names: string[] | undefined;
  async function* groups(): AsyncGenerator<readonly Line[]> {
    const place = createPlaces(names !== undefined);
    if (names) yield [place({ cells: names }, 1)];
    for (const { offset, length } of batches) {
      const stored: StoredRows = JSON.parse((await spool.at(offset, length)).toString('utf8'));
      const notes = new Map(stored.notes);
      yield stored.rows.map((cells, at) => place({ cells, ...notes.get(at) }, stored.numbers[at] ?? 0));
    }
  }
  try {
    const result = await extraction.lines(
      file,
      async (rows, { numbers, notes }) => {
        const bytes = Buffer.from(JSON.stringify({ rows, numbers, notes } satisfies StoredRows));
        if (size + bytes.length > SPOOL_BYTES_MAX) throw workbookProblem('too_large');
        batches.push({ offset: size, length: bytes.length });
        size += bytes.length;
        await spool.append(bytes);
      },
      { signal },
    );
    signal.throwIfAborted();
    const damage = result.ok || batches.length === 0 ? undefined : DAMAGES[result.code];
    if (!result.ok && !damage) throw workbookProblem(result.code);
    if (result.ok) ({ names } = result);
    const sheet = result.ok ? result.sheets?.read : (result.sheet ?? file.sheet ?? undefined);
    const lines: ReadableLines = { groups, decimal: '.', close: () => spool.close() };
    if (sheet !== undefined) lines.sheet = sheet;
    return damage ? { ...lines, damage } : lines;
  } catch (error) {
    await spool.close();
    throw error;
  }
}
