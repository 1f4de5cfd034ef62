import { sql } from 'kysely';
import type { ExportHeading, SubmissionFormat } from '#lib/contract/answers.ts';
import { csvLine } from '#lib/csv.ts';
import type { Database } from '../database/database.ts';
import { FolderNames, safeName } from '../export/archive-name.ts';
import { keepAsking } from '../export/keep-asking.ts';
import { type XlsxCell, xlsx } from '../export/xlsx.ts';
import { type ZipEntry, zip } from '../export/zip.ts';
import type { Services } from '../services.ts';
import { AnswerColumns } from './answer-columns.ts';
import { type AnswerFilter, matching } from './answer-filter.ts';
import { askedFields, versionsAsked } from './asked-fields.ts';
import { type FileOfAnswer, filesOfAnswers } from './form-file.repo.ts';
import { presentSubmission } from './submission.presenter.ts';
import { SUBMISSION_COLUMNS, SUBMISSION_PEOPLE, type SubmissionRow } from './submission.repo.ts';

/** Answers that are read, and sent, at once. */
const BATCH = 2_000;

export const SUBMISSION_TYPES: Record<SubmissionFormat, { mime: string; extension: string }> = {
  csv: { mime: 'text/csv; charset=utf-8', extension: 'csv' },
  xlsx: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  json: { mime: 'application/json; charset=utf-8', extension: 'json' },
  files: { mime: 'application/zip', extension: 'zip' },
};

/** What an export reads from. */
type Stores = Pick<Services, 'database' | 'storage'>;

type Export = {
  formId: string;
  title: string;
  filter: AnswerFilter;
  heading: ExportHeading;
  /** Asks anew whether the caller may still read the answers; throws once they may not. */
  stillMay: () => Promise<unknown>;
};

type ExportedRow = SubmissionRow & { files: FileOfAnswer[] };

async function rowsAfter(
  database: Database,
  filter: AnswerFilter,
  after: string | null,
): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`
    select ${SUBMISSION_COLUMNS} from submission ${SUBMISSION_PEOPLE}
    where ${matching(filter)} ${after === null ? sql`` : sql`and submission.id > ${after}::uuid`}
    order by submission.id limit ${BATCH}`.execute(database);
  return rows;
}

/** The answers in the order in which they came, part by part; a part is read while the one before is being sent. */
async function* parts(
  { database }: Pick<Services, 'database'>,
  { filter, stillMay }: Export,
  withFiles: boolean,
): AsyncGenerator<ExportedRow[]> {
  const read = async (after: string | null): Promise<ExportedRow[]> => {
    const rows = await rowsAfter(database, filter, after);
    const files = withFiles
      ? await filesOfAnswers(
          database,
          rows.map(({ id }) => id),
        )
      : new Map<string, FileOfAnswer[]>();
    return rows.map((row) => ({ ...row, files: files.get(row.id) ?? [] }));
  };
  let reading = read(null);
  for (;;) {
    const rows = await reading;
    const last = rows.length < BATCH ? undefined : rows.at(-1);
    if (last) {
      reading = read(last.id);
      // Who does not wait for it any more need not hear of its end.
      reading.catch(() => undefined);
    }
    await stillMay();
    yield rows;
    if (!last) return;
  }
}

const OWN_COLUMNS = ['id', 'submitted_at', 'version', 'state', 'submitted_by', 'assigned_to'];

const namesOf = (files: readonly FileOfAnswer[]) => new Map(files.map(({ id, name }) => [id, name]));

async function prepared(
  database: Database,
  columns: AnswerColumns,
  { formId }: Export,
  rows: readonly ExportedRow[],
): Promise<void> {
  for (const version of new Set(rows.map((row) => row.version)))
    await columns.prepare(database, formId, version);
}

async function* csv(services: Stores, what: Export, columns: AnswerColumns): AsyncGenerator<string> {
  // The mark at the front tells spreadsheets that the text is UTF-8.
  yield `\uFEFF${csvLine([...OWN_COLUMNS, ...columns.heads(what.heading)])}`;
  for await (const rows of parts(services, what, columns.haveFiles)) {
    await prepared(services.database, columns, what, rows);
    let text = '';
    for (const row of rows) {
      const { id, created_at, version, state, submitter_name, assignee_name } = row;
      const own = [id, created_at.toISOString(), version, state, submitter_name, assignee_name];
      text += csvLine([...own, ...columns.texts(version, row.data, namesOf(row.files))]);
    }
    yield text;
  }
}

async function* json(services: Stores, what: Export, columns: AnswerColumns): AsyncGenerator<string> {
  yield '[';
  let end = '\n';
  for await (const rows of parts(services, what, columns.haveFiles)) {
    if (rows.length === 0) continue;
    yield end + rows.map((row) => JSON.stringify(presentSubmission(row, row.files))).join(',\n');
    end = ',\n';
  }
  yield '\n]\n';
}

async function* cells(services: Stores, what: Export, columns: AnswerColumns): AsyncGenerator<XlsxCell[]> {
  for await (const rows of parts(services, what, columns.haveFiles)) {
    await prepared(services.database, columns, what, rows);
    for (const row of rows) {
      const { id, created_at, version, state, submitter_name, assignee_name } = row;
      const own = [id, { moment: created_at.getTime() }, version, state, submitter_name, assignee_name];
      yield [...own, ...columns.cells(version, row.data, namesOf(row.files))];
    }
  }
}

/** All files of the answers: a folder an answer, in it one a field. */
export async function* fileEntries(services: Stores, what: Export): AsyncGenerator<ZipEntry> {
  const { storage, database } = services;
  const stillMay = async () => void (await what.stillMay());
  for await (const rows of parts(services, what, true)) {
    for (const { id, created_at, files } of rows) {
      const folder = `${created_at.toISOString().slice(0, 10)} ${id}`;
      const fields = new FolderNames();
      for (const [fieldId, own] of Map.groupBy(files, ({ field_id }) => field_id)) {
        const label = what.filter.asked.get(fieldId)?.field.label ?? fieldId;
        const place = `${folder}/${fields.take(label)}`;
        const names = new FolderNames();
        for (const file of own) {
          const sha256 = await bytesOf(database, file.id);
          if (!sha256 || !(await storage.has(sha256))) continue;
          yield {
            path: `${place}/${names.take(file.name)}`,
            modified: created_at,
            content: keepAsking(await storage.read(sha256), stillMay),
            size: file.size,
          };
        }
      }
    }
  }
}

/** Asked when the file is sent: its answer may have been deleted meanwhile. */
async function bytesOf(database: Database, id: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('form_file')
    .select('file_sha256')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.file_sha256;
}

/** All answers to a form, for an export whose rights `stillMay` asks for. */
export async function answersOfForm(
  { database }: Pick<Services, 'database'>,
  form: { id: string; title: string; published_version: number | null },
  stillMay: Export['stillMay'],
): Promise<Export> {
  const versions = await versionsAsked(database, form);
  const asked = await askedFields(database, form.id, versions);
  const conditions = [sql`submission.form_id = ${form.id}`];
  const filter = { conditions, key: '', asksForWork: false, asked, versions };
  return { formId: form.id, title: form.title, filter, heading: 'label', stillMay };
}

/**
 * The answers that match, part by part and however many: as a table with a column for each field that was ever asked
 * (CSV, XLSX), as they were given (JSON), or all of their files (ZIP).
 */
export function exportAnswers(
  services: Stores,
  what: Export,
  format: SubmissionFormat,
): AsyncIterable<string | Uint8Array> {
  const columns = new AnswerColumns(what.filter.asked);
  if (format === 'csv') return csv(services, what, columns);
  if (format === 'json') return json(services, what, columns);
  if (format === 'files') return zip(fileEntries(services, what));
  const heads = [...OWN_COLUMNS, ...columns.heads(what.heading)];
  return zip(xlsx(sheetName(what.title), heads, cells(services, what, columns)));
}

/** What a sheet may be called: short, and without what its formulas are written by. */
function sheetName(title: string): string {
  return (
    safeName(title)
      .replace(/[[\]']/g, '_')
      .slice(0, 20)
      .toWellFormed()
      .trim() || 'Answers'
  );
}
