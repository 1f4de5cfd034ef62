import { sql } from 'kysely';
import type { DocumentImport } from '#lib/contract/job.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { csvRow } from '#lib/text/csv.ts';
import type { Database } from '#server/platform/database/database.ts';
import { unchangedOf } from './document-import.repo.ts';
import { IMPORT_DOCUMENTS } from './import-task.ts';

/** How long an import is kept after it has ended, in days. */
const RETENTION_DAYS = 90;
/** Imports that are deleted at once, and lines of a report that are read at once. */
const DELETE_BATCH = 20;
const LINE_BATCH = 2_000;

type Row = Omit<DocumentImport, 'created_at' | 'errors_url' | 'reason'> & {
  created_at: Date;
  reason: string | null;
};

/** A user's own imports into a space, the newest first. */
export async function pastImports(
  database: Database,
  { spaceId, userId }: { spaceId: string; userId: string },
  { page, page_size }: ListQuery,
): Promise<DocumentImport[]> {
  const { rows } = await sql<Row>`
    select job.id, job.state, job.progress, job.done, job.rejected, job.reason, job.created_at, reading.file_name,
      ${unchangedOf(sql`job.id`)} as unchanged
    from document_import reading join job on job.id = reading.job_id
    where reading.space_id = ${spaceId} and job.created_by = ${userId} and job.task = ${IMPORT_DOCUMENTS}
    order by job.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows.map(({ reason, created_at, ...row }) => ({
    ...row,
    ...(reason === null ? {} : { reason }),
    created_at: created_at.toISOString(),
    errors_url: null,
  }));
}

/** All lines of an import's report as CSV, those that failed among the others, in the order of the archive. */
export async function* importReportText(database: Database, jobId: string): AsyncGenerator<string> {
  // The byte order mark says to spreadsheets that the text is UTF-8.
  yield `\uFEFF${csvRow(['Path', 'Status', 'Reason', 'Item'])}`;
  let after = -1;
  for (;;) {
    const { rows } = await sql<{
      position: number;
      path: string;
      status: string;
      reason: string | null;
      item_id: string | null;
    }>`
      select position, path, status, reason, case when status <> 'failed' then item_id end as item_id
      from document_import_file
      where job_id = ${jobId} and position > ${after} and status is not null
        and (kind <> 'folder' or status = 'failed')
      order by position limit ${LINE_BATCH}`.execute(database);
    yield rows
      .map(({ path, status, reason, item_id }) => csvRow([path, status, reason ?? '', item_id ?? '']))
      .join('');
    after = rows.at(-1)?.position ?? after;
    if (rows.length < LINE_BATCH) return;
  }
}

/** Deletes imports that ended long ago, with their reports; what they wrote stays, and is known again. */
export async function deleteOldImports(database: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql`delete from job where id in (
      select job.id from job join document_import reading on reading.job_id = job.id
      where reading.file_sha256 is null and job.state in ('ready', 'failed')
        and job.updated_at < now() - make_interval(days => ${RETENTION_DAYS})
      limit ${DELETE_BATCH}) returning id`.execute(database);
    if (rows.length < DELETE_BATCH) return;
  }
}
