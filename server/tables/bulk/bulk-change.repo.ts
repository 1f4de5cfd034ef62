import { sql } from 'kysely';
import type { RowCondition, Values } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';
import { DELETED_ROW_DAYS } from '../rows/deleted-row.repo.ts';

/** What the rows of a bulk change were requested by. */
export type RowsRequest = {
  /** As JSON; null for all rows. */
  filter: string | null;
  view: RowCondition | null;
  q: string | null;
};

/** A bulk change as it is stored. */
export type StoredBulkChange = {
  id: string;
  item_id: string;
  kind: 'delete' | 'set' | 'restore' | 'revert';
  state: 'running' | 'done' | 'cancelled' | 'failed';
  job_id: string | null;
  request: RowsRequest;
  sent: Values | null;
  /** The ids of the columns of `sent`, by their names; null where there are none, and for changes that began before they were noted. */
  column_ids: Record<string, string> | null;
  /** Exact to the microsecond. */
  as_of: string;
  undoes: string | null;
  undone_by: string | null;
  total: number;
  changed: number;
  unchanged: number;
  skipped: number;
  refused: number;
  problems: Record<string, number>;
  reason: string | null;
  has_rows: boolean;
  after_row: string | null;
  made_by: string | null;
  made_at: Date;
};

/** A point in time as text, exact to the microsecond. */
export const exactTime = (time: ReturnType<typeof sql>) =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const COLUMNS = sql`id, item_id, kind, state, job_id, request, sent, column_ids, ${exactTime(sql`as_of`)} as as_of, undoes,
  undone_by, total, changed, unchanged, skipped, refused, problems, reason, has_rows, after_row, made_by, made_at`;

/** A bulk change by its id; locked until the transaction ends where its next rows are to be changed. */
export async function findBulkChange(
  database: Database | Transaction,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredBulkChange | undefined> {
  const { rows } = await sql<StoredBulkChange>`select ${COLUMNS} from bulk_change
    where id = ${id} and made_at > now() - make_interval(days => ${DELETED_ROW_DAYS})
    ${lock ? sql`for update` : sql``}`.execute(database);
  return rows[0];
}

/** The bulk changes of a table that can still be undone, or would be, with the names of who made them; the last one first. */
export async function bulkChangesOfTable(
  database: Database,
  itemId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<(StoredBulkChange & { maker_name: string | null })[]> {
  const { rows } = await sql<StoredBulkChange & { maker_name: string | null }>`
    select bulk.*, trim(maker.first_name || ' ' || maker.last_name) as maker_name
    from (select ${COLUMNS} from bulk_change
        where item_id = ${itemId} and made_at > now() - make_interval(days => ${DELETED_ROW_DAYS})
        order by made_at desc, id desc limit ${page_size} offset ${(page - 1) * page_size}) bulk
      left join app_user maker on maker.id = bulk.made_by
    order by bulk.made_at desc, bulk.id desc`.execute(database);
  return rows;
}

/** The bulk change that a job makes. */
export async function bulkChangeOfJob(
  database: Database | Transaction,
  jobId: string,
): Promise<Pick<StoredBulkChange, 'id' | 'total'> | undefined> {
  const { rows } = await sql<{ id: string; total: number }>`
    select id, total from bulk_change where job_id = ${jobId}`.execute(database);
  return rows[0];
}

export type NewBulkChange = Pick<
  StoredBulkChange,
  | 'id'
  | 'item_id'
  | 'kind'
  | 'request'
  | 'sent'
  | 'column_ids'
  | 'as_of'
  | 'undoes'
  | 'total'
  | 'made_by'
  | 'job_id'
>;

export async function insertBulkChange(trx: Transaction, one: NewBulkChange): Promise<void> {
  const { id, item_id, kind, request, sent, column_ids, as_of, undoes, total, made_by, job_id } = one;
  await sql`insert into bulk_change (id, item_id, kind, request, sent, column_ids, as_of, undoes, total, made_by, job_id)
    values (${id}, ${item_id}, ${kind}, ${JSON.stringify(request)}::jsonb,
      ${sent === null ? null : JSON.stringify(sent)}::jsonb,
      ${column_ids === null ? null : JSON.stringify(column_ids)}::jsonb,
      ${as_of}::timestamptz, ${undoes}, ${total}, ${made_by}, ${job_id})`.execute(trx);
}

/** Its rows are noted; those that were counted and are not among them were changed since. */
export async function setRowsNoted(trx: Transaction, { id }: { id: string }, skipped: number): Promise<void> {
  await sql`update bulk_change set has_rows = true, skipped = ${skipped}, request = '{}' where id = ${id}`.execute(
    trx,
  );
}

/** Notes the rows that another bulk change changed. */
export async function noteRowsOf(trx: Transaction, id: string, undone: string): Promise<void> {
  await sql`insert into bulk_change_row (bulk_id, row_id)
    select ${id}, row_id from bulk_change_row where bulk_id = ${undone} and revision is not null`.execute(
    trx,
  );
}

/** How many rows a bulk change changed. */
export async function countChangedRows(trx: Transaction, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from bulk_change_row
    where bulk_id = ${id} and revision is not null`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The next rows, in the order of their ids. */
export async function nextRowIds(
  trx: Transaction,
  { id, after_row }: Pick<StoredBulkChange, 'id' | 'after_row'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ row_id: string }>`select row_id from bulk_change_row
    where bulk_id = ${id} and (${after_row}::uuid is null or row_id > ${after_row}::uuid)
    order by row_id limit ${limit}`.execute(trx);
  return rows.map(({ row_id }) => row_id);
}

export type ChangedRow = { id: string; revision: number; cells: CellChanges | null };

/** What a bulk change made of these rows. */
export async function changedRowsOf(
  trx: Transaction,
  id: string,
  ids: readonly string[],
): Promise<Map<string, ChangedRow>> {
  const { rows } = await sql<ChangedRow>`select row_id as id, revision, cells from bulk_change_row
    where bulk_id = ${id} and row_id = any(${ids}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What became of some rows. */
export type BatchOutcome = {
  changed: readonly ChangedRow[];
  unchanged: number;
  skipped: number;
  refused: number;
  problems: ReadonlyMap<string, number>;
};

/** Reasons that are reported; of more, the number of refused rows says it. */
const PROBLEMS_MAX = 20;

/** Records what became of the next rows, in the transaction that changes them. */
export async function recordBatch(
  trx: Transaction,
  bulk: StoredBulkChange,
  ids: readonly string[],
  { changed, unchanged, skipped, refused, problems: found }: BatchOutcome,
): Promise<void> {
  const done = changed.map(({ id }) => id);
  await sql`delete from bulk_change_row where bulk_id = ${bulk.id} and row_id = any(${ids}::uuid[])
    and row_id <> all(${done}::uuid[])`.execute(trx);
  await sql`update bulk_change_row set revision = input.revision, cells = input.cells::jsonb
    from unnest(${done}::uuid[], ${changed.map(({ revision }) => revision)}::int[],
      ${changed.map(({ cells }) => cells && JSON.stringify(cells))}::text[]) as input (id, revision, cells)
    where bulk_id = ${bulk.id} and row_id = input.id`.execute(trx);
  const problems = { ...bulk.problems };
  for (const [message, rows] of found)
    if (Object.hasOwn(problems, message) || Object.keys(problems).length < PROBLEMS_MAX)
      problems[message] = (problems[message] ?? 0) + rows;
  await sql`update bulk_change set changed = changed + ${changed.length}, unchanged = unchanged + ${unchanged},
      skipped = skipped + ${skipped}, refused = refused + ${refused}, problems = ${JSON.stringify(problems)}::jsonb,
      after_row = ${ids.at(-1) ?? null}
    where id = ${bulk.id}`.execute(trx);
  if (bulk.job_id === null) return;
  const looked = bulk.changed + bulk.unchanged + bulk.skipped + bulk.refused + ids.length;
  await sql`update job set state = 'running', done = done + ${changed.length}, rejected = rejected + ${refused},
    progress = ${Math.min(0.99, looked / Math.max(1, bulk.total))}, updated_at = now()
    where id = ${bulk.job_id}`.execute(trx);
}

/** Ends a bulk change, and its job; what it changed so far stays. */
export async function finishBulkChange(
  trx: Transaction,
  { id, job_id }: Pick<StoredBulkChange, 'id' | 'job_id'>,
  state: 'done' | 'cancelled' | 'failed',
  reason: string | null = null,
): Promise<void> {
  await sql`update bulk_change set state = ${state}, reason = ${reason} where id = ${id}`.execute(trx);
  if (state !== 'done')
    await sql`delete from bulk_change_row where bulk_id = ${id} and revision is null`.execute(trx);
  await sql`update job set state = ${state === 'done' ? 'ready' : 'failed'}, reason = ${reason},
    progress = ${state === 'done' ? 1 : null}, updated_at = now() where id = ${job_id}`.execute(trx);
}

export async function setUndoneBy(trx: Transaction, id: string, by: string): Promise<void> {
  await sql`update bulk_change set undone_by = ${by} where id = ${id}`.execute(trx);
}

/** Deletes bulk changes of long ago, with what their rows were. */
export async function purgeBulkChanges(database: Database, signal: AbortSignal): Promise<void> {
  const isOver = sql`made_at < now() - make_interval(days => ${DELETED_ROW_DAYS})`;
  const ofThem = sql`bulk_id in (select id from bulk_change where ${isOver})`;
  await deleteInBatches(database, 'bulk_change_row', ofThem, signal);
  await deleteInBatches(database, 'bulk_change', isOver, signal);
}
