import { sql } from 'kysely';
import type { RestoredColumn } from '#lib/contract/deleted-column.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { type FieldDefinition, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, conflict, invalidFields, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { queueTableIndexing } from '../indexing/queue-row-indexing.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { rowsWithNewValues } from '../table/deleted-columns.ts';
import { requireTable, type Table, type TableColumn } from '../table/table.ts';
import { withColumnLock } from './change-columns.ts';
import { presentColumn } from './column.presenter.ts';
import { changeableLinkedTable } from './column-links.ts';
import { lockedTable } from './column-steps.ts';
import { type DeletedColumn, lockDeletedColumn, moveToTableColumns } from './deleted-column.repo.ts';
import { lockLookups, refuseLongChain, refuseLongChainsThrough } from './lookup-chain.ts';
import { hasManyRows, queueRemovalOfValues } from './queue-column-change.ts';
import { COLUMN_LIMITS } from './read-columns.ts';
import { computeStoredFormulas, queueFormulaRefresh } from './refresh-formulas.ts';
import { haveRepeated, indexUnique } from './unique-values.ts';

type Note = RestoredColumn['notes'][number];

/** The name of a field, with a number where another column has it by now. */
function freeName({ fields }: Table, { name }: FieldDefinition): string {
  const taken = new Set(fields.map((one) => one.name));
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : `_${n}`;
    const free = `${name.slice(0, TEXT_LIMITS.name - suffix.length)}${suffix}`;
    if (!taken.has(free)) return free;
  }
}

const notRestorable = ({ field }: TableColumn, reason: string) =>
  conflict('column_not_restorable', `“${field.label}” can't be restored as the table is now. ${reason}`);

/** @throws ApiError 409 where the table has no room for it, or what it is computed from is there no more, or is another one */
function refuseUnreadable(table: Table, column: TableColumn, reads: DeletedColumn['reads']): void {
  if (table.columns.length >= COLUMNS_MAX)
    throw notRestorable(column, `A table has ${COLUMNS_MAX} columns at most. Delete another one first.`);
  const other = table.fields.find(({ name, id }) => Object.hasOwn(reads, name) && reads[name] !== id);
  if (other)
    throw notRestorable(
      column,
      `Its formula reads a former column “${other.name}”. Rename the one that has this name. Then restore the former one, or give it back its name.`,
    );
  const read = readFields([...table.fields, column.field], COLUMN_LIMITS);
  if (read.ok) return;
  const { message } = invalidFields(read.problems);
  const { formula } = column.field;
  const advice = formula === undefined ? '' : ' Restore the columns first that its formula reads.';
  throw notRestorable(column, `${message}.${advice}`);
}

/** @throws ApiError 409 for a lookup whose links are there no more, or that would go in a circle by now */
async function refuseUnreadableLookup(trx: Transaction, table: Table, column: TableColumn): Promise<void> {
  const { options, field } = column;
  if (options.type !== 'lookup' && options.type !== 'rollup') return;
  await lockLookups(trx, table.item.hub_id);
  const via = table.columns.find((one) => one.field.id === options.via);
  if (via?.options.type !== 'link' || via.options.table === undefined)
    throw notRestorable(column, 'Restore the column of links first that it reads.');
  const of = options.of === undefined ? null : { table: via.options.table, column: options.of };
  await asNotRestorable(column, refuseLongChain(trx, { table: table.item.id, column: field.id }, of));
}

/** @throws ApiError 409 where the check of a column refuses it */
async function asNotRestorable(column: TableColumn, check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw notRestorable(column, `${error.message}.`);
  }
}

/**
 * Lookups through a link stay when it is deleted with its opposite, and others may read them since.
 * @param behind the opposite column that is restored too
 * @throws ApiError 409 where they would go in a circle by now
 */
async function refuseCircles(
  trx: Transaction,
  { item }: Table,
  column: TableColumn,
  behind: Opposite['behind'],
): Promise<void> {
  if (column.options.type !== 'link') return;
  await lockLookups(trx, item.hub_id);
  const links = [{ table: item.id, column: column.field.id }];
  if (behind) links.push({ table: behind.table.item.id, column: behind.found.column.field.id });
  for (const link of links) await asNotRestorable(column, refuseLongChainsThrough(trx, link));
}

type Opposite = {
  /** Names its opposite only where both show the links again. */
  column: TableColumn;
  /** The opposite column, which is restored with it. */
  behind: { table: Table; found: DeletedColumn } | null;
  isMissing: boolean;
};

/**
 * A link as it comes back: with its opposite column where the caller may change that table.
 * @throws ApiError 409 where the linked table is there no more
 */
async function withOpposite(
  trx: Transaction,
  caller: Caller,
  table: Table,
  column: TableColumn,
): Promise<Opposite> {
  const { type, table: target, opposite, link, side = 'one' } = column.options;
  if (type !== 'link' || target === undefined) return { column, behind: null, isMissing: false };
  const { rows } = await sql`select from user_table where item_id = ${target}::uuid`.execute(trx);
  if (rows.length === 0)
    throw conflict(
      'linked_table_gone',
      `“${column.field.label}” can't be restored: the table that it links to was deleted.`,
    );
  // Who restores the other side at the same moment is waited for, or waits: otherwise neither would find the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`link ${link}`}, 0))`.execute(trx);
  // It stayed there when this one was deleted, or was restored alone, and shows the same links: each may not know the other by its id.
  const present = await sql<{ id: string }>`
    update table_column set options = options || jsonb_build_object('opposite', ${column.field.id}::text)
    where item_id = ${target}::uuid and options ->> 'type' = 'link' and options ->> 'link' = ${link ?? null}
      and coalesce(options ->> 'side', 'one') <> ${side}
    returning column_id as id`.execute(trx);
  const [found] = present.rows;
  if (found)
    return {
      column: { ...column, options: { ...column.options, opposite: found.id } },
      behind: null,
      isMissing: false,
    };
  if (opposite === undefined) return { column, behind: null, isMissing: false };
  const other = await changeableLinkedTable(trx, caller, table, target);
  const deleted = other ? await lockDeletedColumn(trx, other.item.id, opposite) : undefined;
  const most = COLUMNS_MAX - (target === table.item.id ? 1 : 0);
  if (other && deleted && deleted.column.options.link === link && other.columns.length < most)
    return { column, behind: { table: other, found: deleted }, isMissing: false };
  const { opposite: _, ...options } = column.options;
  return { column: { ...column, options }, behind: null, isMissing: true };
}

/**
 * Restores the opposite of a link. It names that again, also where the link was deleted by somebody who could not change its table.
 * @param table its table, with the link where that is the same one
 */
function restoreOpposite(
  trx: Transaction,
  table: Table,
  { column, followers }: DeletedColumn,
  opposite: string,
): Promise<void> {
  const field = { ...column.field, name: freeName(table, column.field) };
  const options = { ...column.options, opposite };
  return moveToTableColumns(
    trx,
    table,
    { ...column, field, options, revision: column.revision + 1 },
    followers,
  );
}

/**
 * A unique column as it can be: where rows that got values of it meanwhile, as those that came back, have a value of another one,
 * it is unique no more. Others are not compared: their values are those that it was deleted with.
 */
async function asUnique(trx: Transaction, table: Table, column: TableColumn): Promise<TableColumn> {
  if (!column.options.unique) return column;
  const written = rowsWithNewValues(table.item.id, column.field.id);
  const { rows } = await sql`${written} limit 1`.execute(trx);
  if (rows.length === 0) return column;
  // By its index, which a build that was not finished may have left out.
  await indexUnique(trx, table.item.id, column);
  if (!(await haveRepeated(trx, table.item.id, column, written))) return column;
  const { unique: _, ...options } = column.options;
  return { ...column, options };
}

/**
 * Restores a column that was deleted in the last 30 days: with its id, its place and all its values. Rows are not written, but for
 * formulas, which are computed again: of many rows by a job.
 * @throws ApiError 404, or 409 where it does not fit the table as it is now
 */
export function restoreColumn(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.change'>,
  columnId: string,
): Promise<RestoredColumn> {
  return withColumnLock(services, async (trx) => {
    const table = await lockedTable(trx, caller, item);
    const found = await lockDeletedColumn(trx, item.id, columnId);
    if (!found) throw notFound('This deleted column');
    const name = freeName(table, found.column.field);
    const revision = found.column.revision + 1;
    const named = { ...found.column, field: { ...found.column.field, name }, revision };
    refuseUnreadable(table, named, found.reads);
    await refuseUnreadableLookup(trx, table, named);
    const { column: linked, behind, isMissing } = await withOpposite(trx, caller, table, named);
    const column = await asUnique(trx, table, linked);
    await moveToTableColumns(trx, table, column, found.followers);
    await indexUnique(trx, item.id, column);
    const isUniqueNoMore = column.options.unique !== found.column.options.unique;
    // Its index goes with what else no column needs.
    if (isUniqueNoMore) await queueRemovalOfValues(services, trx, item);
    if (behind) {
      const isSame = behind.table.item.id === table.item.id;
      const other = isSame ? await requireTable(trx, table.item) : behind.table;
      await restoreOpposite(trx, other, behind.found, columnId);
    }
    await refuseCircles(trx, table, column, behind);
    const after = await requireTable(trx, table.item);
    if (column.field.formula !== undefined) {
      if (hasManyRows(item)) await queueFormulaRefresh(services, trx, item);
      else await computeStoredFormulas(trx, after);
    }
    await queueTableIndexing(trx, [item]);
    await recordRowCountChange(trx, table, 0, caller.user.id);
    await recordAuditEvent(trx, caller, {
      hubId: item.hub_id,
      action: 'item.column_restored',
      target: { kind: 'item', id: item.id, name: item.title },
      scopeId: item.scope_id,
      details: { column: column.field.label },
    });
    const notes: Note[] = [
      ...(name === found.column.field.name ? [] : ['renamed' as const]),
      ...(isUniqueNoMore ? ['not_unique' as const] : []),
      ...(isMissing ? ['without_opposite' as const] : []),
    ];
    const restored = after.columns.find(({ field }) => field.id === columnId) ?? column;
    return { column: presentColumn(restored, after), notes };
  });
}
