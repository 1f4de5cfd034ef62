import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type changeViewRequest,
  type createViewRequest,
  VIEWS_MAX,
  type View,
} from '#lib/contract/table-views.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { NOTHING } from '#lib/fields/resolve-condition.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { requireRevision } from '#server/api/if-match.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { withReadableSources } from '../lists/readable-sources.ts';
import { findKnownTable, requireTable, type Table } from '../table/table.ts';
import type { TableItem } from '../table/table-state.ts';
import { comparedBy } from './outsider-views.ts';
import {
  hasUnreadableFilter,
  presentOneTo,
  presentTo,
  presentView,
  type StoredView,
} from './present-view.ts';
import { checkedSettings } from './view-settings.ts';

type CreateView = z.output<typeof createViewRequest>;
type ChangeView = z.output<typeof changeViewRequest>;

/** Views that somebody sees: the shared ones, and their own. */
const seenBy = ({ user }: Caller) =>
  user ? sql`(owner_id is null or owner_id = ${user.id})` : sql`owner_id is null`;

const COLUMNS = sql.raw('id, name, type, owner_id, position, revision, settings');

async function storedViews(
  database: Database | Transaction,
  caller: Caller,
  itemId: string,
): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`select ${COLUMNS} from table_view
    where item_id = ${itemId} and ${seenBy(caller)} order by position, id`.execute(database);
  return rows;
}

/** The views of a table that the caller sees, in their order. */
export async function listViews(services: Services, caller: Caller, item: TableItem): Promise<View[]> {
  const table = await findKnownTable(services.database, item);
  if (!table) throw notFound('This table');
  const stored = await storedViews(services.database, caller, item.id);
  return presentTo({ database: services.database, caller, reader: item }, table, stored);
}

/**
 * The views of a table that all of its readers see, in their order.
 * @param unread ids of columns that are stored without what they show
 */
export async function sharedViews(
  database: Database | Transaction,
  table: Table,
  unread: ReadonlySet<string>,
): Promise<View[]> {
  const { rows } = await sql<StoredView>`select ${COLUMNS} from table_view
    where item_id = ${table.item.id} and owner_id is null order by position, id`.execute(database);
  return rows.flatMap((one) => (hasUnreadableFilter(table, one) ? [] : [presentView(table, one, unread)]));
}

/** A view of a table, regardless of who saved it; undefined where it is not there. */
export async function storedView(
  database: Database | Transaction,
  itemId: string,
  id: string,
): Promise<StoredView | undefined> {
  const { rows } = await sql<StoredView>`select ${COLUMNS} from table_view
    where item_id = ${itemId} and id = ${id}::uuid`.execute(database);
  return rows[0];
}

/** @throws ApiError 404 for a view that is not there, or is somebody else's */
export async function requireView(
  database: Database | Transaction,
  caller: Caller,
  itemId: string,
  id: string,
): Promise<StoredView> {
  const { rows } = await sql<StoredView>`select ${COLUMNS} from table_view
    where item_id = ${itemId} and id = ${isId(id) ? id : null}::uuid and ${seenBy(caller)}`.execute(database);
  const [stored] = rows;
  if (!stored) throw notFound('This view');
  return stored;
}

type Readable = Authorized<ItemView, 'item.download'>;

/** Shared views are for those who may change the table; a personal one is for anybody who reads it. */
const authorizeViewChange = (item: ItemView, personal: boolean) =>
  authorizeItem(item, personal ? 'item.download' : 'item.change');

/** Creates a view. @throws ApiError 403 for a shared one where the caller only reads the table, 422 */
export function createView(
  services: Services,
  caller: SignedIn,
  { id: itemId }: Readable,
  input: CreateView,
): Promise<View> {
  return inTransaction(services, async (trx) => {
    const item = authorizeViewChange(await requireItemView(trx, caller, itemId), input.personal);
    const table = await requireTable(trx, item, 'rows');
    const views = await storedViews(trx, caller, itemId);
    if (views.length >= VIEWS_MAX) throw invalid({ name: [`A table has ${VIEWS_MAX} views at most`] });
    const stored = await insertView(
      trx,
      caller,
      table,
      input,
      (views.at(-1)?.position ?? 0) + 1,
      await withReadableSources(trx, caller, comparedBy(table, item)),
    );
    return presentOneTo({ database: trx, caller, reader: item }, table, stored);
  });
}

/** Stores a view of a table that its maker may change. @throws ApiError 422 for what does not fit its columns */
export async function insertView(
  trx: Transaction,
  caller: SignedIn,
  table: Table,
  input: CreateView,
  position: number,
  shown: Table = table,
  id = newId(),
): Promise<StoredView> {
  const stored: StoredView = {
    id,
    name: input.name,
    type: input.type,
    owner_id: input.personal ? caller.user.id : null,
    position,
    revision: 1,
    settings: checkedSettings(table, shown, input.type, input),
  };
  const { settings, revision: _, ...own } = stored;
  await trx
    .insertInto('table_view')
    .values({ ...own, item_id: table.item.id, settings: JSON.stringify(settings) })
    .execute();
  return stored;
}

/** Changes a view. @throws ApiError 404, 409 for a stale revision with the view as it is, 422 */
export function changeView(
  services: Services,
  caller: SignedIn,
  { id: itemId }: Readable,
  viewId: string,
  input: ChangeView,
  expected: number | null,
): Promise<View> {
  return inTransaction(services, async (trx) => {
    const view = await requireItemView(trx, caller, itemId);
    const table = await requireTable(trx, authorizeItem(view, 'item.download'), 'rows');
    const before = await requireView(trx, caller, itemId, viewId);
    const personal = input.personal ?? before.owner_id !== null;
    authorizeViewChange(view, personal && before.owner_id !== null);
    if (personal && before.owner_id === null)
      throw invalid({ personal: ['Others use this view. Save another one to have it for yourself'] });
    const by = { database: trx, caller, reader: view };
    const presented = await presentOneTo(by, table, before);
    await requireRevision(expected, before.revision, () => presented);
    const stored: StoredView = {
      ...before,
      name: input.name ?? before.name,
      type: input.type ?? before.type,
      owner_id: personal ? caller.user.id : null,
      revision: before.revision + 1,
      settings: checkedSettings(
        table,
        await withReadableSources(trx, caller, comparedBy(table, view)),
        input.type ?? before.type,
        input,
        { before: before.settings, presented },
      ),
    };
    const { id, name, type, owner_id, revision, settings } = stored;
    await trx
      .updateTable('table_view')
      .set({ name, type, owner_id, revision, settings: JSON.stringify(settings) })
      .where('id', '=', id)
      .execute();
    if (input.before !== undefined) await moveView(trx, caller, itemId, id, input.before);
    return presentOneTo(by, table, stored);
  });
}

/** Between the positions of views that are numbered again. */
const GAP = 1_024;

/** A position between those of two views; null where there is none. */
function positionBetween(above: number | undefined, below: number | undefined): number | null {
  if (above === undefined) return (below ?? 0) - 1;
  if (below === undefined) return above + 1;
  return below - above > 1 ? Math.floor((above + below) / 2) : null;
}

/** Makes room between the views of a table, also those of others, in the order that they have. */
async function spreadViews(trx: Transaction, itemId: string): Promise<void> {
  await sql`update table_view set position = spread.n * ${sql.lit(GAP)}
    from (select id, row_number() over (order by position, id) as n from table_view where item_id = ${itemId}) spread
    where table_view.id = spread.id`.execute(trx);
}

/** Moves a view before another, or to the end; the others keep their order for everybody. */
async function moveView(
  trx: Transaction,
  caller: Caller,
  itemId: string,
  id: string,
  before: string | null,
): Promise<void> {
  const placeOf = async () => {
    const others = (await storedViews(trx, caller, itemId)).filter((one) => one.id !== id);
    const at = before === null ? others.length : others.findIndex((one) => one.id === before);
    if (at < 0) throw invalid({ before: ['There is no such view'] });
    return positionBetween(others[at - 1]?.position, others[at]?.position);
  };
  let position = await placeOf();
  if (position === null) {
    await spreadViews(trx, itemId);
    position = await placeOf();
  }
  if (position === null) throw new Error('there is room between views that were spread');
  await trx.updateTable('table_view').set({ position }).where('id', '=', id).execute();
}

/** Deletes a view; the rows stay. */
export function deleteView(
  services: Services,
  caller: SignedIn,
  { id: itemId }: Readable,
  viewId: string,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const item = await requireItemView(trx, caller, itemId);
    const stored = await requireView(trx, caller, itemId, viewId);
    authorizeViewChange(item, stored.owner_id !== null);
    await trx.deleteFrom('table_view').where('id', '=', stored.id).execute();
  });
}

/**
 * A view that the caller sees, under the current columns of its table; null for any other, and for one whose filter
 * can't be applied any more.
 */
export async function viewOfCaller(
  database: Database,
  caller: Caller,
  table: Table,
  id: string,
): Promise<View | null> {
  const found = (await storedViews(database, caller, table.item.id)).find((one) => one.id === id);
  return found && !hasUnreadableFilter(table, found) ? presentView(table, found) : null;
}

/**
 * The filter and order of a view, for a list of its rows; one whose filter can't be applied any more has none.
 * @param shown the columns that a reader learns the order by: a cursor contains their values
 */
export async function viewOfRows(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
  id: string,
  shown: Table = table,
): Promise<{ filter: RowCondition | null; sort: string | undefined }> {
  const stored = await requireView(database, caller, table.item.id, id);
  const { filter, sort: all } = presentView(table, stored);
  const ids = new Set(shown.fields.map((field) => field.id));
  const sort = all.filter((one) => ids.has(one.replace(/^-/, '')));
  return {
    // Without its filter, a view would show rows that were never meant to be in it.
    filter: hasUnreadableFilter(table, stored) ? NOTHING : filter,
    sort: sort.length > 0 ? sort.join(',') : undefined,
  };
}
