import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';

export const CREATE_FOLDER_SCOPE = 'separate-folder';

/**
 * A folder that so many resources inherit from gets a scope of its own before its access or its parent
 * changes.
 */
export const LARGE_FOLDER_ITEMS = 5_000;

/**
 * How long a request waits for folders to have scopes of their own, and the interval between two checks, in
 * milliseconds.
 */
const LOCK_TIMEOUT_MS = 8_000;
const LOOK_EVERY_MS = 200;

/** Seconds after which to retry. */
const RETRY_SECONDS = 5;

/**
 * A change of a large folder, or of a folder beside one, requires a scope of its own first. Nothing was done;
 * the scope is created shortly.
 */
export class FolderScopePending extends ApiError {
  readonly folderIds: readonly string[];
  constructor(folderIds: readonly string[]) {
    super(
      503,
      'preparing',
      'A folder here holds very much and is being made ready for this. Nothing was changed: try again in a moment.',
      { retryAfter: RETRY_SECONDS },
    );
    this.folderIds = folderIds;
  }
}

/** The large folders of some spaces that are given scopes of their own at this moment. */
export async function foldersAwaitingScope(trx: Transaction, spaceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ root_id: string }>`
    select distinct separating.root_id from pending_folder_scope separating join item on item.id = separating.root_id
    where item.space_id = any(${spaceIds}::uuid[])`.execute(trx);
  return rows.map((row) => row.root_id);
}

const INHERITING = sql`with recursive inheriting as (
  select folder.id, folder.scope_id
  union all
  select item.id, item.scope_id from inheriting
    join item on item.parent_id = inheriting.id and item.scope_id = inheriting.scope_id)`;

/**
 * How many resources are in the scope of each of some resources, with it and below it; no more than a large
 * folder has.
 */
async function countInheriting(trx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; size: number }>`
    select folder.id, (${INHERITING}
      select count(*)::int from (select from inheriting limit ${LARGE_FOLDER_ITEMS + 1}) as counted) as size
    from item folder where folder.id = any(${ids}::uuid[])`.execute(trx);
  return new Map(rows.map(({ id, size }) => [id, size]));
}

/**
 * The largest of some resources, without which the others together are no more than `most`; never a single
 * one.
 */
export function largestBeyond(sizes: ReadonlyMap<string, number>, most: number): string[] {
  let all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const taken: string[] = [];
  for (const [id, size] of [...sizes].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))) {
    if (all <= most || size <= 1) break;
    taken.push(id);
    all -= size;
  }
  return taken;
}

/** What may still be written in a transaction that moves resources to other scopes. */
export type ScopeBudget = { left: number };

/**
 * Of resources that would leave their scopes, with everything below them that shares these, the largest:
 * without them, the transaction writes no more than it may. The others are subtracted from the budget.
 */
export async function beyondBudget(
  trx: Transaction,
  ids: readonly string[],
  budget: ScopeBudget,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const sizes = await countInheriting(trx, ids);
  const beyond = largestBeyond(sizes, budget.left);
  for (const id of beyond) sizes.delete(id);
  budget.left = Math.max(0, budget.left - [...sizes.values()].reduce((sum, size) => sum + size, 0));
  return beyond;
}

/**
 * Waits until folders have scopes of their own. @returns whether they have, in time and before the client
 * left
 */
async function areSeparate(
  database: Database,
  folderIds: readonly string[],
  { until, isGone }: { until: number; isGone: () => boolean },
): Promise<boolean> {
  for (;;) {
    if (isGone()) return false;
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from item
      where id = any(${folderIds}::uuid[]) and (exists (select from pending_folder_scope where root_id = item.id)
        or not exists (select from scope own where own.item_id = item.id))`.execute(database);
    if (rows[0]?.left === 0) return true;
    if (performance.now() > until) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

async function queueSeparation(jobs: Jobs, folderIds: readonly string[]): Promise<void> {
  for (const item of folderIds)
    await jobs.add(CREATE_FOLDER_SCOPE, { item }, { key: `${CREATE_FOLDER_SCOPE} ${item}`, urgent: true });
}

/**
 * Runs an action that may need scopes of their own for large folders: a job creates them, and the action is
 * retried. No transaction is open while it waits.
 * @param isGone whether the client has left: nothing is checked or retried then
 * @throws FolderScopePending where that takes longer than a request may wait; the job continues
 */
export async function withFolderScopes<T>(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  act: () => Promise<T>,
  isGone: () => boolean = () => false,
): Promise<T> {
  const until = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof FolderScopePending)) throw error;
      await queueSeparation(jobs, error.folderIds);
      const isReady = await areSeparate(database, error.folderIds, { until, isGone });
      if (!isReady || performance.now() > until) throw error;
    }
  }
}
