import { sql } from 'kysely';
import type { CsvTarget, ExportHeading } from '#lib/contract/submissions.ts';
import { matchesFilter, type SubmissionFilter } from '#server/forms/filters/submission-filter.ts';
import { newestSubmission } from '#server/forms/summary/tally.repo.ts';
import { filesOfSubmissions, type SubmissionFile } from '#server/forms/uploads/form-file.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import { SUBMISSION_COLUMNS, SUBMISSION_PEOPLE, type SubmissionRow } from './submission.repo.ts';

/** Submissions that are read, and sent, per batch. */
const BATCH = 2_000;
/** The source of an export. */
export type Stores = Pick<Services, 'database' | 'storage'>;

export type SubmissionExport = {
  formId: string;
  title: string;
  filter: SubmissionFilter;
  heading: ExportHeading;
  /** The audience of a CSV. */
  reader: CsvTarget;
  /** The time zone of tables for users (IANA). */
  zone: string;
  /** Checks again whether the caller may still read the submissions; throws once they may not. */
  stillMay: () => Promise<unknown>;
};

export type ExportedRow = SubmissionRow & { files: SubmissionFile[] };

async function rowsAfter(
  database: Database,
  filter: SubmissionFilter,
  after: string | null,
): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`
    select ${SUBMISSION_COLUMNS} from submission ${SUBMISSION_PEOPLE}
    where ${matchesFilter(filter)} ${after === null ? sql`` : sql`and submission.id > ${after}::uuid`}
    order by submission.id limit ${BATCH}`.execute(database);
  return rows;
}

/**
 * The submissions in the order of their creation, batch by batch; a batch is read while the previous one is
 * being sent.
 */
export async function* submissionParts(
  { database }: Pick<Services, 'database'>,
  { filter, stillMay }: SubmissionExport,
  withFiles: boolean,
): AsyncGenerator<ExportedRow[]> {
  const read = async (after: string | null): Promise<ExportedRow[]> => {
    const rows = await rowsAfter(database, filter, after);
    const files = withFiles
      ? await filesOfSubmissions(
          database,
          rows.map(({ id }) => id),
        )
      : new Map<string, SubmissionFile[]>();
    return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }));
  };
  let reading = read(null);
  for (;;) {
    const rows = await reading;
    const last = rows.length < BATCH ? undefined : rows.at(-1);
    if (last) {
      reading = read(last.id);
      // A consumer that stopped reading needs no error of it.
      reading.catch(() => undefined);
    }
    await stillMay();
    yield rows;
    if (!last) return;
  }
}

/** Several tables of the same submissions: those that are created meanwhile are in none of them. */
export async function* upToNow<Part>(
  { database }: Pick<Services, 'database'>,
  what: SubmissionExport,
  write: (what: SubmissionExport) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const newest = await newestSubmission(database, what.formId);
  const bound = newest === null ? sql`false` : sql`submission.id <= ${newest}::uuid`;
  const { filter } = what;
  yield* write({ ...what, filter: { ...filter, conditions: [...filter.conditions, bound] } });
}
