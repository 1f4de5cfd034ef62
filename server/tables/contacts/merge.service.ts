import { sql } from 'kysely';
import type { MergeRequest } from '#lib/contract/contacts.ts';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import type { MovedParts } from '#server/platform/database/schema/tables.ts';
import { ApiError, conflict, invalid, invalidFields, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { DELETED_ROW_DAYS } from '../rows/deleted-row.repo.ts';
import { rowsByIds, type TableRow } from '../rows/row.repo.ts';
import type { Table } from '../table/table.ts';
import { joinTypedNumbers } from '../table/typed-numbers.ts';
import { withoutRequired } from '../table/without-required.ts';
import { deleteRows } from '../writes/delete-rows.ts';
import { changeDeletedCells } from '../writes/deleted-cells.ts';
import { restoreRows } from '../writes/restore-rows.ts';
import { changeRows, type RowWriteOutcome, type RowWriter } from '../writes/row.service.ts';
import { writerOf, writeToTable } from '../writes/write-rows.ts';
import type { WrittenRows } from '../writes/written-rows.ts';
import { haveDistinct } from './distinct-rows.repo.ts';
import { deletedCellsBefore, mergedDeletedCells } from './merge-deleted-cells.ts';
import { moveParts, takePartsBack, withOwnFiles } from './merge-parts.repo.ts';
import { byColumns, cellBefore, mergedValues } from './merged-values.ts';
import { refuseUnwritable } from './unwritable-values.ts';

type Item = Authorized<ItemView, 'item.change'>;

/** @throws ApiError 422 for values that the columns refuse, 404 for a row that is not there */
function requireDone(outcome: RowWriteOutcome | undefined): TableRow {
  if (outcome?.status === 'refused')
    throw outcome.details ? invalidFields([...outcome.details]) : invalid(outcome.errors);
  if (outcome?.status !== 'done') throw notFound('This row');
  return outcome.row;
}

/**
 * Merges rows into the first one, with their files, cards, links and submissions; the others are deleted, and come back
 * where it is undone.
 * @throws ApiError 404 for a row that is not there, 409 where a run would merge who is not the same person, 422 for values that
 * the columns refuse
 */
export async function mergeRows(
  services: Services,
  caller: SignedIn,
  item: Item,
  { rows: ids, values, run_id: runId }: MergeRequest,
): Promise<{ id: string; written: WrittenRows; row: TableRow }> {
  if (runId !== undefined && !isId(runId)) throw notFound('This merge');
  const id = newId();
  const written = await writeToTable(services, caller, item, async (trx, table) => {
    const found = await rowsByIds(trx, table, ids.filter(isId), { lock: 'deletion' });
    const present = ids.flatMap((one) => found.get(one) ?? []);
    const [retained, ...others] = present;
    if (!retained || present.length < ids.length || new Set(ids).size < ids.length)
      throw notFound('This row');
    // Nobody looks at the single pairs of a run, and what was compared may be minutes old.
    if (runId !== undefined && (await haveDistinct(trx, table.item.id, ids)))
      throw conflict('distinct_rows', 'Somebody marked these entries as different people.');
    await refuseUnwritable(trx, table, present, values);
    const gone = others.map((row) => row.id);
    const concerned = { retained: retained.id, others: gone };
    const wanted = mergedValues(table, present, values);
    const merged = await withOwnFiles(trx, table, concerned, wanted);
    const deleted = await mergedDeletedCells(trx, table, concerned);
    const moved = await moveParts(trx, table, [retained, ...others]);
    const writer = await writerOf(trx, caller);
    // The others first: a unique value moves from one of them to the row that is retained.
    await deleteRows(trx, caller, table, others);
    const typed = joinTypedNumbers(...present.map((row) => row.typed));
    const change = { id: retained.id, values: merged, typed, links: deleted.cells };
    const [outcome] = await changeRows(trx, table, [change], writer);
    const row = requireDone(outcome);
    if (deleted.behind)
      await changeDeletedCells(trx, deleted.behind, [
        { id: row.id, revision: row.revision, cells: deleted.cells, typed: deleted.typed },
      ]);
    await trx
      .insertInto('row_merge')
      .values({
        id,
        item_id: table.item.id,
        row_id: retained.id,
        merged: gone,
        before: JSON.stringify({ ...byColumns(table, retained.values), ...deleted.before }),
        after: JSON.stringify({ ...byColumns(table, row.values), ...deleted.after }),
        moved: JSON.stringify(moved),
        run_id: runId ?? null,
        made_by: caller.user.id,
      })
      .execute();
    return outcome ? [outcome] : [];
  });
  return { id, written, row: requireDone(written.outcomes[0]) };
}

type StoredMerge = {
  id: string;
  row_id: string;
  merged: string[];
  before: Values;
  after: Values;
  moved: MovedParts | null;
  made_at: Date;
  undone_at: Date | null;
};

const isRecent = sql`made_at > now() - make_interval(days => ${DELETED_ROW_DAYS})`;
const STORED = sql`id, row_id, merged, before, after, moved, made_at, undone_at`;

/** @throws ApiError 404 for one that is not there or is too old, 409 for one that was undone before */
async function lockedMerge(trx: Transaction, itemId: string, id: string): Promise<StoredMerge> {
  const { rows } = await sql<StoredMerge>`select ${STORED} from row_merge
    where item_id = ${itemId} and id = ${isId(id) ? id : null}::uuid and ${isRecent} for update`.execute(trx);
  const [merge] = rows;
  if (!merge) throw notFound('This merge');
  if (merge.undone_at) throw conflict('already_undone', 'This merge was undone already.');
  return merge;
}

/** @throws ApiError 409 where the row that was kept went into another one since: that comes back first */
async function refuseMergedSince(
  trx: Transaction,
  itemId: string,
  { id, row_id }: StoredMerge,
): Promise<void> {
  const { rows } = await sql`select from row_merge
    where item_id = ${itemId} and undone_at is null and id <> ${id} and merged @> array[${row_id}::text]
    limit 1`.execute(trx);
  if (rows.length > 0)
    throw conflict('merged_since', 'This entry was merged into another one since. Undo that merge first.');
}

async function undoLocked(
  trx: Transaction,
  table: Table,
  merge: StoredMerge,
  writer: RowWriter,
): Promise<RowWriteOutcome[]> {
  await refuseMergedSince(trx, table.item.id, merge);
  const present = await rowsByIds(trx, table, [merge.row_id], { lock: 'change' });
  const [comesBack] = present.has(merge.row_id) ? [] : await restoreRows(trx, table, [merge.row_id], writer);
  const retained = present.get(merge.row_id) ?? (comesBack ? requireDone(comesBack) : undefined);
  const values: [string, unknown][] = [];
  for (const { id: column, name } of table.fields) {
    const value = cellBefore(
      ownValue(retained?.values ?? {}, name),
      ownValue(merge.before, column),
      ownValue(merge.after, column),
    );
    if (value !== undefined) values.push([name, value]);
  }
  // People are imported without what their list requires, and are again what they were before the merge.
  const optional = withoutRequired(table);
  // Before the others come back: a unique value goes back to one of them.
  const { behind, cells } = await deletedCellsBefore(trx, table, merge);
  const change = { id: merge.row_id, values: Object.fromEntries(values), links: cells };
  const changed = await changeRows(trx, optional, [change], writer);
  for (const outcome of changed) {
    const { id, revision } = requireDone(outcome);
    if (behind) await changeDeletedCells(trx, behind, [{ id, revision, cells }]);
  }
  if (merge.moved) await takePartsBack(trx, table, merge, merge.moved);
  const restored = await restoreRows(trx, table, merge.merged, writer);
  for (const outcome of restored) requireDone(outcome);
  await sql`update row_merge set undone_at = now() where id = ${merge.id}`.execute(trx);
  return [...changed, ...restored];
}

/**
 * Undoes a merge: the other rows come back, and the row that was retained is again what it was, but for cells that were
 * changed since. Nothing is changed where a part of it is refused.
 * @throws ApiError 404; 409 where it was undone before, or its row was merged since; 422 for values that the columns refuse
 */
export function undoMerge(
  services: Services,
  caller: SignedIn,
  item: Item,
  id: string,
): Promise<WrittenRows> {
  return writeToTable(services, caller, item, async (trx, table) => {
    const merge = await lockedMerge(trx, table.item.id, id);
    return undoLocked(trx, table, merge, await writerOf(trx, caller));
  });
}

/** Whether a table has a run of merges that can be undone, or could be before. */
async function hasRun(database: Database, itemId: string, runId: string): Promise<boolean> {
  const { rows } = await sql`select from row_merge
    where (run_id = ${runId}::uuid or id = ${runId}::uuid) and item_id = ${itemId} and ${isRecent} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/** Merges that one request undoes. */
const RUN_PART = 20;

/**
 * Undoes some merges of a run, the newest first, each by itself; one that a column refuses is left.
 * @param after the last merge that was tried before
 * @throws ApiError 404 for a run that is not there or is too old; of one that was undone before, nothing is left to undo
 */
export async function undoRun(
  services: Services,
  caller: SignedIn,
  item: Item,
  { runId, after }: { runId: string; after: string | null },
): Promise<{ undone: number; refused: number; after: string | null } & Pick<WrittenRows, 'items'>> {
  // Another text would begin with the newest one again.
  if (!isId(runId) || (after !== null && !isId(after))) throw notFound('This merge');
  const { rows } = await sql<{ id: string }>`select id from row_merge
    where (run_id = ${runId}::uuid or id = ${runId}::uuid) and item_id = ${item.id} and undone_at is null and ${isRecent}
      and ${after !== null ? sql`id < ${after}::uuid` : sql`true`}
    order by id desc limit ${RUN_PART}`.execute(services.database);
  if (rows.length === 0 && !(await hasRun(services.database, item.id, runId))) throw notFound('This merge');
  let refused = 0;
  const items = new Map<string, Table['item']>();
  for (const { id } of rows) {
    try {
      const written = await undoMerge(services, caller, item, id);
      for (const one of written.items ?? []) items.set(one.id, one);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      refused += 1;
    }
  }
  const last = rows.length < RUN_PART ? null : (rows.at(-1)?.id ?? null);
  return { undone: rows.length - refused, refused, after: last, items: [...items.values()] };
}

/** A merge, or all of one run, with the name of the person who made it. */
export type MergeEntry = {
  id: string;
  run_id: string;
  merges: number;
  standing: number;
  row_id: string;
  merged: number;
  made_at: Date;
  made_by: string | null;
  name: string | null;
  undone_at: Date | null;
};

/** A page of a table's merges, those of a run as one, the newest first, and of their rows those that are still there. */
export async function listMerges(
  database: Database,
  table: Table,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ merges: MergeEntry[]; rows: Map<string, TableRow> }> {
  const { rows: merges } = await sql<MergeEntry>`
    with listed as (
      select (array_agg(id order by id desc))[1] as id, coalesce(run_id, id) as run_id, (array_agg(row_id order by id desc))[1] as row_id,
        count(*)::int as merges, (count(*) filter (where undone_at is null))::int as standing,
        sum(cardinality(merged))::int as merged, max(made_at) as made_at,
        (array_agg(made_by order by id desc))[1] as made_by,
        case when bool_and(undone_at is not null) then max(undone_at) end as undone_at
      from row_merge where item_id = ${table.item.id} and ${isRecent}
      group by coalesce(run_id, id)
      order by max(made_at) desc, 1 desc
      limit ${page_size} offset ${(page - 1) * page_size}
    )
    select listed.*, nullif(trim(account.first_name || ' ' || account.last_name), '') as name
    from listed left join app_user account on account.id = listed.made_by
    order by listed.made_at desc, listed.id desc`.execute(database);
  return { merges, rows: await rowsByIds(database, table, [...new Set(merges.map(({ row_id }) => row_id))]) };
}
