import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { GroupRow } from './group.repo.ts';

type Membership = { group: Pick<GroupRow, 'id' | 'hub_id'>; userId: string };

/** Whether somebody is in a group at this moment, by name or by its rule. */
async function isInGroup(trx: Transaction, { group, userId }: Membership): Promise<boolean> {
  const { rows } = await sql`
    select from group_person where hub_id = ${group.hub_id} and group_id = ${group.id} and user_id = ${userId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Whether a group is granted anything that somebody may not do by themselves. */
async function grantsMore(trx: Transaction, { group, userId }: Membership): Promise<boolean> {
  const { rows } = await sql`
    select from group_grant granted left join space on space.id = granted.space_id left join item on item.id = granted.item_id
      left join form on form.id = granted.form_id
      cross join lateral (select coalesce(space.scope_id, item.scope_id, form.scope_id) as scope_id) as resource
      left join membership me on me.hub_id = ${group.hub_id} and me.user_id = ${userId}
    where granted.group_id = ${group.id} and (${JSON.stringify(ROLE_RANK)}::jsonb ->> granted.role)::int
      > coalesce(${roleOnScope('resource.scope_id', 'me')}, 0)
    limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Changes who is in a group, unless the requester would come in by that and gain what they may not do now: who manages
 * groups does not open private spaces to themselves (docs/permissions.md). The group is locked.
 * @throws ApiError 403 `own_promotion`; nothing is changed
 */
export async function withoutOwnGain<Result>(
  trx: Transaction,
  membership: Membership,
  change: () => Promise<Result>,
): Promise<Result> {
  const wouldGain = !(await isInGroup(trx, membership)) && (await grantsMore(trx, membership));
  const result = await change();
  if (wouldGain && (await isInGroup(trx, membership)))
    throw new ApiError(
      403,
      'own_promotion',
      'This group is granted more than you may do yourself. Ask another admin to add you.',
    );
  return result;
}
