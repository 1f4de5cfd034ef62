import { sql } from 'kysely';
import type { SubmissionFormat } from '#lib/contract/submissions.ts';
import { formTimeZone } from '#server/forms/definition/form-locale.ts';
import { versionFields, versionsWithFields } from '#server/forms/definition/version-fields.ts';
import { FolderNames } from '#server/platform/archives/archive-name.ts';
import { recheckAccessWhileStreaming } from '#server/platform/archives/recheck-access.ts';
import { xlsx } from '#server/platform/archives/xlsx.ts';
import { type ZipEntry, zip } from '#server/platform/archives/zip.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import { formatDateTimeParts } from './cell-formatters.ts';
import { presentSubmission } from './submission.presenter.ts';
import { SubmissionColumns } from './submission-columns.ts';
import {
  type ExportedRow,
  type Stores,
  type SubmissionExport,
  submissionParts,
  upToNow,
} from './submission-parts.ts';
import { csv, csvFiles, csvZone, tables } from './submission-tables.ts';

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

async function* json(services: Stores, what: SubmissionExport): AsyncGenerator<string> {
  const { haveFiles } = new SubmissionColumns(what.filter.fieldsById, { zone: null, counted: false });
  yield '[';
  let separator = '\n';
  for await (const rows of submissionParts(services, what, haveFiles)) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(presentSubmission(row, row.files))).join(',\n');
    separator = ',\n';
  }
  yield '\n]\n';
}

/** All files of the submissions: a folder per submission, in it one per field. */
export async function* fileEntries(services: Stores, what: SubmissionExport): AsyncGenerator<ZipEntry> {
  const { storage, database } = services;
  const stillMay = async () => void (await what.stillMay());
  for await (const rows of submissionParts(services, what, true)) {
    for (const row of rows) {
      const paths = filePathsOf(what, row);
      for (const file of row.files) {
        const sha256 = await bytesOf(database, file.id);
        if (!sha256 || !(await storage.has(sha256))) continue;
        yield {
          path: paths.get(file.id) ?? '',
          modified: row.created_at,
          content: recheckAccessWhileStreaming(await storage.read(sha256), stillMay),
          size: file.size,
        };
      }
    }
  }
}

/** The paths of a submission's files, by their ids: in a folder of its own, in one for each field. */
export function filePathsOf(
  { filter, zone }: Pick<SubmissionExport, 'filter' | 'zone'>,
  { id, created_at, files }: Pick<ExportedRow, 'id' | 'created_at' | 'files'>,
): ReadonlyMap<string, string> {
  const folder = `${formatDateTimeParts(created_at.getTime(), zone).slice(0, 10)} ${id}`;
  const fields = new FolderNames();
  return new Map(
    [...Map.groupBy(files, ({ field_id }) => field_id)].flatMap(([fieldId, own]) => {
      const place = `${folder}/${fields.take(filter.fieldsById.get(fieldId)?.field.label ?? fieldId)}`;
      const names = new FolderNames();
      return own.map((file) => [file.id, `${place}/${names.take(file.name)}`] as const);
    }),
  );
}

/** Queried when the file is sent: its submission may have been deleted meanwhile. */
async function bytesOf(database: Database, id: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('form_file')
    .select('file_sha256')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.file_sha256;
}

/** All submissions of a form, for an export whose access `stillMay` checks. */
export async function submissionsOfForm(
  { database }: Pick<Services, 'database'>,
  form: { id: string; title: string; published_version: number | null },
  stillMay: SubmissionExport['stillMay'],
): Promise<SubmissionExport> {
  const versions = await versionsWithFields(database, form);
  const fields = await versionFields(database, form.id, versions);
  const conditions = [sql`submission.form_id = ${form.id}`];
  const filter = { conditions, key: '', asksForWork: false, fieldsById: fields, versions };
  const zone = await formTimeZone(database, form.id);
  const how = { heading: 'label', reader: 'spreadsheets', zone } as const;
  return { formId: form.id, title: form.title, filter, ...how, stillMay };
}

/**
 * The matching submissions, batch by batch and however many: as a table with a column for each field of any
 * version (CSV, XLSX), with a separate table for each nested form (XLSX, CSV in a ZIP), as they were
 * submitted (JSON), or all of their files (ZIP).
 */
export function exportSubmissions(
  services: Stores,
  what: SubmissionExport,
  format: SubmissionFormat,
): AsyncIterable<string | Uint8Array> {
  if (format === 'json') return json(services, what);
  if (format === 'files') return zip(fileEntries(services, what));
  if (format === 'csv_lists') return zip(upToNow(services, what, (now) => csvFiles(services, now)));
  if (format === 'xlsx') return zip(upToNow(services, what, (now) => xlsx(tables(services, now))));
  const writing = { zone: csvZone(what), counted: false };
  return csv(services, what, new SubmissionColumns(what.filter.fieldsById, writing));
}
