import { sql } from 'kysely';
import type {
  ImportDelimiter,
  ImportEncoding,
  ImportType,
  UnknownOptions,
} from '#lib/contract/import-choice.ts';
import type { Job } from '#lib/contract/job.ts';
import type { DATE_ORDERS, DECIMAL_MARKS, EMPTY_CELLS, ImportRequest, OnMatch } from '#lib/contract/table.ts';
import type { StartImportRequest } from '#lib/contract/table-import.ts';
import type { PlannedFormat } from '#lib/forms/column-format.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { type RefusedLine, saveRefusedLines } from './refused-lines.repo.ts';

/** A paused import keeps its file for so many days. */
const PAUSED_DAYS_MAX = 30;

/** A file that is being read into a table. */
export type TableImport = {
  job_id: string;
  item_id: string;
  file_sha256: string;
  mapping: Record<string, string> | null;
  /** The ids of the columns that rows are matched by, in JSON; null where none is matched, or people are known as by default. */
  match_on: string | null;
  on_match: OnMatch;
  /** The file's format, as chosen by the user who imports it. */
  decimal_mark: (typeof DECIMAL_MARKS)[number] | null;
  date_order: (typeof DATE_ORDERS)[number] | null;
  /**
   * Of a workbook, from 0. Before an import is planned null for the first that has rows and is not hidden; after that only where
   * an earlier version planned it, which took the first one.
   */
  sheet: number | null;
  /** Of text, where it is not read as detected. */
  encoding: ImportEncoding | null;
  delimiter: ImportDelimiter | null;
  /**
   * False where the first line is data, and columns are named by their places. Before an import is planned null where it is to
   * be found; after that only where an earlier version planned it, which took the first line.
   */
  has_header: boolean | null;
  /** What an empty cell does to a row that is there already; null: it leaves the row's value. */
  empty_cells: (typeof EMPTY_CELLS)[number] | null;
  /** The types of new columns, by their headers; by default those of their cells. */
  column_types: Record<string, ImportType> | null;
  /** What becomes of a choice that a column doesn't have; null: its line is refused. */
  unknown_options: UnknownOptions | null;
  /** Of the file, with its header. */
  lines_read: number;
  /** See the table's schema. */
  new_columns: boolean | null;
  column_ids: (string | null)[] | null;
  /** How columns of the file write days and numbers, by their places; null where an earlier version planned it. */
  column_formats: (PlannedFormat | null)[] | null;
  lines_total: number | null;
  paused_at: Date | null;
  done: number;
  rejected: number;
  /** Lines of which not everything could be read. */
  partial: number;
};

/** An unfinished import, or undefined; locked where its next lines are to be written. */
export async function findActiveImport(
  database: Database | Transaction,
  jobId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<TableImport | undefined> {
  const { rows } = await sql<TableImport>`
    select reading.job_id, job.item_id, reading.file_sha256, reading.mapping, reading.match_on, reading.on_match,
      reading.decimal_mark, reading.date_order, reading.sheet, reading.empty_cells,
      reading.encoding, reading.delimiter, reading.has_header,
      reading.column_types, reading.unknown_options,
      reading.new_columns, reading.column_ids, reading.column_formats, reading.lines_total,
      reading.lines_read, reading.paused_at, reading.partial, job.done, job.rejected
    from table_import reading join job on job.id = reading.job_id
    where reading.job_id = ${jobId} and reading.file_sha256 is not null and job.item_id is not null
    ${lock ? sql`for update of reading` : sql``}`.execute(database);
  return rows[0];
}

/** Whether a file was only sent: nobody has chosen yet how it is imported. */
export const awaitsChoice = ({
  paused_at,
  column_ids,
}: Pick<TableImport, 'paused_at' | 'column_ids'>): boolean => paused_at !== null && column_ids === null;

/** How many files wait, paused, to be imported into a table: of everybody, and of one person. */
export async function countPausedImports(
  trx: Transaction,
  itemId: string,
  userId: string,
): Promise<{ all: number; own: number }> {
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::int as all, count(*) filter (where job.created_by = ${userId})::int as own
    from job join table_import reading on reading.job_id = job.id
    where job.item_id = ${itemId} and reading.paused_at is not null and reading.file_sha256 is not null`.execute(
    trx,
  );
  return rows[0] ?? { all: 0, own: 0 };
}

/** Ends imports that were paused long ago: their files take room. What they wrote stays. */
export async function stopPausedImports(database: Database, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ job_id: string }>`select job_id from table_import
    where file_sha256 is not null and paused_at < now() - make_interval(days => ${PAUSED_DAYS_MAX})`.execute(
    database,
  );
  for (const { job_id: id } of rows) {
    signal.throwIfAborted();
    const reason = `The import was paused for ${PAUSED_DAYS_MAX} days.`;
    await database.transaction().execute(async (trx) => {
      const reading = await findActiveImport(trx, id, { lock: true });
      if (reading?.paused_at) await deleteImport(trx, id, { reason, failed: true });
    });
  }
}

type PlannedFile = {
  hasHeader: boolean;
  sheet: number | null;
  matchOn: string | null;
  columnIds: readonly (string | null)[];
  formats: readonly PlannedFormat[];
  linesTotal: number;
};

/**
 * Stores how a file is read, the field and the format of each of its columns, and the number of lines, before the first of them
 * is written.
 */
export async function saveImportPlan(
  trx: Transaction,
  jobId: string,
  { hasHeader, sheet, matchOn, columnIds, formats, linesTotal }: PlannedFile,
): Promise<void> {
  await sql`update table_import set column_ids = ${JSON.stringify(columnIds)}::jsonb, lines_total = ${linesTotal},
      column_formats = ${JSON.stringify(formats)}::jsonb, has_header = ${hasHeader}, sheet = ${sheet}, match_on = ${matchOn}
    where job_id = ${jobId}`.execute(trx);
  await sql`update job set state = 'running', progress = 0, updated_at = now() where id = ${jobId}`.execute(
    trx,
  );
}

type Mapped = Pick<ImportRequest, 'mapping' | 'types' | 'new_columns'>;

/** A mapping in JSON. Headers that are left out say something only where the others become new columns. */
export function storedMapping({ mapping, new_columns }: Mapped): string | null {
  if (!mapping) return null;
  const pairs = Object.entries(mapping).filter(([, id]) => new_columns === true || id !== '');
  return JSON.stringify(Object.fromEntries(pairs));
}

/** The types of new columns in JSON. */
export const storedTypes = ({ types }: Mapped): string | null => (types ? JSON.stringify(types) : null);

/** Stores how an import that was not begun is imported. */
export async function saveImportChoice(
  trx: Transaction,
  jobId: string,
  how: StartImportRequest & { match_on: string[]; on_match: OnMatch },
): Promise<void> {
  const { match_on, sheet, new_columns, empty_cells, decimal_mark, date_order } = how;
  await sql`update table_import set
      mapping = ${storedMapping(how)}::jsonb, column_types = ${storedTypes(how)}::jsonb,
      unknown_options = ${how.unknown_options ?? null},
      match_on = ${match_on.length > 0 ? JSON.stringify(match_on) : null}, on_match = ${how.on_match},
      sheet = ${sheet ?? null}, new_columns = ${new_columns ?? null}, empty_cells = ${empty_cells ?? null},
      decimal_mark = ${decimal_mark ?? null}, date_order = ${date_order ?? null},
      encoding = ${how.encoding ?? null}, delimiter = ${how.delimiter ?? null}, has_header = ${how.has_header ?? null}
    where job_id = ${jobId}`.execute(trx);
}

/** Pauses an unfinished import, or lets it continue. */
export async function setImportPaused(trx: Transaction, jobId: string, isPaused: boolean): Promise<void> {
  const at = isPaused ? sql`coalesce(paused_at, now())` : sql`null`;
  await sql`update table_import set paused_at = ${at} where job_id = ${jobId}`.execute(trx);
  await sql`update job set updated_at = now() where id = ${jobId}`.execute(trx);
}

/** Records the results of some lines, in the transaction that writes their rows. */
export async function recordImportedLines(
  trx: Transaction,
  jobId: string,
  what: {
    linesRead: number;
    done: number;
    progress: number;
    refusals: readonly RefusedLine[];
    ofCards: boolean;
    /** Of a contact list. */
    people: Job['people'] | null;
  },
): Promise<void> {
  const { linesRead, done, progress, refusals, ofCards, people } = what;
  await saveRefusedLines(trx, jobId, refusals, ofCards);
  const reported = refusals.filter(({ reason }) => reason !== '').length;
  const partial = refusals.filter(({ inPart }) => inPart).length;
  const rejected = reported - partial;
  await sql`update table_import set lines_read = ${linesRead}, partial = partial + ${partial} where job_id = ${jobId}`.execute(
    trx,
  );
  if (people)
    await sql`update table_import set people_added = coalesce(people_added, 0) + ${people.added},
      people_updated = coalesce(people_updated, 0) + ${people.updated},
      people_unchanged = coalesce(people_unchanged, 0) + ${people.unchanged} where job_id = ${jobId}`.execute(
      trx,
    );
  await sql`update job set state = 'running', done = done + ${done}, rejected = rejected + ${rejected},
    progress = ${progress}, updated_at = now() where id = ${jobId}`.execute(trx);
}

/** Finishes an import: its file is not needed any more. */
export async function deleteImport(
  database: Database | Transaction,
  jobId: string,
  outcome: { reason: string | null; failed: boolean },
): Promise<void> {
  await sql`update table_import set file_sha256 = null where job_id = ${jobId}`.execute(database);
  await sql`update job set state = ${outcome.failed ? 'failed' : 'ready'}, reason = ${outcome.reason},
    progress = ${outcome.failed ? null : 1}, updated_at = now() where id = ${jobId}`.execute(database);
}
