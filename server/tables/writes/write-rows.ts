import type { Values } from '#lib/fields/definition.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import { itemEvent } from '#server/api/write-events.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict, unreadableBody } from '#server/platform/http/api-error.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';
import type { Services } from '#server/platform/services.ts';
import { readLinkedBriefly } from '../rows/linked-values.ts';
import { presentRow } from '../rows/row.presenter.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { linkedTable } from '../rows/row-links.ts';
import { isLink } from '../table/link-column.ts';
import { retryOnMissingRelation } from '../table/retry-on-missing-relation.ts';
import { requireTable, type Table } from '../table/table.ts';
import { deleteRows, type WantedRow } from './delete-rows.ts';
import {
  changeRows,
  insertRows,
  MANY_ROWS,
  type RowChange,
  type RowWriteOutcome,
  type RowWriter,
} from './row.service.ts';
import { writeSentRows } from './write-sent-rows.ts';
import { addTogether, changeTogether } from './write-together.ts';
import type { WrittenRows } from './written-rows.ts';

type Item = Authorized<ItemView, 'item.change'>;

/** The change events of rows that were written to a table: of it, and of the tables that show them. */
export const rowEvents = (
  table: Table['item'],
  { items = [] }: Pick<WrittenRows<unknown>, 'items'>,
): ChangeEvent[] => [table, ...items].map(itemEvent);

/** How rows that have their ids are written as they were sent. */
export const ROWS = {
  refused: (outcome: RowWriteOutcome): RowWriteOutcome => outcome,
  writtenId: (outcome: RowWriteOutcome) => (outcome.status === 'done' ? outcome.row.id : null),
};

export async function writerOf(trx: Transaction, { user }: SignedIn): Promise<RowWriter> {
  const { first_name, last_name } = await trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return { id: user.id, name: `${first_name} ${last_name}`.trim() };
}

type WriteOutcome = RowWriteOutcome | { outcome: RowWriteOutcome };

const rowOf = (written: WriteOutcome): TableRow | null => {
  const outcome = 'outcome' in written ? written.outcome : written;
  return 'row' in outcome ? outcome.row : null;
};

/** The tables that rows of this one are linked with, also by deleted columns, as far as the caller may read them. */
export async function linkedItems(
  trx: Transaction,
  caller: SignedIn,
  table: Table,
): Promise<Table['item'][]> {
  const ids = new Set(table.columns.filter(isLink).map(({ options }) => options.table));
  // What is undone, merged, deleted or restored concerns these, too.
  for (const { linked_table } of table.deleted ?? []) if (linked_table !== null) ids.add(linked_table);
  ids.delete(table.item.id);
  const items: Table['item'][] = [];
  for (const id of ids) {
    const other = await linkedTable(trx, caller, id);
    if (other) items.push(other.item);
  }
  return items;
}

/**
 * Runs a write of rows in one transaction, if the caller may still do it, on columns that stay as they are.
 */
export function writeToTable<Outcome extends WriteOutcome>(
  services: Services,
  caller: SignedIn,
  { id }: Item,
  work: (trx: Transaction, table: Table) => Promise<Outcome[]>,
): Promise<WrittenRows<Outcome>> {
  const write = async (trx: Transaction) => {
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
    const table = await requireTable(trx, item, 'rows');
    const outcomes = await work(trx, table);
    const rows = outcomes.flatMap((outcome) => rowOf(outcome) ?? []);
    const linked = await readLinkedBriefly(trx, caller, table, rows);
    return { item, table, outcomes, linked, items: await linkedItems(trx, caller, table) };
  };
  return retryOnMissingRelation(() => inTransaction(services, write));
}

/** `If-Match` is the revision of the one row that is sent. @throws ApiError 400 with several rows */
function withRevision<Row extends { revision?: number | undefined }>(
  rows: readonly Row[],
  expected: number | null,
): Row[] {
  if (expected === null) return [...rows];
  const [only] = rows;
  if (!only || rows.length > 1)
    throw unreadableBody('unreadable_revision', 'If-Match goes with one row; give several a revision each.');
  return [{ ...only, revision: expected }];
}

/** @throws ApiError 409 with the row as it is now, where `If-Match` named another revision. */
function refuseStale({ item, table, outcomes, linked }: WrittenRows, expected: number | null): void {
  const [only] = outcomes;
  if (expected === null || only?.status !== 'stale') return;
  throw conflict(
    'stale_revision',
    'Somebody else changed this meanwhile.',
    presentRow(table, only.row, { isOutsider: item.is_outsider ?? false, ...(linked ? { linked } : {}) }),
  );
}

/** Adds rows to a table; rejected rows are returned with the reason. */
export async function addRows(
  services: Services,
  caller: SignedIn,
  item: Item,
  rows: readonly { values: Values; id?: string | undefined; position?: number | undefined }[],
): Promise<WrittenRows> {
  const shared = await addTogether(services.database, item.id, { caller, rows });
  if (shared) return shared;
  const add = () =>
    writeToTable(services, caller, item, async (trx, table) =>
      writeSentRows(trx, caller, table, rows, {
        ...ROWS,
        write: async (right) => insertRows(trx, table, right, await writerOf(trx, caller)),
      }),
    );
  return rows.length >= MANY_ROWS ? withBulkHeap(add) : add();
}

/** Changes rows of a table. */
export async function changeTableRows(
  services: Services,
  caller: SignedIn,
  item: Item,
  changes: readonly RowChange[],
  expected: number | null,
): Promise<WrittenRows> {
  const wanted = withRevision(changes, expected);
  const shared = await changeTogether(services.database, item.id, { caller, rows: wanted });
  const written =
    shared ??
    (await writeToTable(services, caller, item, async (trx, table) =>
      writeSentRows(trx, caller, table, wanted, {
        ...ROWS,
        write: async (right) => changeRows(trx, table, right, await writerOf(trx, caller)),
      }),
    ));
  refuseStale(written, expected);
  return written;
}

/** Deletes rows of a table; they can be restored for 30 days. */
export async function deleteTableRows(
  services: Services,
  caller: SignedIn,
  item: Item,
  rows: readonly WantedRow[],
  expected: number | null,
): Promise<WrittenRows> {
  const wanted = withRevision(rows, expected);
  const written = await writeToTable(services, caller, item, (trx, table) =>
    deleteRows(trx, caller, table, wanted),
  );
  refuseStale(written, expected);
  return written;
}
