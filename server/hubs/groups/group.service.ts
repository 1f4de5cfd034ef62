import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { changeGroupRequest, createGroupRequest } from '#lib/contract/group.ts';
import { asciiDomain } from '#lib/text/rules.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { deleteRedundantScopes } from '#server/access/policy/redundant-scopes.ts';
import { rewriteScopes } from '#server/access/policy/rewrite-scopes.ts';
import { lockSpaceTreesExclusive } from '#server/access/policy/scope.repo.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import { accountName } from '#server/hubs/members/member.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { conflict, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import {
  deleteGroupMember,
  type GroupRow,
  grantsOfGroup,
  groupById,
  hubMembersAmong,
  insertGroupMembers,
  isGroupNameTaken,
  lockGroup,
  setGroupClaims,
} from './group.repo.ts';
import { withoutOwnGain } from './own-gain.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };
type Managed = Authorized<HubView, 'hub.change_members'>;

/** A group of the hub. @throws ApiError 404. */
export async function requireGroup(
  database: Parameters<typeof groupById>[0],
  hub: { id: string },
  id: string,
): Promise<GroupRow> {
  const group = await groupById(database, hub.id, id);
  if (!group) throw notFound('This group');
  return group;
}

/** A group as it is now and stays until the transaction ends. @throws ApiError 404, also for one that is deleted meanwhile. */
async function requireLockedGroup(trx: Transaction, hub: { id: string }, id: string): Promise<GroupRow> {
  const group = await requireGroup(trx, hub, id);
  await lockGroup(trx, group.id);
  return requireGroup(trx, hub, group.id);
}

async function requireFreeName(
  trx: Transaction,
  at: { hubId: string; name: string; id?: string },
): Promise<void> {
  if (await isGroupNameTaken(trx, at))
    throw conflict('name_taken', 'Another group of this hub has this name.');
}

const asStored = (domains: readonly string[]) => [
  ...new Set(domains.map((domain) => asciiDomain(domain) ?? domain.toLowerCase())),
];

const targetOf = ({ id, name }: Pick<GroupRow, 'id' | 'name'>) => ({ kind: 'group' as const, id, name });

/** Creates a group without members. @throws ApiError 409 for a name that another group of the hub has. */
export function createGroup(
  services: Services,
  caller: SignedIn,
  hub: Managed,
  { name, description = '', join_domains = [], join_claims = [] }: z.output<typeof createGroupRequest>,
): Promise<GroupRow> {
  return inTransaction(services, async (trx) => {
    await requireFreeName(trx, { hubId: hub.id, name });
    const id = newId();
    await trx
      .insertInto('hub_group')
      .values({
        id,
        hub_id: hub.id,
        name,
        description,
        join_domains: asStored(join_domains),
        created_by: caller.user.id,
      })
      .execute();
    await setGroupClaims(trx, id, join_claims);
    await recordAuditEvent(trx, caller, {
      hubId: hub.id,
      action: 'group.created',
      target: targetOf({ id, name }),
    });
    return requireGroup(trx, hub, id);
  });
}

const CHANGES = ['name', 'description', 'join_domains', 'join_claims', 'members_count'] as const;

/** What is different, as the audit log has it. A domain or a claim may let many people in: their number is in it, too. */
function changesOf(before: GroupRow, after: GroupRow): Record<string, { from: unknown; to: unknown }> {
  const changed = CHANGES.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

/** Changes what is given of a group. @throws ApiError 404, 409 for a taken name, 403 as {@link withoutOwnGain}. */
export function changeGroup(
  services: Services,
  caller: SignedIn,
  hub: Managed,
  id: string,
  { name, description, join_domains, join_claims }: z.output<typeof changeGroupRequest>,
): Promise<GroupRow> {
  return inTransaction(services, async (trx) => {
    const group = await requireLockedGroup(trx, hub, id);
    const { id: groupId } = group;
    if (name !== undefined) await requireFreeName(trx, { hubId: hub.id, name, id: groupId });
    await withoutOwnGain(trx, { group, userId: caller.user.id }, async () => {
      if (join_claims !== undefined) await setGroupClaims(trx, groupId, join_claims);
      await trx
        .updateTable('hub_group')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(join_domains === undefined ? {} : { join_domains: asStored(join_domains) }),
          updated_at: new Date(),
        })
        .where('id', '=', groupId)
        .execute();
    });
    const changed = await requireGroup(trx, hub, groupId);
    await recordAuditEvent(trx, caller, {
      hubId: hub.id,
      action: 'group.changed',
      target: targetOf(changed),
      details: changesOf(group, changed),
    });
    return changed;
  });
}

/** Deletes a group with all that it is granted, at once. @throws ApiError 404. */
export async function deleteGroup(
  services: Services,
  caller: SignedIn,
  hub: Managed,
  id: string,
): Promise<void> {
  while (!(await deletedGroup(services, caller, hub, id)));
}

/** @returns false where it was granted something else meanwhile: then nothing is done yet */
function deletedGroup(services: Services, caller: SignedIn, hub: Managed, id: string): Promise<boolean> {
  return inTransaction(services, async (trx) => {
    const { id: groupId } = await requireGroup(trx, hub, id);
    const { lock: known } = await grantsOfGroup(trx, groupId);
    await lockSpaceTreesExclusive(trx, known);
    const group = await requireLockedGroup(trx, hub, groupId);
    const { space_ids: spaces, resource_ids: resourceIds, lock } = await grantsOfGroup(trx, group.id);
    // A grant in another space that was made meanwhile: that space's lock must come before the group's.
    if (lock.some((space) => !known.includes(space))) return false;
    await sql`delete from hub_group where id = ${group.id}`.execute(trx);
    const { rows } = await sql<{ scope_id: string }>`
      select scope_id from space where id = any(${spaces}::uuid[])`.execute(trx);
    const changed = await deleteRedundantScopes(trx, resourceIds);
    await rewriteScopes(trx, [...rows.map(({ scope_id }) => scope_id), ...changed]);
    await recordAuditEvent(trx, caller, {
      hubId: hub.id,
      action: 'group.deleted',
      target: targetOf(group),
      details: { grants: group.grants_count, members: group.members_count },
    });
    return true;
  });
}

/** Adds people of the hub to a group, at once. @throws ApiError 404, 403 as {@link withoutOwnGain}, 422 for somebody outside the hub. */
export function addGroupMembers(
  services: Services,
  caller: SignedIn,
  hub: Managed,
  { id, userIds }: { id: string; userIds: readonly string[] },
): Promise<GroupRow> {
  return inTransaction(services, async (trx) => {
    const group = await requireLockedGroup(trx, hub, id);
    const known = await hubMembersAmong(trx, hub.id, userIds);
    const unknown = userIds.findIndex((userId) => !known.has(userId.toLowerCase()));
    if (unknown >= 0) throw invalid({ [`[${unknown}].user_id`]: ['Nobody of this hub is called so.'] });
    const added = await withoutOwnGain(trx, { group, userId: caller.user.id }, () =>
      insertGroupMembers(trx, group, { userIds, addedBy: caller.user.id }),
    );
    for (const userId of added) {
      await recordAuditEvent(trx, caller, {
        hubId: hub.id,
        action: 'group.member_added',
        target: targetOf(group),
        details: { user_id: userId },
      });
    }
    return requireGroup(trx, hub, group.id);
  });
}

/**
 * Removes somebody from a group, at once. @throws ApiError 404 for no such member, 409 for one who is in it by
 * its rule.
 */
export async function removeGroupMember(
  services: Services,
  caller: SignedIn,
  hub: Managed,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const group = await requireLockedGroup(trx, hub, id);
    if (!(await deleteGroupMember(trx, group.id, userId))) {
      const { rows } = await sql`
        select from group_person where group_id = ${group.id} and user_id = ${userId}`.execute(trx);
      if (rows.length === 0) throw notFound('This person');
      if (group.join_claims.length === 0)
        throw conflict('by_mail_domain', 'They are in this group by their mail domain. Change its domains.');
      throw conflict('by_rule', 'They are in this group by its rule. Change its mail domains or claims.');
    }
    await recordAuditEvent(trx, caller, {
      hubId: hub.id,
      action: 'group.member_removed',
      target: targetOf(group),
      details: { user_id: userId, person: await accountName(trx, userId) },
    });
  });
}
