import { csvRow, plainCsvRow } from '#lib/text/csv.ts';
import type { VersionField } from '#server/forms/definition/version-fields.ts';
import type { SubmissionFile } from '#server/forms/uploads/form-file.repo.ts';
import { FolderNames, safeName } from '#server/platform/archives/archive-name.ts';
import type { XlsxCell, XlsxTable } from '#server/platform/archives/xlsx.ts';
import type { ZipEntry } from '#server/platform/archives/zip.ts';
import type { Database } from '#server/platform/database/database.ts';
import { dateTimeParts, formatDateTimeParts } from './cell-formatters.ts';
import { repeatedFields, SubmissionColumns } from './submission-columns.ts';
import { type ExportedRow, type Stores, type SubmissionExport, submissionParts } from './submission-parts.ts';

/** Characters that are sent per chunk. */
const TEXT_CHUNK = 64 * 1024;

const OWN_COLUMNS = ['id', 'submitted_at', 'version', 'state', 'submitted_by', 'assigned_to'];
/** The first columns of every table of entries: the submission, and the entry's position in it. */
const ENTRY_COLUMNS = ['answer_id', 'entry'];

const ownColumns = (zone: string | null) =>
  OWN_COLUMNS.map((name) => (name === 'submitted_at' && zone !== null ? `${name} (${zone})` : name));

/** The zone of the times in a CSV: for databases they stay as they are stored. */
export const csvZone = ({ reader, zone }: SubmissionExport) => (reader === 'databases' ? null : zone);

const namesOf = (files: readonly SubmissionFile[]) => new Map(files.map(({ id, name }) => [id, name]));

async function prepared(
  database: Database,
  columns: SubmissionColumns,
  { formId }: SubmissionExport,
  rows: readonly ExportedRow[],
): Promise<void> {
  for (const version of new Set(rows.map((row) => row.version)))
    await columns.prepare(database, formId, version);
}

/** The beginning of a CSV: by the byte order mark, spreadsheets know that the text is UTF-8. */
const csvMark = ({ reader }: SubmissionExport) => (reader === 'databases' ? '' : '\uFEFF');
const lineFor = ({ reader }: SubmissionExport) => (reader === 'databases' ? plainCsvRow : csvRow);

/** A table of the submissions, as CSV. */
export async function* csv(
  services: Stores,
  what: SubmissionExport,
  columns: SubmissionColumns,
): AsyncGenerator<string> {
  const line = lineFor(what);
  const zone = csvZone(what);
  yield csvMark(what) + line([...ownColumns(zone), ...columns.headers(what.heading)]);
  for await (const rows of submissionParts(services, what, columns.haveFiles)) {
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

/** The entries of a nested form, each a row with its submission's id. */
async function* entryRows(
  services: Stores,
  what: SubmissionExport,
  columns: SubmissionColumns,
  how: 'texts' | 'cells',
): AsyncGenerator<XlsxCell[]> {
  for await (const rows of submissionParts(services, what, columns.haveFiles)) {
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
  what: SubmissionExport,
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

/** The submissions, and the entries of each nested form, as separate CSV files. */
export async function* csvFiles(services: Stores, what: SubmissionExport): AsyncGenerator<ZipEntry> {
  const names = new FolderNames();
  const { fieldsById } = what.filter;
  const writing = { zone: csvZone(what), counted: true };
  const file = (name: string, content: AsyncIterable<string>): ZipEntry => ({
    path: `${names.take(name)}.csv`,
    modified: new Date(),
    content: asBytes(content),
    compress: true,
  });
  yield file('answers', csv(services, what, new SubmissionColumns(fieldsById, writing)));
  for (const ancestors of repeatedFields(fieldsById)) {
    const columns = new SubmissionColumns(fieldsById, writing, ancestors);
    yield file(labelOf(ancestors), csvOfEntries(services, what, columns));
  }
}

const labelOf = (ancestors: readonly VersionField[]): string =>
  ancestors.map(({ field }) => field.label).join(' - ');

async function* asBytes(content: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield Buffer.from(part);
}

/** The submissions, and the entries of each nested form, on separate sheets. */
export function tables(services: Stores, what: SubmissionExport): XlsxTable[] {
  const { fieldsById } = what.filter;
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
  const columns = new SubmissionColumns(fieldsById, writing);
  const lists = repeatedFields(fieldsById).map((ancestors) => {
    const own = new SubmissionColumns(fieldsById, writing, ancestors);
    const head = [...ENTRY_COLUMNS, ...own.headers(heading)];
    return {
      name: name(sheetName(ancestors.at(-1)?.field.label ?? '')),
      head,
      rows: entryRows(services, what, own, 'cells'),
    };
  });
  const head = [...ownColumns(zone), ...columns.headers(heading)];
  return [{ name: name(sheetName(what.title)), head, rows: cells(services, what, columns) }, ...lists];
}

async function* cells(
  services: Stores,
  what: SubmissionExport,
  columns: SubmissionColumns,
): AsyncGenerator<XlsxCell[]> {
  for await (const rows of submissionParts(services, what, columns.haveFiles)) {
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

/** A valid sheet name: short, and without the characters of formulas. */
function sheetName(title: string): string {
  return (
    safeName(title)
      .replace(/[[\]']/g, '_')
      .slice(0, 20)
      .toWellFormed()
      .trim() || 'Answers'
  );
}
