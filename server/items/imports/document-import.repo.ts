import { type RawBuilder, sql } from 'kysely';
import type { ItemSource } from '#lib/contract/item.ts';
import type { ImportedFile } from '#lib/contract/job.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { IMPORT_CANCELLED, ImportStopped } from './import-stopped.ts';
import { withoutIds } from './notion-names.ts';
import type { PlannedFile } from './plan-files.ts';
import { pathsBefore } from './renamed-sources.ts';
import { UNCHANGED } from './report-reason.ts';
import { storableSource } from './storable-source.ts';

/** An import of documents that is not finished. */
export type DocumentImport = {
  job_id: string;
  hub_id: string;
  hub_handle: string;
  space_id: string;
  space_slug: string;
  parent_id: string | null;
  source: string;
  file_name: string;
  file_sha256: string;
  is_planned: boolean;
  /** The item whose file is converted; null where the file was sent. */
  origin_id: string | null;
};

/** A file of the plan, with what was written of it. */
export type ImportRow = {
  position: number;
  path: string;
  kind: PlannedFile['kind'];
  title: string;
  folder: number | null;
  item_id: string;
  created_at: Date | null;
  updated_at: Date | null;
  status: ImportedFile['status'] | null;
};

/** An unfinished import; undefined where it has ended, or its space no longer exists. */
export async function activeImport(database: Database, jobId: string): Promise<DocumentImport | undefined> {
  const { rows } = await sql<DocumentImport>`
    select reading.job_id, job.hub_id, hub.handle as hub_handle, reading.space_id, space.slug as space_slug,
      reading.parent_id, reading.source, reading.file_name, reading.file_sha256, reading.is_planned,
      job.item_id as origin_id
    from document_import reading join job on job.id = reading.job_id
      join space on space.id = reading.space_id and space.deleted_at is null
      join hub on hub.id = job.hub_id and hub.deleted_at is null
    where reading.job_id = ${jobId} and reading.file_sha256 is not null`.execute(database);
  return rows[0];
}

/**
 * The ids of items that were never written, as their files failed, by the paths of these: links lead to them. Not those
 * that another import writes now, or wrote.
 */
async function failedItemIds(
  trx: Transaction,
  { job_id, space_id, source }: Pick<DocumentImport, 'job_id' | 'space_id' | 'source'>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ path: string; item_id: string }>`
    select distinct on (file.path) file.path, file.item_id
    from document_import reading join document_import_file file on file.job_id = reading.job_id
    where reading.space_id = ${space_id} and reading.source = ${source} and reading.job_id <> ${job_id}
      and file.status = 'failed' and not exists (select from item where item.id = file.item_id)
      and not exists (select from document_import other
        join document_import_file taken on taken.job_id = other.job_id and taken.item_id = file.item_id
        where other.space_id = ${space_id} and other.source = ${source} and other.job_id <> ${job_id}
          and (other.file_sha256 is not null or taken.status in ('imported', 'changed')))
    order by file.path, file.job_id desc`.execute(trx);
  return new Map(rows.map(({ path, item_id }) => [path, item_id]));
}

/**
 * Whether files of an import have other items than when it was imported last, or had none: documents that did not change
 * may lead to them.
 */
export async function hasNewTargets(database: Database, jobId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from document_import_file file where file.job_id = ${jobId} and (
      (file.status = 'imported' and file.reason is distinct from ${UNCHANGED})
      or (file.status is null and not exists (select from import_source known where known.item_id = file.item_id)))
    ) as found`.execute(database);
  return rows[0]?.found ?? false;
}

/** Rows that are written per statement. */
const BATCH = 1_000;

/**
 * Stores the plan of an import, with an id for each item: the one that it has here already where the file came from
 * the same source before, and its item is still in the space.
 */
export async function savePlan(
  trx: Transaction,
  { job_id, space_id, source }: DocumentImport,
  files: readonly PlannedFile[],
  unchanged: readonly string[],
): Promise<void> {
  // Of two imports of one source that are planned at once, the second finds the ids of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${space_id} ${source}`}, 0))`.execute(
    trx,
  );
  const former = await pathsBefore(trx, { space_id, source }, files);
  const failed = await failedItemIds(trx, { job_id, space_id, source });
  const positions = new Map(files.map(({ path, kind }, at) => [kind === 'folder' ? path : '', at] as const));
  for (let from = 0; from < files.length; from += BATCH) {
    const part = files.slice(from, from + BATCH);
    await sql`insert into document_import_file
        (job_id, position, path, kind, title, folder, item_id, created_at, updated_at, status, reason)
      select ${job_id}, row.position, row.path, row.kind, row.title, row.folder,
        coalesce(item.id, row.id), row.created_at, row.updated_at,
        case when row.reason is not null then 'failed' end, row.reason
      from unnest(${part.map((_, at) => from + at)}::int[], ${part.map(({ path }) => path)}::text[],
          ${part.map(({ kind }) => kind)}::text[], ${part.map(({ title }) => title)}::text[],
          ${part.map(({ folder }) => (folder === null ? null : (positions.get(folder) ?? null)))}::int[],
          ${part.map(({ path }) => failed.get(path) ?? newId())}::uuid[], ${part.map((one) => one.created_at)}::timestamptz[],
          ${part.map((one) => one.updated_at)}::timestamptz[], ${part.map(({ problem }) => problem)}::text[],
          ${part.map(({ path }) => former.get(path) ?? path)}::text[])
        as row (position, path, kind, title, folder, id, created_at, updated_at, reason, former_path)
      left join import_source known on known.space_id = ${space_id} and known.source = ${source}
        and known.path = row.former_path
      left join item on item.id = known.item_id and item.space_id = ${space_id} and item.trashed_at is null
        and (row.kind = 'folder') = (item.kind = 'folder')`.execute(trx);
  }
  await sql`update document_import_file set reason = ${UNCHANGED}
    where job_id = ${job_id} and path = any(${unchanged}::text[]) and status is null`.execute(trx);
  await sql`update document_import set is_planned = true where job_id = ${job_id}`.execute(trx);
  await sql`update job set state = 'running', progress = 0, updated_at = now(),
    rejected = ${files.filter(({ problem }) => problem !== null).length} where id = ${job_id}`.execute(trx);
}

/** The whole plan, in its order. */
export async function plannedRows(database: Database, jobId: string): Promise<ImportRow[]> {
  return database
    .selectFrom('document_import_file')
    .select(['position', 'path', 'kind', 'title', 'folder', 'item_id', 'created_at', 'updated_at', 'status'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
}

/**
 * Keeps an import from being cancelled until the transaction ends.
 * @throws ImportStopped where it was cancelled
 */
export async function requireActiveImport(trx: Transaction | Database, jobId: string): Promise<void> {
  const { rows } = await sql`select from document_import
    where job_id = ${jobId} and file_sha256 is not null for share`.execute(trx);
  if (rows.length === 0) throw new ImportStopped(IMPORT_CANCELLED);
}

/**
 * Notes what became of a file, in the transaction that writes it.
 * @returns false where that was done before
 * @throws ImportStopped where the import was cancelled
 */
export async function recordFile(
  trx: Transaction | Database,
  { jobId, position }: { jobId: string; position: number },
  { status, reason = null }: { status: ImportedFile['status']; reason?: string | null },
): Promise<boolean> {
  await requireActiveImport(trx, jobId);
  const { numAffectedRows } = await sql`update document_import_file set status = ${status}, reason = ${reason}
    where job_id = ${jobId} and position = ${position} and status is null`.execute(trx);
  return numAffectedRows === 1n;
}

/** What is known of an item that came from a source. */
export type KnownSource = { path: string; sha256: string; markdown: string | null };

/** Whether a file of a source has an item in the space, and what it was when it was imported. */
export async function sourceOfItem(
  database: Database | Transaction,
  itemId: string,
): Promise<KnownSource | undefined> {
  return database
    .selectFrom('import_source')
    .select(['path', 'sha256', 'markdown'])
    .where('item_id', '=', itemId)
    .executeTakeFirst();
}

/** Stores where an item came from, so that the same import again knows it. */
export async function saveSource(
  trx: Transaction,
  { space_id, source }: Pick<DocumentImport, 'space_id' | 'source'>,
  {
    itemId,
    path,
    sha256,
    markdown = null,
  }: { itemId: string; path: string; sha256: string; markdown?: string | null },
): Promise<void> {
  // Its former item no longer exists, or is in the trash.
  await sql`delete from import_source where space_id = ${space_id} and source = ${source} and path = ${path}
    and item_id <> ${itemId}`.execute(trx);
  await sql`insert into import_source (item_id, space_id, source, path, sha256, markdown)
    values (${itemId}, ${space_id}, ${source}, ${path}, ${sha256}, ${markdown})
    on conflict (item_id) do update set sha256 = excluded.sha256, markdown = excluded.markdown,
      path = excluded.path, source = excluded.source, space_id = excluded.space_id`.execute(trx);
}

/** Sets the times of a new item to those of its source. */
export async function setTimes(
  trx: Transaction,
  itemId: string,
  { created_at, updated_at }: { created_at: Date | null; updated_at: Date | null },
): Promise<void> {
  if (!created_at && !updated_at) return;
  await sql`update item set created_at = coalesce(${created_at}::timestamptz, ${updated_at}::timestamptz),
    updated_at = greatest(${updated_at}::timestamptz, ${created_at}::timestamptz) where id = ${itemId}`.execute(
    trx,
  );
}

/**
 * Notes who wrote an item in its source, and its tags there: as much of it as can be stored.
 * @returns whether that is something else than before
 */
export async function setSource(trx: Transaction, itemId: string, sent: ItemSource): Promise<boolean> {
  const source = storableSource(sent);
  const { numAffectedRows } = source
    ? await sql`update item set meta = meta || ${JSON.stringify({ source })}::jsonb
        where id = ${itemId} and meta -> 'source' is distinct from ${JSON.stringify(source)}::jsonb`.execute(
        trx,
      )
    : await sql`update item set meta = meta - 'source' where id = ${itemId} and meta ? 'source'`.execute(trx);
  return numAffectedRows === 1n;
}

/** Puts a new item where it stands in its source, among those of its folder. */
export async function setPosition(trx: Transaction, itemId: string, position: number): Promise<void> {
  await sql`update item set position = ${position} where id = ${itemId}`.execute(trx);
}

/** Replaces the file of an item, which is extracted again. */
export async function replaceItemFile(
  trx: Transaction,
  itemId: string,
  file: { sha256: string; size: number; mime: string; userId: string },
): Promise<void> {
  await sql`update item set file_sha256 = ${file.sha256}, size = ${file.size}, mime = ${file.mime},
      processing_state = 'queued', version = version + 1, revision = revision + 1, updated_at = now(),
      updated_by = ${file.userId}
    where id = ${itemId}`.execute(trx);
}

/** How far an import is, for those who wait for it. */
export async function saveProgress(database: Database, jobId: string): Promise<void> {
  await sql`update job set done = count.done, rejected = count.rejected, updated_at = now(),
      progress = (count.done + count.rejected)::real / greatest(1, count.total)
    from (select count(*) as total, count(*) filter (where status in ('imported', 'changed')) as done,
        count(*) filter (where status = 'failed') as rejected
      from document_import_file where job_id = ${jobId} and (kind <> 'folder' or status = 'failed')) as count
    where job.id = ${jobId} and job.state in ('queued', 'running')`.execute(database);
}

/**
 * Waits for the file that is being written, so that none is written before the transaction ends.
 * @returns false where the import has ended
 */
export async function lockActiveImport(trx: Transaction, jobId: string): Promise<boolean> {
  const { rows } = await sql`select from document_import
    where job_id = ${jobId} and file_sha256 is not null for update`.execute(trx);
  return rows.length > 0;
}

/**
 * Ends an import: its file is not needed any more. It failed for the reason; a note is for its user.
 * @returns false where it has ended before
 */
export async function finishImport(
  database: Database | Transaction,
  jobId: string,
  { reason, note = null }: { reason: string | null; note?: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update document_import set file_sha256 = null
    where job_id = ${jobId} and file_sha256 is not null`.execute(database);
  if (numAffectedRows !== 1n) return false;
  await sql`update job set state = ${reason === null ? 'ready' : 'failed'}, reason = ${reason ?? note},
    progress = ${reason === null ? 1 : null}, updated_at = now() where id = ${jobId}`.execute(database);
  return true;
}

/** How many files of an import were here already, and are the same. */
export async function countUnchanged(database: Database, jobId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${unchangedOf(sql`${jobId}::uuid`)} as count`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** The same of the job that an expression names. */
export const unchangedOf = (jobId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from document_import_file file
    where file.job_id = ${jobId} and file.status = 'imported' and file.reason = ${UNCHANGED} and file.kind <> 'folder')`;

/** Files that a report lists. */
const REPORT_MAX = 5_000;

/** What became of each file: those that failed first. */
export async function importReport(database: Database, jobId: string): Promise<ImportedFile[]> {
  const rows = await database
    .selectFrom('document_import_file')
    .select(['path', 'status', 'reason', 'item_id'])
    .where('job_id', '=', jobId)
    .where('status', 'is not', null)
    .where(sql<boolean>`(kind <> 'folder' or status = 'failed')`)
    .orderBy(sql`status <> 'failed'`)
    .orderBy('position')
    .limit(REPORT_MAX)
    .execute();
  return rows.flatMap(({ path, status, reason, item_id }) =>
    status === null
      ? []
      : [
          {
            name: path,
            ...cleanName(path),
            status,
            ...(reason === UNCHANGED ? { unchanged: true as const } : {}),
            ...(status === 'failed' ? {} : { item_id }),
            ...(reason === null ? {} : { reason }),
          },
        ],
  );
}

function cleanName(path: string): { clean_name?: string } {
  const clean = withoutIds(path);
  return clean === path ? {} : { clean_name: clean };
}
