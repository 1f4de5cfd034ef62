import type { HubRole } from '#lib/access/roles.ts';
import { type AuditActor, recordAuditEvent } from '#server/access/audit/record.ts';
import { deleteRedundantScopes } from '#server/access/policy/redundant-scopes.ts';
import { rewriteScopes } from '#server/access/policy/rewrite-scopes.ts';
import { lockSpaceTreesExclusive } from '#server/access/policy/scope.repo.ts';
import { rewriteMemberEntries } from '#server/access/policy/scope-entries.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { accountName, clearActiveHub } from './member.repo.ts';
import {
  deleteFormGrants,
  deleteInvitesOfMember,
  deleteItemGrants,
  deleteMembership,
  deleteSpaceMemberships,
  insertRemovedMember,
  revokeLinksOfMember,
  soleOwnedSpaces,
  spacesReferencingMember,
} from './member-removal.repo.ts';

type Ending = { hubId: string; userId: string; role: HubRole; how: 'left' | 'removed' };

/**
 * Ends a membership and everything that depends on it: grants, share links, invites. What the user created
 * stays. Private spaces that have no owner now keep their other members; an owner of the hub can take them
 * over. The hub's members must be locked (`lockMembersExclusive`), and another owner must exist.
 * @returns how many private spaces have no owner now.
 */
export async function removeMembership(
  trx: Transaction,
  actor: AuditActor,
  { hubId, userId, role, how }: Ending,
): Promise<number> {
  await lockSpaceTreesExclusive(trx, await spacesReferencingMember(trx, hubId, userId));
  const ownerless = await soleOwnedSpaces(trx, hubId, userId);
  const name = await accountName(trx, userId);
  const scopes = await deleteSpaceMemberships(trx, hubId, userId);
  const granted = await deleteItemGrants(trx, hubId, userId);
  const forms = await deleteFormGrants(trx, hubId, userId);
  const linked = await revokeLinksOfMember(trx, hubId, userId);
  const invitations = await deleteInvitesOfMember(trx, hubId, userId);
  await deleteMembership(trx, hubId, userId);
  if (how === 'removed') await insertRemovedMember(trx, hubId, userId);
  await clearActiveHub(trx, hubId, userId);
  const changed = await deleteRedundantScopes(trx, [
    ...granted,
    ...linked.filter((id) => id !== null),
    ...forms,
  ]);
  await rewriteMemberEntries(trx, { userId, scopeIds: scopes });
  await rewriteScopes(trx, changed);
  await recordAuditEvent(trx, actor, {
    hubId,
    action: how === 'left' ? 'member.left' : 'member.removed',
    target: { kind: 'member', id: userId, name },
    details: {
      role,
      spaces: scopes.length,
      items: granted.length,
      share_links: linked.length,
      invitations,
      spaces_without_owner: ownerless.length,
    },
  });
  // Only users who may see the space get its name; the entry above gives everybody else the number.
  for (const space of ownerless) {
    await recordAuditEvent(trx, actor, {
      hubId,
      action: 'space.member_removed',
      target: { kind: 'space', id: space.id, name: space.name },
      scopeId: space.scope_id,
      details: { user_id: userId, role: 'owner', without_owner: true },
    });
  }
  return ownerless.length;
}
