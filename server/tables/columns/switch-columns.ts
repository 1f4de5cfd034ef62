import type { ColumnInput } from '#lib/contract/column-request.ts';
import { requireRevision } from '#server/api/if-match.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import { queueTableIndexing } from '../indexing/queue-row-indexing.ts';
import { recordRowCountChange } from '../rows/row-count.ts';
import { releaseColumnFiles } from '../rows/row-file.repo.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { SHORT_LOCKS, withColumnLock } from './change-columns.ts';
import { presentColumn } from './column.presenter.ts';
import { moveValues, updateColumn } from './column.repo.ts';
import { storedType } from './column-definition.ts';
import { freshName, lockedTable, moveColumn } from './column-steps.ts';
import { prepareConversion } from './conversion.ts';
import { convertDeletedRows } from './convert-deleted-rows.ts';
import { finishColumnChange, lockActiveJob } from './finish-column-change.ts';
import { findColumn, plannedColumn } from './plan-column.ts';
import { refuseWhileChanging } from './queue-column-change.ts';
import {
  type ChangePlan,
  catchUpLocked,
  compareStaged,
  planChange,
  type StagedChange,
} from './staged-change.ts';
import { addStagedColumns } from './staged-column.repo.ts';
import { becomesUnique, indexUnique } from './unique-values.ts';

/** A change of a column that a job makes. */
export type WantedChange = {
  job: string;
  column: string;
  sent: ColumnInput;
  /** The revision that the change was made for. */
  expected: number;
};

/** Somebody cancelled it, or the column no longer exists. */
export class ChangeCancelled extends Error {}
/** Columns that it reads were changed meanwhile: it begins again. */
export class PlanOutdated extends Error {}

export type Planned = ChangePlan & { column: TableColumn; next: TableColumn };

/** The change as it is now. @throws ApiError as `changeColumn` does */
export async function plannedChange(
  trx: Transaction,
  caller: SignedIn,
  table: Table,
  { job, column: columnId, sent, expected }: WantedChange,
): Promise<Planned> {
  const { column, at } = findColumn(table, columnId);
  refuseWhileChanging(column, job);
  await requireRevision(expected, column.revision, () => presentColumn(column, table));
  const { field, options } = await plannedColumn(trx, caller, table, at, sent);
  const type = storedType(field, options);
  const next: TableColumn = { field, name: column.name, type, revision: column.revision + 1, options };
  return { column, next, ...planChange(table, at, next) };
}

/** Adds the database columns for the new values, beside those of before, in a short transaction. */
export function prepareChange(
  services: Services,
  caller: SignedIn,
  item: Pick<ItemView, 'id'>,
  wanted: WantedChange,
): Promise<StagedChange> {
  return withColumnLock(
    services,
    async (trx) => {
      const table = await lockedTable(trx, caller, item);
      const { column, next, ...plan } = await plannedChange(trx, caller, table, wanted);
      const columns: TableColumn[] = [];
      for (const one of plan.after.columns)
        if (plan.written.has(one.field.id))
          columns.push({ ...one, name: await freshName(trx, table.item.id) });
      const marker = { name: await freshName(trx, table.item.id) };
      await addStagedColumns(trx, table.item.id, columns, marker);
      const conversion = await prepareConversion(trx, caller, plan.before, column, next);
      const own = columns.find(({ field }) => field.id === wanted.column);
      const comparison = own && becomesUnique(column, next) ? { column: own, later: null } : null;
      return { ...plan, columns, marker, conversion, comparison };
    },
    SHORT_LOCKS,
  );
}

/**
 * Makes the new values those of the columns, in a short transaction in which nobody writes rows: names of database columns
 * alone change.
 * @returns false where too many rows are behind
 */
export function switchColumns(
  services: Services,
  caller: SignedIn,
  item: Pick<ItemView, 'id'>,
  wanted: WantedChange,
  staged: StagedChange,
): Promise<boolean> {
  return withColumnLock(
    services,
    async (trx) => {
      if (!(await lockActiveJob(trx, wanted.job))) throw new ChangeCancelled();
      const table = await lockedTable(trx, caller, item);
      const { column, next, signature } = await plannedChange(trx, caller, table, wanted);
      if (signature !== staged.signature) throw new PlanOutdated();
      if (!(await catchUpLocked(trx, staged))) return false;
      // All others have been compared before anybody waited for this.
      await compareStaged(trx, staged);
      await convertDeletedRows(trx, staged.conversion);
      const { id } = table.item;
      for (const one of staged.columns) {
        if (one.field.id !== wanted.column) await moveValues(trx, id, one);
        else await updateColumn(trx, id, { ...next, name: one.name });
      }
      await moveColumn(trx, table, wanted.column, wanted.sent);
      await releaseColumnFiles(trx, id, column.field, next.field);
      // Those that depend on it have new database columns too.
      for (const one of staged.columns) await indexUnique(trx, id, one);
      await queueTableIndexing(trx, [table.item]);
      await recordRowCountChange(trx, table, 0, caller.user.id);
      await finishColumnChange(trx, { ...wanted, item: id });
      return true;
    },
    SHORT_LOCKS,
  );
}
