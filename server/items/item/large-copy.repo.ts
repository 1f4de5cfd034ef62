import { sql } from 'kysely';
import type { ScopeSubject } from '#server/access/policy/assign-scopes.ts';
import { roleByLink, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { COPY_SOURCE_COLUMNS, type CopySource, type CopyTreeEntry } from './copy.repo.ts';

export const COPY_ITEMS = 'copy-items';

/** A copy that is not finished. */
export type LargeCopy = {
  job_id: string;
  hub_id: string;
  original_id: string;
  copy_id: string;
  space_id: string;
  parent_id: string | null;
  title: string;
  items: number | null;
  created_by: string;
};

/** An unfinished copy; undefined where it has ended, or its space was purged. */
export async function activeCopy(
  database: Database | Transaction,
  jobId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<LargeCopy | undefined> {
  const { rows } = await sql<LargeCopy>`
    select copying.*, job.hub_id, job.created_by
    from item_copy copying join job on job.id = copying.job_id and job.state in ('queued', 'running')
    where copying.job_id = ${jobId} ${lock ? sql`for update of copying` : sql``}`.execute(database);
  return rows[0];
}

/** Rows that are written per statement. */
const BATCH = 1_000;

/**
 * Stores what a copy consists of, with an id for each item; the entries are in their order from the top down. A file of a
 * document that lies elsewhere lies directly in the copy.
 */
export async function saveCopyPlan(
  trx: Transaction,
  { job_id, copy_id }: LargeCopy,
  entries: readonly CopyTreeEntry[],
): Promise<void> {
  const ids = new Map(entries.map(({ id, depth }) => [id, depth === 0 ? copy_id : newId()]));
  for (let from = 0; from < entries.length; from += BATCH) {
    const part = entries.slice(from, from + BATCH);
    await sql`insert into item_copy_row (job_id, position, depth, original_id, item_id, parent_id)
      select ${job_id}, row.position, row.depth, row.original_id, row.item_id, row.parent_id
      from unnest(${part.map((_, at) => from + at)}::int[], ${part.map(({ depth }) => depth)}::int[],
          ${part.map(({ id }) => id)}::uuid[], ${part.map(({ id }) => ids.get(id) ?? null)}::uuid[],
          ${part.map(({ parent_id, depth }) => (depth === 0 ? null : (ids.get(parent_id ?? '') ?? copy_id)))}::uuid[])
        as row (position, depth, original_id, item_id, parent_id)`.execute(trx);
  }
  await sql`update item_copy set items = ${entries.length} where job_id = ${job_id}`.execute(trx);
  await sql`update job set state = 'running', progress = 0, updated_at = now() where id = ${job_id}`.execute(
    trx,
  );
}

/** An item to be copied next: what it becomes, and its original where that is still to be seen. */
export type WaitingRow = {
  position: number;
  item_id: string;
  copy_parent_id: string | null;
  /** Of the folder in the copy; null where that was left out. */
  copy_scope_id: string | null;
  original: CopySource | null;
};

/** Of the texts that one transaction copies, in bytes, and as how many of them a table counts. */
const BYTES_MAX = 8 * 1024 ** 2;
const TABLE_BYTES = 400 * 1024;

/** The next items of a copy, all of them at the same depth: their folders are written before them. */
export async function nextToCopy(
  trx: Transaction,
  caller: Caller,
  jobId: string,
  most: number,
): Promise<WaitingRow[]> {
  type Row = CopySource & Omit<WaitingRow, 'original'> & { is_readable: boolean };
  const { rows } = await sql<Row>`
    with waiting as (
      select * from item_copy_row where job_id = ${jobId} and is_copied is null
      order by position limit ${most} for update
    ), measured as (
      select waiting.*, row_number() over whole as number, sum(case when user_table.item_id is not null then ${TABLE_BYTES}
          when item.content is null then 0 else item.size end) over whole as bytes
      from waiting left join item on item.id = waiting.original_id
        left join user_table on user_table.item_id = item.id
      where waiting.depth = (select min(depth) from waiting)
      window whole as (order by waiting.position)
    )
    select chosen.position, chosen.item_id, chosen.depth, chosen.parent_id as copy_parent_id, folder.scope_id as copy_scope_id,
      coalesce(item.trashed_at is null
        -- That the first may be read was checked in this transaction.
        and (chosen.parent_id is null or (above.original_id is null or above.original_id = item.parent_id) and (${roleOnScope('item.scope_id', 'me')} > 0
          or ${roleByLink('item.scope_id', 'requester', 'me')} > 0)
        or documented.is_copied and document.trashed_at is null and (${roleOnScope('document.scope_id', 'me')} > 0
          or ${roleByLink('document.scope_id', 'requester', 'me')} > 0)), false) as is_readable,
      ${COPY_SOURCE_COLUMNS}
    from measured chosen
      cross join (select ${caller.user?.id ?? null}::uuid as user_id, ${caller.links.join()}::text as links) as requester
      left join item folder on folder.id = chosen.parent_id
      left join item_copy_row above on above.item_id = chosen.parent_id
      left join item on item.id = chosen.original_id
      left join item_copy_row documented on documented.job_id = ${jobId} and documented.original_id = item.document_id
      left join item document on document.id = item.document_id
      left join membership me on me.hub_id = item.hub_id and me.user_id = requester.user_id
      left join user_table on user_table.item_id = item.id
    where chosen.bytes <= ${BYTES_MAX} or chosen.number = 1
    order by chosen.position`.execute(trx);
  return rows.map(({ position, item_id, copy_parent_id, copy_scope_id, is_readable, ...original }) => ({
    position,
    item_id,
    copy_parent_id,
    copy_scope_id,
    original: is_readable ? original : null,
  }));
}

/** The copies of those of some items that are copied together, by the ids of the originals. */
export async function copiesOf(
  trx: Transaction,
  { job_id }: Pick<LargeCopy, 'job_id'>,
  originals: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (originals.length === 0) return new Map();
  const { rows } = await sql<{
    original_id: string;
    item_id: string;
  }>`select original_id, item_id from item_copy_row
    where job_id = ${job_id} and is_copied is not false and original_id = any(${[...new Set(originals)]}::uuid[])`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.original_id, row.item_id]));
}

/** Copies of files are those of the copies of their documents. */
export async function attachFilesOfCopy(trx: Transaction, jobId: string): Promise<void> {
  await sql`update item set document_id = documented.item_id
    from item_copy_row copied
      join item original on original.id = copied.original_id
      join item_copy_row documented on documented.job_id = copied.job_id and documented.original_id = original.document_id
    where copied.job_id = ${jobId} and copied.is_copied and documented.is_copied and item.id = copied.item_id`.execute(
    trx,
  );
}

/**
 * Puts the files of a copied document beside it, whose originals lie elsewhere: in a document, nothing but documents is shown.
 * @returns them, whose access is still to be written
 */
export async function moveFilesBeside(
  trx: Transaction,
  { job_id, copy_id, original_id }: LargeCopy,
  parentId: string | null,
): Promise<ScopeSubject[]> {
  const { rows } = await sql<ScopeSubject>`update item set parent_id = ${parentId}
    from item_copy_row copied join item original on original.id = copied.original_id
    where copied.job_id = ${job_id} and copied.is_copied and copied.parent_id = ${copy_id} and item.id = copied.item_id
      and original.document_id is not null and original.parent_id is distinct from ${original_id}::uuid
    returning item.id, item.hub_id, item.space_id, item.parent_id, item.visibility`.execute(trx);
  return rows;
}

/** Notes what became of some items, and how far the copy is, in the transaction that writes them. */
export async function recordCopied(
  trx: Transaction,
  { job_id, items }: LargeCopy,
  { copied, leftOut }: { copied: readonly number[]; leftOut: readonly number[] },
): Promise<void> {
  await sql`update item_copy_row set is_copied = position = any(${copied}::int[])
    where job_id = ${job_id} and position = any(${[...copied, ...leftOut]}::int[])`.execute(trx);
  await sql`update job set done = done + ${copied.length}, rejected = rejected + ${leftOut.length}, updated_at = now(),
      progress = (done + rejected + ${copied.length + leftOut.length})::real / ${Math.max(1, items ?? 1)}
    where id = ${job_id}`.execute(trx);
}

/**
 * Makes private what was copied of originals that became private since, or were moved out of the folder.
 * @returns the copies, without the first
 */
export async function restrictCopied(trx: Transaction, jobId: string): Promise<ScopeSubject[]> {
  const { rows } = await sql<ScopeSubject>`
    update item set visibility = 'private'
    from item_copy_row copied join item original on original.id = copied.original_id
      join item_copy_row above on above.item_id = copied.parent_id
    where copied.job_id = ${jobId} and copied.is_copied and item.id = copied.item_id and item.visibility <> 'private'
      and (original.visibility = 'private' or original.parent_id is distinct from above.original_id)
    returning item.id, item.hub_id, item.space_id, item.parent_id, item.visibility`.execute(trx);
  return rows;
}

/** The user's copies that have not ended. */
export async function countActiveCopies(trx: Transaction, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from job
    where task = ${COPY_ITEMS} and created_by = ${userId} and state in ('queued', 'running')`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Ends a copy's plan. @returns the scopes of their own that items of it have, besides the first's */
export async function deleteCopyPlan(trx: Transaction, jobId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ended as (delete from item_copy_row where job_id = ${jobId} returning item_id, parent_id)
    select scope.id from ended join scope on scope.item_id = ended.item_id where ended.parent_id is not null`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Deletes permanently what was written of a copy: the purge that follows removes it. */
export async function markCopiedPurged(trx: Transaction, jobId: string): Promise<void> {
  await sql`update item set trashed_at = coalesce(item.trashed_at, now()), purged_at = now()
    from item_copy_row copied where copied.job_id = ${jobId} and copied.is_copied and item.id = copied.item_id`.execute(
    trx,
  );
}

/** Ends a copy's job. */
export async function saveCopyOutcome(
  database: Database | Transaction,
  jobId: string,
  reason: string | null,
): Promise<void> {
  await sql`update job set state = ${reason === null ? 'ready' : 'failed'}, reason = ${reason},
    progress = ${reason === null ? 1 : null}, updated_at = now() where id = ${jobId}`.execute(database);
}

/** The space that a copy goes to, and what it is called there; undefined where the job is no copy. */
export async function copyOfJob(
  database: Database,
  jobId: string,
): Promise<
  { hub_id: string; slug: string; title: string; copy_id: string; parent_id: string | null } | undefined
> {
  return database
    .selectFrom('item_copy')
    .innerJoin('space', 'space.id', 'item_copy.space_id')
    .select(['space.hub_id', 'space.slug', 'item_copy.title', 'item_copy.copy_id', 'item_copy.parent_id'])
    .where('item_copy.job_id', '=', jobId)
    .where('space.deleted_at', 'is', null)
    .executeTakeFirst();
}
