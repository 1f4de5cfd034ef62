import type { BulkChange, BulkChangeRequest, BulkPreview } from '#lib/contract/bulk-change.ts';
import { BULK_IN_REQUEST_MAX } from '#lib/contract/table-limits.ts';
import type { RowCondition, Values } from '#lib/fields/definition.ts';
import * as message from '#lib/text/messages.ts';
import { serializeActiveLinks } from '#server/access/links/recheck-links.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import { conflict, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { requireTable, type Table } from '../table/table.ts';
import { viewOfRows } from '../views/view.service.ts';
import { problemsOfRows } from '../writes/row.service.ts';
import { linkedItems } from '../writes/write-rows.ts';
import {
  countChangedRows,
  findBulkChange,
  finishBulkChange,
  insertBulkChange,
  type NewBulkChange,
  type RowsRequest,
  type StoredBulkChange,
  setUndoneBy,
} from './bulk-change.repo.ts';
import { BULK_CHANGE } from './bulk-change-job.ts';
import { checkBulkValues } from './bulk-values.ts';
import { countMatchingRows, type Matching, matchingRows, someMatchingRows } from './matching-rows.ts';
import { recordBulkDeletion, stepBulkChange } from './run-bulk-change.ts';

type Item = Authorized<ItemView, 'item.change'>;

/** Rows of which a dry run tries the values. */
const TRIED = 1000;
const PROBLEMS_MAX = 20;

/** A bulk change as it begins, with the items whose readers are informed of it. */
export type BegunBulkChange = { bulk: BulkChange; items: Table['item'][] };

const listed = (problems: Iterable<readonly [string, number]>) =>
  [...problems]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, PROBLEMS_MAX)
    .map(([text, rows]) => ({ message: text, rows }));

export const presentBulkChange = (one: StoredBulkChange): BulkChange => ({
  id: one.id,
  action: one.kind,
  state: one.state,
  ...{
    total: one.total,
    changed: one.changed,
    unchanged: one.unchanged,
    skipped: one.skipped,
    refused: one.refused,
  },
  problems: listed(Object.entries(one.problems)),
  ...(one.reason === null ? {} : { reason: one.reason }),
  job: one.job_id,
  undoes: one.undoes,
  undone_by: one.undone_by,
  made_at: one.made_at.toISOString(),
});

/** What the rows were requested by. @throws ApiError 422 where it is not said which rows, 404 for an unknown view */
async function requestOf(
  trx: Transaction,
  caller: SignedIn,
  table: Table,
  { filter, q, view }: BulkChangeRequest,
): Promise<RowsRequest> {
  if (filter === undefined) throw invalid({ filter: [message.required('Filter')] });
  const ofView: RowCondition | null = view ? (await viewOfRows(trx, caller, table, view)).filter : null;
  return { filter: filter === null ? null : JSON.stringify(filter), view: ofView, q: q ?? null };
}

/** @throws ApiError 422 */
function sentValues({ action, values }: BulkChangeRequest): Values | null {
  if (action === 'set') {
    if (!values) throw invalid({ values: [message.required('Values')] });
    return values;
  }
  if (values) throw invalid({ values: ['Values go with the action “set”'] });
  return null;
}

/** Tries on some of the rows whether they take the values. */
async function tryValues(trx: Transaction, matching: Matching, values: Values) {
  const rows = await someMatchingRows(trx, matching, TRIED);
  const reasons = new Map<string, number>();
  let refused = 0;
  for (const messages of problemsOfRows(matching.table, rows, values)) {
    if (messages.length > 0) refused += 1;
    for (const text of new Set(messages)) reasons.set(text, (reasons.get(text) ?? 0) + 1);
  }
  return { checked: rows.length, refused, problems: listed(reasons) };
}

/**
 * Changes or deletes all rows that a filter finds, as one change that can be undone: few at once, many by a job.
 * @returns what it would be about, where that is all that was requested
 * @throws ApiError 422 for a filter or values that can't be, 409 where more rows match than were confirmed
 */
export function changeMatchingRows(
  services: Services,
  caller: SignedIn,
  { id }: Item,
  body: BulkChangeRequest,
): Promise<BegunBulkChange | BulkPreview> {
  return inTransaction(services, async (trx) => {
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
    const table = await requireTable(trx, item, 'rows');
    const values = sentValues(body);
    const request = await requestOf(trx, caller, table, body);
    const matching = await matchingRows(trx, caller, { table, item }, request, body.as_of ?? null);
    const { count, as_of } = await countMatchingRows(trx, matching);
    if (values) await checkBulkValues(trx, caller, table, values, count > 1);
    if (body.dry_run) {
      const tried = values
        ? await tryValues(trx, matching, values)
        : { checked: 0, refused: 0, problems: [] };
      return { count, as_of, ...tried };
    }
    if (body.count !== undefined && count > body.count)
      throw conflict('more_rows', 'More rows match by now than were counted. Nothing was changed.');
    return begin(services, trx, caller, table, {
      ...{ id: newId(), kind: body.action, request, sent: values, undoes: null, total: count },
      as_of: body.as_of ?? as_of,
    });
  });
}

type Begun = Omit<NewBulkChange, 'item_id' | 'made_by' | 'job_id' | 'column_ids'>;

/** The ids of the columns whose values are sent: others may have their names later, while the change is being made. */
function columnIds({ fields }: Table, sent: Values | null): Record<string, string> | null {
  if (sent === null) return null;
  return Object.fromEntries(
    fields.flatMap(({ name, id }) => (Object.hasOwn(sent, name) ? [[name, id]] : [])),
  );
}

/** Makes a change of few rows; has that of many made by a job. */
async function begin(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction,
  caller: SignedIn,
  table: Table,
  begun: Begun,
): Promise<BegunBulkChange> {
  const { item } = table;
  const isLarge = begun.total > BULK_IN_REQUEST_MAX;
  const job = isLarge ? newId() : null;
  const own = { item_id: item.id, made_by: caller.user.id };
  if (job !== null)
    await trx
      .insertInto('job')
      .values({
        id: job,
        hub_id: item.hub_id,
        item_id: item.id,
        task: BULK_CHANGE,
        created_by: caller.user.id,
      })
      .execute();
  const column_ids = columnIds(table, begun.sent);
  await insertBulkChange(trx, { ...begun, ...own, column_ids, job_id: job });
  if (begun.undoes !== null) await setUndoneBy(trx, begun.undoes, begun.id);
  if (job === null) {
    for (let isOver = false; !isOver; ) ({ isOver } = await stepBulkChange(trx, caller, begun.id));
  } else {
    const links = await serializeActiveLinks(trx, caller.links);
    await jobs.add(
      BULK_CHANGE,
      { bulk: begun.id, user: caller.user.id, links },
      // Nor together with a change of a column, or the building of an index.
      { transaction: trx, tenant: hubTenant(item.hub_id), exclusive: item.id },
    );
  }
  const stored = await findBulkChange(trx, begun.id);
  if (!stored) throw new Error('a bulk change that was just made is there');
  return {
    bulk: presentBulkChange(stored),
    items: isLarge ? [] : [item, ...(await linkedItems(trx, caller, table))],
  };
}

const UNDOES = { delete: 'restore', restore: 'delete', set: 'revert', revert: 'revert' } as const;

/** A bulk change of a table. @throws ApiError 404 */
export async function requireBulkChange(
  database: Parameters<typeof findBulkChange>[0],
  itemId: string,
  id: string,
  options: { lock?: boolean } = {},
): Promise<StoredBulkChange> {
  const found = isId(id) ? await findBulkChange(database, id, options) : undefined;
  if (found?.item_id !== itemId) throw notFound('This bulk change');
  return found;
}

/**
 * Undoes a bulk change, as far as it was made, also in columns that are deleted; what others changed since stays. What undoes it
 * is one, too, and can be undone.
 * @throws ApiError 404; 409 while it is being made, and where it is undone already
 */
export function undoBulkChange(
  services: Services,
  caller: SignedIn,
  { id: itemId }: Item,
  bulkId: string,
): Promise<BegunBulkChange> {
  return inTransaction(services, async (trx) => {
    const item = authorizeItem(await requireItemView(trx, caller, itemId), 'item.change');
    const undone = await requireBulkChange(trx, itemId, bulkId, { lock: true });
    if (undone.state === 'running')
      throw conflict('bulk_change_running', 'This change is still being made. Cancel it first.');
    if (undone.undone_by !== null) throw conflict('already_undone', 'This change is undone already.');
    const table = await requireTable(trx, item, 'rows');
    return begin(services, trx, caller, table, {
      ...{ id: newId(), kind: UNDOES[undone.kind], undoes: undone.id, sent: null },
      request: { filter: null, view: null, q: null },
      as_of: new Date().toISOString(),
      total: await countChangedRows(trx, undone.id),
    });
  });
}

/** Ends a bulk change that a job makes: what it changed so far stays, and can be undone. @throws ApiError 409 where it has ended */
export function cancelBulkChange(
  services: Services,
  caller: SignedIn,
  item: Item,
  bulkId: string,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const bulk = await findBulkChange(trx, bulkId, { lock: true });
    if (bulk?.state !== 'running') throw conflict('job_ended', 'This change has ended already.');
    await finishBulkChange(trx, bulk, 'cancelled', 'The change was cancelled.');
    await recordBulkDeletion(trx, caller, bulk.id);
    await afterCommit(trx, async () =>
      services.changeEvents.publish({ about: 'item', hubId: item.hub_id, id: item.id }),
    );
  });
}
