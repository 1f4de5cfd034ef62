import { sql } from 'kysely';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import { inTransaction } from '#server/api/route.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { ItemView } from './item.repo.ts';
import { requireItemView, type SignedIn } from './item.service.ts';

/** The most items that are archived, or taken back, in one request: it is one transaction. */
export const ITEMS_ARCHIVED_MAX = 20_000;

const below = (id: string) => sql`with recursive below as (
  select id from item where id = ${id}
  union select item.id from item join below on item.parent_id = below.id)`;

/** @throws ApiError 422 for a folder with more than can be archived in one request */
async function refuseTooMuch(trx: Transaction, id: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`${below(id)}
    select count(*)::int as count from (select from below limit ${ITEMS_ARCHIVED_MAX + 1}) as counted`.execute(
    trx,
  );
  if ((rows[0]?.count ?? 0) > ITEMS_ARCHIVED_MAX) {
    throw new ApiError(
      422,
      'too_many_items',
      `A folder with more than ${ITEMS_ARCHIVED_MAX.toLocaleString('en')} items can not be archived at once. Archive the folders in it one after the other.`,
    );
  }
}

async function record(
  trx: Transaction,
  caller: SignedIn,
  item: ItemView,
  action: 'item.archived' | 'item.unarchived',
): Promise<void> {
  await recordAuditEvent(trx, caller, {
    hubId: item.hub_id,
    action,
    target: { kind: 'item', id: item.id, name: item.title },
    scopeId: item.scope_id,
  });
}

/**
 * Archives an item, a folder with all in it: from now on it can only be read, and lists and searches leave it
 * out. What is archived already stays as it is.
 * @throws ApiError 422 for a folder with too many items
 */
export function archiveItem(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<ItemView, 'item.archive'>,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    // Nothing may be put into a folder meanwhile.
    await lockSpaceTreeExclusive(trx, space_id);
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.archive');
    if (item.archived_at) return item;
    await refuseTooMuch(trx, id);
    await sql`${below(id)} update item set archived_at = now(), revision = item.revision + 1
      from below where item.id = below.id and item.archived_at is null`.execute(trx);
    await record(trx, caller, item, 'item.archived');
    return requireItemView(trx, caller, id);
  });
}

/**
 * Takes an item out of the archive, with what was archived together with it.
 * @throws ApiError 409 for what lies in an archived folder
 */
export function unarchiveItem(
  services: Services,
  caller: SignedIn,
  { id, space_id }: Authorized<ItemView, 'item.archive'>,
): Promise<ItemView> {
  return inTransaction(services, async (trx) => {
    await lockSpaceTreeExclusive(trx, space_id);
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.archive');
    if (!item.archived_at) return item;
    const { rows } = await sql`select from item folder
      where folder.id = ${item.parent_id} and folder.archived_at is not null`.execute(trx);
    if (rows.length > 0) {
      throw conflict('folder_archived', 'Its folder is archived. Take the folder back instead.');
    }
    await refuseTooMuch(trx, id);
    await sql`${below(id)}, aside as (select archived_at from item where id = ${id})
      update item set archived_at = null, revision = item.revision + 1
      from below, aside where item.id = below.id and item.archived_at = aside.archived_at`.execute(trx);
    await record(trx, caller, item, 'item.unarchived');
    return requireItemView(trx, caller, id);
  });
}
