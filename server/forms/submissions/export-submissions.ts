import { sql } from 'kysely';
import type { CsvTarget, ExportHeading, SubmissionFormat } from '#lib/contract/submissions.ts';
import { csvRow, plainCsvRow } from '#lib/text/csv.ts';
import { formTimeZone } from '#server/forms/definition/form-locale.ts';
import {
  type VersionField,
  versionFields,
  versionsWithFields,
} from '#server/forms/definition/version-fields.ts';
import { matchesFilter, type SubmissionFilter } from '#server/forms/filters/submission-filter.ts';
import { newestSubmission } from '#server/forms/summary/tally.repo.ts';
import { filesOfSubmissions, type SubmissionFile } from '#server/forms/uploads/form-file.repo.ts';
import { FolderNames, safeName } from '#server/platform/archives/archive-name.ts';
import { recheckAccessWhileStreaming } from '#server/platform/archives/recheck-access.ts';
import { type XlsxCell, type XlsxTable, xlsx } from '#server/platform/archives/xlsx.ts';
import { type ZipEntry, zip } from '#server/platform/archives/zip.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import { dateTimeParts, formatDateTimeParts } from './cell-formatters.ts';
import { presentSubmission } from './submission.presenter.ts';
import { SUBMISSION_COLUMNS, SUBMISSION_PEOPLE, type SubmissionRow } from './submission.repo.ts';
import { repeatedFields, SubmissionColumns } from './submission-columns.ts';

/** Answers that are read, and sent, at once. */
const BATCH = 2_000;
/** Letters that are sent at once. */
const TEXT_CHUNK = 64 * 1024;

export const SUBMISSION_TYPES: Record<SubmissionFormat, { mime: string; extension: string }> = {
  csv: { mime: 'text/csv; charset=utf-8', extension: 'csv' },
  csv_lists: { mime: 'application/zip', extension: 'zip' },
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
  filter: SubmissionFilter;
  heading: ExportHeading;
  /** For whom a CSV is written. */
  reader: CsvTarget;
  /** Whose clocks tables for people show (IANA). */
  zone: string;
  /** Asks anew whether the caller may still read the answers; throws once they may not. */
  stillMay: () => Promise<unknown>;
};

type ExportedRow = SubmissionRow & { files: SubmissionFile[] };

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

/** The answers in the order in which they came, part by part; a part is read while the one before is being sent. */
async function* parts(
  { database }: Pick<Services, 'database'>,
  { filter, stillMay }: Export,
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
      // Who does not wait for it any more need not hear of its end.
      reading.catch(() => undefined);
    }
    await stillMay();
    yield rows;
    if (!last) return;
  }
}

const OWN_COLUMNS = ['id', 'submitted_at', 'version', 'state', 'submitted_by', 'assigned_to'];
/** What every table of entries begins with: its answer, and which entry of it this is. */
const ENTRY_COLUMNS = ['answer_id', 'entry'];

const ownColumns = (zone: string | null) =>
  OWN_COLUMNS.map((name) => (name === 'submitted_at' && zone !== null ? `${name} (${zone})` : name));

/** The zone of the times in a CSV: databases are given them as they are stored. */
const csvZone = ({ reader, zone }: Export) => (reader === 'databases' ? null : zone);

const namesOf = (files: readonly SubmissionFile[]) => new Map(files.map(({ id, name }) => [id, name]));

async function prepared(
  database: Database,
  columns: SubmissionColumns,
  { formId }: Export,
  rows: readonly ExportedRow[],
): Promise<void> {
  for (const version of new Set(rows.map((row) => row.version)))
    await columns.prepare(database, formId, version);
}

/** How a CSV begins: the mark tells spreadsheets that the text is UTF-8. */
const csvMark = ({ reader }: Export) => (reader === 'databases' ? '' : '\uFEFF');
const lineFor = ({ reader }: Export) => (reader === 'databases' ? plainCsvRow : csvRow);

async function* csv(services: Stores, what: Export, columns: SubmissionColumns): AsyncGenerator<string> {
  const line = lineFor(what);
  const zone = csvZone(what);
  yield csvMark(what) + line([...ownColumns(zone), ...columns.headers(what.heading)]);
  for await (const rows of parts(services, what, columns.haveFiles)) {
    await prepared(services.database, columns, what, rows);
    let text = '';
    for (const row of rows) {
      const { id, created_at, version, state, submitter_name, assignee_name } = row;
      const time = zone === null ? created_at.toISOString() : formatDateTimeParts(created_at.getTime(), zone);
      const own = [id, time, version, state, submitter_name, assignee_name];
      text += line([...own, ...columns.texts(version, row.data, namesOf(row.files))]);
    }
    yield text;
  }
}

/** The entries of a form in the form, each a row with its answer's id. */
async function* entryRows(
  services: Stores,
  what: Export,
  columns: SubmissionColumns,
  how: 'texts' | 'cells',
): AsyncGenerator<XlsxCell[]> {
  for await (const rows of parts(services, what, columns.haveFiles)) {
    await prepared(services.database, columns, what, rows);
    for (const { id, version, data, files } of rows) {
      const names = namesOf(files);
      for (const { number, values } of columns.entries(version, data)) {
        yield [id, number, ...columns[how](version, values, names)];
      }
    }
  }
}

async function* csvOfEntries(
  services: Stores,
  what: Export,
  columns: SubmissionColumns,
): AsyncGenerator<string> {
  const line = lineFor(what);
  let text = csvMark(what) + line([...ENTRY_COLUMNS, ...columns.headers(what.heading)]);
  for await (const row of entryRows(services, what, columns, 'texts')) {
    text += line(row.map((cell) => (typeof cell === 'number' ? cell : String(cell))));
    if (text.length < TEXT_CHUNK) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** The answers, and the entries of each form in the form, as CSV files of their own. */
async function* csvFiles(services: Stores, what: Export): AsyncGenerator<ZipEntry> {
  const names = new FolderNames();
  const { asked } = what.filter;
  const writing = { zone: csvZone(what), counted: true };
  const file = (name: string, content: AsyncIterable<string>): ZipEntry => ({
    path: `${names.take(name)}.csv`,
    modified: new Date(),
    content: asBytes(content),
    compress: true,
  });
  yield file('answers', csv(services, what, new SubmissionColumns(asked, writing)));
  for (const way of repeatedFields(asked)) {
    const columns = new SubmissionColumns(asked, writing, way);
    yield file(labelOf(way), csvOfEntries(services, what, columns));
  }
}

const labelOf = (way: readonly VersionField[]): string => way.map(({ field }) => field.label).join(' - ');

async function* asBytes(content: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield Buffer.from(part);
}

/** The answers, and the entries of each form in the form, on sheets of their own. */
function tables(services: Stores, what: Export): XlsxTable[] {
  const { asked } = what.filter;
  const { zone, heading } = what;
  const taken = new Set<string>();
  const name = (wanted: string): string => {
    for (let number = 1; ; number += 1) {
      const one = number === 1 ? wanted : `${wanted.slice(0, 16).toWellFormed()} ~${number}`;
      if (taken.has(one.toLowerCase())) continue;
      taken.add(one.toLowerCase());
      return one;
    }
  };
  const writing = { zone, counted: true };
  const columns = new SubmissionColumns(asked, writing);
  const lists = repeatedFields(asked).map((way) => {
    const own = new SubmissionColumns(asked, writing, way);
    const head = [...ENTRY_COLUMNS, ...own.headers(heading)];
    return {
      name: name(sheetName(way.at(-1)?.field.label ?? '')),
      head,
      rows: entryRows(services, what, own, 'cells'),
    };
  });
  const head = [...ownColumns(zone), ...columns.headers(heading)];
  return [{ name: name(sheetName(what.title)), head, rows: cells(services, what, columns) }, ...lists];
}

async function* json(services: Stores, what: Export): AsyncGenerator<string> {
  const { haveFiles } = new SubmissionColumns(what.filter.asked, { zone: null, counted: false });
  yield '[';
  let end = '\n';
  for await (const rows of parts(services, what, haveFiles)) {
    if (rows.length === 0) continue;
    yield end + rows.map((row) => JSON.stringify(presentSubmission(row, row.files))).join(',\n');
    end = ',\n';
  }
  yield '\n]\n';
}

async function* cells(
  services: Stores,
  what: Export,
  columns: SubmissionColumns,
): AsyncGenerator<XlsxCell[]> {
  for await (const rows of parts(services, what, columns.haveFiles)) {
    await prepared(services.database, columns, what, rows);
    for (const row of rows) {
      const { id, created_at, version, state, submitter_name, assignee_name } = row;
      const own = [
        id,
        { moment: dateTimeParts(created_at.getTime(), what.zone) },
        version,
        state,
        submitter_name,
        assignee_name,
      ];
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
      const folder = `${formatDateTimeParts(created_at.getTime(), what.zone).slice(0, 10)} ${id}`;
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
            content: recheckAccessWhileStreaming(await storage.read(sha256), stillMay),
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
export async function submissionsOfForm(
  { database }: Pick<Services, 'database'>,
  form: { id: string; title: string; published_version: number | null },
  stillMay: Export['stillMay'],
): Promise<Export> {
  const versions = await versionsWithFields(database, form);
  const asked = await versionFields(database, form.id, versions);
  const conditions = [sql`submission.form_id = ${form.id}`];
  const filter = { conditions, key: '', asksForWork: false, asked, versions };
  const zone = await formTimeZone(database, form.id);
  const how = { heading: 'label', reader: 'spreadsheets', zone } as const;
  return { formId: form.id, title: form.title, filter, ...how, stillMay };
}

/**
 * The answers that match, part by part and however many: as a table with a column for each field that was ever asked
 * (CSV, XLSX), with a table of its own for each form in the form (XLSX, CSV in a ZIP), as they were given (JSON), or all
 * of their files (ZIP).
 */
export function exportSubmissions(
  services: Stores,
  what: Export,
  format: SubmissionFormat,
): AsyncIterable<string | Uint8Array> {
  if (format === 'json') return json(services, what);
  if (format === 'files') return zip(fileEntries(services, what));
  if (format === 'csv_lists') return zip(upToNow(services, what, (now) => csvFiles(services, now)));
  if (format === 'xlsx') return zip(upToNow(services, what, (now) => xlsx(tables(services, now))));
  const writing = { zone: csvZone(what), counted: false };
  return csv(services, what, new SubmissionColumns(what.filter.asked, writing));
}

/** Several tables of the same answers: what comes while they are written is in none of them. */
async function* upToNow<Part>(
  { database }: Pick<Services, 'database'>,
  what: Export,
  write: (what: Export) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const newest = await newestSubmission(database, what.formId);
  const bound = newest === null ? sql`false` : sql`submission.id <= ${newest}::uuid`;
  const { filter } = what;
  yield* write({ ...what, filter: { ...filter, conditions: [...filter.conditions, bound] } });
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
