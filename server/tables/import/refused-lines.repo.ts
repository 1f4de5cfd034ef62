import { sql } from 'kysely';
import { refusedCard, withReason } from '#lib/contacts/refused-card.ts';
import type { Job } from '#lib/contract/job.ts';
import { LENGTH_MAX } from '#lib/fields/text-check.ts';
import { csvRow } from '#lib/text/csv.ts';
import { REFUSED_HEADER } from '#lib/text/refused-lines.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { IN_PART } from './own-lines.ts';

/** A line that was not taken as it is written, and why; the line without a reason is the file's header (1), or the names of columns by place, or in records (0). */
export type RefusedLine = {
  line: number;
  reason: string;
  cells: string[];
  card?: string;
  /** The rest of the line was taken. */
  inPart?: boolean;
};

/**
 * A cell of a line that was refused. The database has no NUL in a text: where a file has one, its report shows that a character
 * was there. What is longer than any value is cut.
 */
const storable = (text: string) =>
  (text.length > LENGTH_MAX.textarea
    ? `${text.slice(0, LENGTH_MAX.textarea).toWellFormed()}…`
    : text
  ).replaceAll('\0', '\uFFFD');

/**
 * Stores lines that an import refused, or took in part.
 * @param ofCards whether the file has cards, which come back as they were; those of a file of other lines were made of these
 */
export async function saveRefusedLines(
  trx: Transaction,
  jobId: string,
  lines: readonly RefusedLine[],
  ofCards: boolean,
): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .insertInto('table_import_refusal')
    .values(
      lines.map(({ line, reason, cells, card = '', inPart = false }) => ({
        job_id: jobId,
        line,
        reason: storable(inPart ? `${IN_PART} ${reason}` : reason),
        cells: JSON.stringify(cells.map(storable)),
        card: ofCards ? refusedCard(card) : null,
      })),
    )
    .execute();
}

/** Lines that are read, and sent, per batch; fewer where they are long. */
const BATCH = 1000;
const BATCH_BYTES = 8 * 1024 * 1024;

type StoredLine = Omit<RefusedLine, 'card' | 'inPart'> & { card: string | null };

/** The lines that an import refused, with their header, in parts. */
async function* storedLines(database: Database, jobId: string): AsyncGenerator<StoredLine[]> {
  for (let after = -1; ; ) {
    const { rows } = await sql<StoredLine>`
      select line, reason, cells, card from (
        select line, reason, cells, card,
          coalesce(sum(octet_length(cells::text) + coalesce(octet_length(card), 0)) over (order by line rows between unbounded preceding and 1 preceding), 0) as before
        from (
          select line, reason, cells, card from table_import_refusal where job_id = ${jobId} and line > ${after}
          order by line limit ${BATCH}
        ) next
      ) measured
      where before < ${BATCH_BYTES} order by line`.execute(database);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.line ?? after;
  }
}

/** The lines that an import refused, as CSV: which, why, and their content. */
export async function* refusedLinesCsv(database: Database, jobId: string): AsyncGenerator<string> {
  const reading = await database
    .selectFrom('table_import')
    .select('has_header')
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  // The names by places are no line of the file.
  const added = reading?.has_header === false ? 1 : 0;
  yield '\uFEFF';
  for await (const lines of storedLines(database, jobId))
    yield lines
      .map(({ line, reason, cells }) =>
        csvRow(reason === '' ? [...REFUSED_HEADER, ...cells] : [String(line - added), reason, ...cells]),
      )
      .join('');
}

/** The cards that an import refused, each with the reason. */
export async function* refusedCards(database: Database, jobId: string): AsyncGenerator<string> {
  for await (const lines of storedLines(database, jobId))
    yield lines.map(({ reason, card }) => withReason(card ?? '', reason)).join('');
}

/** The people of an import into a contact list. */
export const peopleOf = (counts: {
  people_added: number | null;
  people_updated: number | null;
  people_unchanged: number | null;
}): Pick<Job, 'people'> =>
  counts.people_added === null
    ? {}
    : {
        people: {
          added: counts.people_added,
          updated: counts.people_updated ?? 0,
          unchanged: counts.people_unchanged ?? 0,
        },
      };

/**
 * Of which kind the file of an import was, whose refused lines are in the same format, and how many lines it took in part;
 * null where it is no import of rows.
 */
export async function reportedLines(
  database: Database,
  jobId: string,
): Promise<({ format: 'csv' | 'vcf'; partial: number } & Pick<Job, 'people'>) | null> {
  const found = await database
    .selectFrom('table_import')
    .leftJoin('table_import_refusal as head', (join) =>
      join.onRef('head.job_id', '=', 'table_import.job_id').on('head.line', '=', 1),
    )
    .select(['head.card', 'table_import.partial', 'people_added', 'people_updated', 'people_unchanged'])
    .where('table_import.job_id', '=', jobId)
    .executeTakeFirst();
  if (!found) return null;
  return { format: found.card === null ? 'csv' : 'vcf', partial: found.partial, ...peopleOf(found) };
}
