import { sql } from 'kysely';
import type { ImportListQuery, TableImport } from '#lib/contract/table-import.ts';
import type { Database } from '#server/platform/database/database.ts';
import { IMPORT_ROWS } from './import-file.ts';
import { peopleOf } from './refused-lines.repo.ts';

type ImportRow = {
  id: string;
  state: TableImport['state'];
  progress: number | null;
  done: number;
  rejected: number;
  partial: number;
  people_added: number | null;
  people_updated: number | null;
  people_unchanged: number | null;
  reason: string | null;
  paused: boolean;
  awaits_choice: boolean;
  file_name: string | null;
  refused_format: string | null;
  created_at: Date;
  updated_at: Date;
  created_by: string;
  creator_name: string;
};

/** Where the list of the lines is that an import refused, or took in part. */
export const refusedLinesUrl = (id: string, reported: number): string | null =>
  reported > 0 ? `/api/v1/jobs/${id}/errors/` : null;

/** The same with its format, where that is not CSV. */
export const refusedLinks = (url: string | null, format: string | null) => ({
  errors_url: url,
  ...(url !== null && format === 'vcf' ? { errors_format: 'vcf' as const } : {}),
});

/** The files that are, or were, imported into a table; the last one first. */
export async function listImports(
  database: Database,
  itemId: string,
  { state, page, page_size }: ImportListQuery,
  reader: { userId: string; isOutsider: boolean },
): Promise<TableImport[]> {
  const states = [
    ...(state === 'ended' ? [] : ['queued', 'running']),
    ...(state === 'open' ? [] : ['ready', 'failed']),
  ];
  const { rows } = await sql<ImportRow>`
    select job.id, job.state, job.progress, job.done, job.rejected, job.reason, reading.partial,
      reading.people_added, reading.people_updated, reading.people_unchanged,
      reading.paused_at is not null and reading.file_sha256 is not null as paused,
      reading.paused_at is not null and reading.file_sha256 is not null and reading.mapping is null
        and reading.column_ids is null as awaits_choice,
      case when head.card is not null then 'vcf' end as refused_format,
      reading.file_name, job.created_at, job.updated_at, job.created_by, 
      trim(creator.first_name || ' ' || creator.last_name) as creator_name
    from job join table_import reading on reading.job_id = job.id
    left join table_import_refusal head on head.job_id = job.id and head.line = 1
    join app_user creator on creator.id = job.created_by
    where job.item_id = ${itemId} and job.task = ${IMPORT_ROWS} and job.state = any(${states}::text[])
    order by job.created_at desc, job.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  const { userId, isOutsider } = reader;
  const refusedIn = ({ id, rejected, partial, created_by }: ImportRow) =>
    isOutsider && created_by !== userId ? null : refusedLinesUrl(id, rejected + partial);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    progress: row.progress,
    done: row.done,
    rejected: row.rejected,
    ...(row.partial > 0 ? { partial: row.partial } : {}),
    ...peopleOf(row),
    ...(row.reason ? { reason: row.reason } : {}),
    ...(row.paused ? { paused: true as const } : {}),
    ...refusedLinks(refusedIn(row), row.refused_format),
    file_name: row.file_name,
    ...(row.awaits_choice ? { awaits_choice: true as const } : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    created_by: isOutsider ? { id: '', name: '' } : { id: row.created_by, name: row.creator_name },
  }));
}
