import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { DeletedHub } from '#lib/contract/hub-lifecycle.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { requireCurrentPassword } from '#server/access/identity/password-verification.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { type HubView, hubById } from '#server/hubs/hub/hub.repo.ts';
import { lockMembersExclusive } from '#server/hubs/members/member.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/** Days in which an owner can restore a deleted hub. */
export const HUB_TRASH_DAYS = 30;

/**
 * Deletes a hub: nobody can access anything in it any more, and after `HUB_TRASH_DAYS` it is purged.
 * @throws ApiError 422 for a wrong password, 429.
 */
export async function deleteHub(
  services: Services,
  request: FastifyRequest,
  caller: SignedIn,
  hub: Authorized<HubView, 'hub.delete'>,
  password: string,
): Promise<DeletedHub> {
  await requireCurrentPassword(services, request, { userId: caller.user.id, password, field: 'password' });
  return inTransaction(services, async (trx) => {
    if (!(await lockMembersExclusive(trx, hub.id))) throw notFound('This hub');
    // The caller's role may have changed while the password was checked.
    authorizeHub(await hubById(trx, hub.id, caller.user), 'hub.delete');
    await recordAuditEvent(trx, caller, { hubId: hub.id, action: 'hub.deleted', target: targetOf(hub) });
    await trx
      .updateTable('hub')
      .set({ deleted_at: sql`now()`, deleted_by: caller.user.id })
      .where('id', '=', hub.id)
      .execute();
    await trx
      .updateTable('app_user')
      .set({ active_hub_id: null })
      .where('active_hub_id', '=', hub.id)
      .execute();
    const [deleted] = await restorableHubs(trx, caller.user.id, hub.handle);
    if (!deleted) throw new Error('a deleted hub that its owner can not take back');
    return deleted;
  });
}

/**
 * Restores a deleted hub, with everything in it and everybody's role.
 * @throws ApiError 404 where the caller owns no such hub, or its time is over.
 */
export function restoreHub(services: Services, caller: SignedIn, handle: string): Promise<HubView> {
  return inTransaction(services, async (trx) => {
    const [deleted] = await restorableHubs(trx, caller.user.id, handle);
    if (!deleted) throw notFound('This hub');
    const { numUpdatedRows } = await trx
      .updateTable('hub')
      .set({ deleted_at: null, deleted_by: null })
      .where('id', '=', deleted.id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    const hub = await hubById(trx, deleted.id, caller.user);
    if (!hub) throw notFound('This hub');
    // Two owners at the same time: only one of them restored it.
    if (numUpdatedRows === 1n) {
      await recordAuditEvent(trx, caller, { hubId: hub.id, action: 'hub.restored', target: targetOf(hub) });
    }
    return hub;
  });
}

const targetOf = (hub: HubView) => ({ kind: 'hub', id: hub.id, name: hub.name }) as const;

type DeletedRow = {
  id: string;
  name: string;
  handle: string;
  deleted_at: Date;
  deleted_by: string | null;
  deleter: string;
  until: Date;
};

/** Deleted hubs that this user owns and can still restore, the one with the least time left first. */
export async function restorableHubs(
  database: Database | Transaction,
  userId: string,
  handle?: string,
): Promise<DeletedHub[]> {
  const { rows } = await sql<DeletedRow>`
    select hub.id, hub.name, hub.handle, hub.deleted_at, hub.deleted_by,
      coalesce(trim(deleter.first_name || ' ' || deleter.last_name), '') as deleter,
      hub.deleted_at + ${HUB_TRASH_DAYS} * interval '1 day' as until
    from membership
      join hub on hub.id = membership.hub_id
      left join app_user deleter on deleter.id = hub.deleted_by
    where membership.user_id = ${userId} and membership.role = 'owner' and membership.suspended_at is null
      and hub.deleted_at > now() - ${HUB_TRASH_DAYS} * interval '1 day'
      and (${handle ?? null}::text is null or lower(hub.handle) = lower(${handle ?? null}))
    order by hub.deleted_at, hub.id`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    domain_handle: row.handle,
    deleted_at: row.deleted_at.toISOString(),
    deleted_by: row.deleted_by ? { id: row.deleted_by, name: row.deleter } : null,
    restorable_until: row.until.toISOString(),
  }));
}
