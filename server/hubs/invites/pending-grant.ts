import { sql } from 'kysely';
import { type ItemRole, ROLE_RANK } from '#lib/access/roles.ts';
import type { InviteOutcome } from '#lib/contract/invite.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { type AuditActor, recordAuditEvent } from '#server/access/audit/record.ts';
import type { ScopeSubject } from '#server/access/policy/assign-scopes.ts';
import { roleOnScope } from '#server/access/policy/role-on-scope.ts';
import {
  assignFormScope,
  assignItemScope,
  grantResourceRole,
  lockSpaceTreeExclusive,
} from '#server/access/policy/scope.repo.ts';
import { rewriteMemberEntries } from '#server/access/policy/scope-entries.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { deleteInvite, insertResourceInvite } from '#server/hubs/hub/invite.repo.ts';
import { memberByAddress, UNNAMED_MEMBER } from '#server/hubs/members/member.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/services.ts';
import { countInviteMail, deliverInvite } from './deliver-invite.ts';

/** A resource, and the role in it that an invite grants. */
export type ResourceGrant = { kind: 'space' | 'item' | 'form'; id: string; role: ItemRole };

type Inviter = Caller & { user: NonNullable<Caller['user']> };

/**
 * Invites an address that is no member of the hub to a single space, item or form: into the hub as a guest,
 * with a grant that is applied when the invite is accepted. The caller of this function must have checked
 * that the inviter may share the resource in this role; it is checked again at acceptance.
 *
 * Each inviter has one invite per address, whatever the number of resources, separate from those of other
 * inviters: its link grants only what its inviter may grant.
 *
 * @returns `member` for an address that belongs to the hub already (grant it directly: `memberByAddress`),
 * `refused`
 *   with its reason, else `invited`, with the link to hand over where no mail is sent.
 * @throws ApiError 429 where the hub has reached its limit of invitations.
 */
export async function inviteToResource(
  trx: Transaction,
  services: Services,
  inviter: Inviter,
  { hubId, email, grant }: { hubId: string; email: string; grant: ResourceGrant },
): Promise<InviteOutcome> {
  const refused = (message: string): InviteOutcome => ({ id: null, email, status: 'refused', message });
  const problem = emailProblem(email);
  if (problem) return refused(problem);
  if (await memberByAddress(trx, hubId, email)) return { id: null, email, status: 'member' };
  if (!(await mayBringGuests(trx, hubId, inviter.user.id))) {
    return refused('Guests can not bring new people into the hub; ask one of its members');
  }
  const barred = await countInviteMail(trx, services, hubId);
  if (barred) throw barred;
  const inviterId = inviter.user.id;
  const made = await insertResourceInvite(trx, { hubId, email, invitedBy: inviterId });
  const { id } = made;
  await sql`insert into pending_grant (invite_id, ${sql.ref(`${grant.kind}_id`)}, role)
    values (${id}, ${grant.id}, ${grant.role})
    on conflict (invite_id, coalesce(space_id, item_id, form_id)) do update set role = excluded.role`.execute(
    trx,
  );
  await recordAuditEvent(trx, inviter, {
    hubId,
    action: 'member.invited',
    target: { kind: 'invite', id, name: email },
    scopeId: await scopeOf(trx, grant),
    details: { role: 'guest', to: grant.kind, thing: grant.id, thing_role: grant.role },
  });
  const sent = await deliverInvite(trx, services, { ...made, hubId, email, inviterId });
  return { id, email, status: 'invited', ...sent };
}

/** Only members can bring people into the hub, guests can't. */
async function mayBringGuests(trx: Transaction, hubId: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('membership')
    .select('role')
    .where('hub_id', '=', hubId)
    .where('user_id', '=', userId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && row.role !== 'guest';
}

async function scopeOf(trx: Transaction, { kind, id }: ResourceGrant): Promise<string | undefined> {
  const row = await trx.selectFrom(kind).select('scope_id').where('id', '=', id).executeTakeFirst();
  return row?.scope_id;
}

/** A user who was invited to a resource and has not answered. */
export type PendingGrant = {
  invite_id: string;
  email: string;
  role: ItemRole;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
};

/** The open invites to a resource, newest first; for users who may see its members. */
export async function pendingGrantsOn(
  database: Database | Transaction,
  resource: Pick<ResourceGrant, 'kind' | 'id'>,
): Promise<PendingGrant[]> {
  const { rows } = await sql<PendingGrant>`
    select invite.id as invite_id, invite.email, pending.role,
      coalesce(nullif(trim(inviter.first_name || ' ' || inviter.last_name), ''), ${UNNAMED_MEMBER}) as invited_by,
      invite.created_at, invite.expires_at
    from pending_grant pending
      join invite on invite.id = pending.invite_id and invite.ended_at is null and invite.expires_at > now()
      join app_user inviter on inviter.id = invite.invited_by
    where ${sql.ref(`pending.${resource.kind}_id`)} = ${resource.id}
    order by invite.created_at desc, invite.id desc`.execute(database);
  return rows;
}

/**
 * Removes a resource from an invite, which is revoked when none is left; recorded as a withdrawn invitation.
 * @returns false where the invite does not grant this resource (any more).
 */
export async function revokePendingGrant(
  trx: Transaction,
  actor: AuditActor,
  {
    hubId,
    inviteId,
    resource,
  }: { hubId: string; inviteId: string; resource: Pick<ResourceGrant, 'kind' | 'id'> },
): Promise<boolean> {
  const { rows } = await sql<{ email: string; role: ItemRole }>`
    delete from pending_grant pending using invite
    where pending.invite_id = ${inviteId} and ${sql.ref(`pending.${resource.kind}_id`)} = ${resource.id}
      and invite.id = pending.invite_id and invite.hub_id = ${hubId} and invite.ended_at is null
    returning invite.email, pending.role`.execute(trx);
  const [taken] = rows;
  if (!taken) return false;
  const left = await trx
    .selectFrom('pending_grant')
    .select('invite_id')
    .where('invite_id', '=', inviteId)
    .executeTakeFirst();
  if (!left) await deleteInvite(trx, hubId, inviteId);
  await recordAuditEvent(trx, actor, {
    hubId,
    action: 'member.invite_withdrawn',
    target: { kind: 'invite', id: inviteId, name: taken.email },
    scopeId: await scopeOf(trx, { ...resource, role: taken.role }),
    details: { to: resource.kind, thing: resource.id, thing_role: taken.role },
  });
  return true;
}

type Deliverable = ScopeSubject & { scope_id: string; name: string; role: ItemRole; rank: number | null };

/**
 * Locks the spaces of what invites grant, in lock order; to be called before the invites themselves are
 * locked.
 */
export async function lockGrantedSpaceTrees(trx: Transaction, inviteIds: readonly string[]): Promise<void> {
  const { rows: spaces } = await sql<{ id: string }>`
    select distinct coalesce(pending.space_id, item.space_id, form.space_id) as id
    from pending_grant pending
      left join item on item.id = pending.item_id
      left join form on form.id = pending.form_id
    where pending.invite_id = any(${inviteIds}::uuid[]) order by id`.execute(trx);
  for (const space of spaces) await lockSpaceTreeExclusive(trx, space.id);
}

/**
 * Gives a new guest (or member) what the invite grants. Resources that the inviter may not share any more, or
 * that were deleted, are left out. The spaces must have been locked (`lockGrantedSpaceTrees`) before the
 * invite.
 */
export async function applyPendingGrants(
  trx: Transaction,
  actor: AuditActor,
  { inviteId, userId }: { inviteId: string; userId: string },
): Promise<void> {
  // Includes a resource that was added to the invite after the first lock.
  await lockGrantedSpaceTrees(trx, [inviteId]);
  const invitation = { inviteId, userId };
  for (const space of await spacesIn(trx, inviteId)) {
    if (mayStillGive(space)) await grantSpace(trx, actor, space, invitation);
  }
  for (const id of await itemIdsIn(trx, inviteId)) {
    // Loaded one by one: granting a folder moves its contents to another scope.
    const item = await itemIn(trx, inviteId, id);
    if (item && mayStillGive(item)) await grantResource(trx, actor, { kind: 'item', ...item }, invitation);
  }
  for (const form of await formsIn(trx, inviteId)) {
    if (mayStillGive(form)) await grantResource(trx, actor, { kind: 'form', ...form }, invitation);
  }
}

/** An editor may share, up to their own role (docs/permissions.md). */
function mayStillGive({ rank, role }: Pick<Deliverable, 'rank' | 'role'>): boolean {
  return (rank ?? 0) >= Math.max(ROLE_RANK.editor, ROLE_RANK[role]);
}

async function spacesIn(trx: Transaction, inviteId: string): Promise<Deliverable[]> {
  const { rows } = await sql<Deliverable>`
    select space.id, space.hub_id, space.id as space_id, space.scope_id, null as parent_id, space.visibility,
      space.name, pending.role, ${roleOnScope('space.scope_id', 'by')} as rank
    from pending_grant pending
      join invite on invite.id = pending.invite_id
      join space on space.id = pending.space_id and space.hub_id = invite.hub_id and space.deleted_at is null
      join membership by on by.hub_id = invite.hub_id and by.user_id = invite.invited_by
    where pending.invite_id = ${inviteId}`.execute(trx);
  return rows;
}

async function itemIdsIn(trx: Transaction, inviteId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item_id as id from pending_grant
    where invite_id = ${inviteId} and item_id is not null order by item_id`.execute(trx);
  return rows.map((row) => row.id);
}

async function itemIn(trx: Transaction, inviteId: string, id: string): Promise<Deliverable | undefined> {
  const { rows } = await sql<Deliverable>`
    select item.id, item.hub_id, item.space_id, item.scope_id, item.parent_id, item.visibility,
      item.title as name, pending.role, ${roleOnScope('item.scope_id', 'by')} as rank
    from pending_grant pending
      join invite on invite.id = pending.invite_id
      join item on item.id = pending.item_id and item.hub_id = invite.hub_id and item.trashed_at is null
      join space on space.id = item.space_id and space.deleted_at is null
      join membership by on by.hub_id = invite.hub_id and by.user_id = invite.invited_by
    where pending.invite_id = ${inviteId} and item.id = ${id}`.execute(trx);
  return rows[0];
}

async function formsIn(trx: Transaction, inviteId: string): Promise<Deliverable[]> {
  const { rows } = await sql<Deliverable>`
    select form.id, form.hub_id, form.space_id, form.scope_id, null as parent_id, form.visibility,
      form.title as name, pending.role, ${roleOnScope('form.scope_id', 'by')} as rank
    from pending_grant pending
      join invite on invite.id = pending.invite_id
      join form on form.id = pending.form_id and form.hub_id = invite.hub_id and form.trashed_at is null
      join space on space.id = form.space_id and space.deleted_at is null
      join membership by on by.hub_id = invite.hub_id and by.user_id = invite.invited_by
    where pending.invite_id = ${inviteId} order by form.id`.execute(trx);
  return rows;
}

type Invitation = { inviteId: string; userId: string };

async function grantSpace(
  trx: Transaction,
  actor: AuditActor,
  space: Deliverable,
  { inviteId, userId }: Invitation,
): Promise<void> {
  // Existing members of the space keep a stronger role.
  await sql`
    insert into space_member as present (space_id, user_id, role, added_by, reason)
    select ${space.id}, ${userId}, ${space.role}, invited_by, 'invited' from invite where id = ${inviteId}
    on conflict (space_id, user_id) do update set role = excluded.role
    where array_position(array['viewer','commenter','editor','owner'], present.role)
      < array_position(array['viewer','commenter','editor','owner'], excluded.role)`.execute(trx);
  await rewriteMemberEntries(trx, { userId, scopeIds: [space.scope_id] });
  await recordAuditEvent(trx, actor, {
    hubId: space.hub_id,
    action: 'space.member_added',
    target: { kind: 'space', id: space.id, name: space.name },
    scopeId: space.scope_id,
    details: { user_id: userId, role: space.role, invite_id: inviteId },
  });
}

async function inviterOf(trx: Transaction, inviteId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('invite')
    .select('invited_by')
    .where('id', '=', inviteId)
    .executeTakeFirst();
  return row?.invited_by ?? null;
}

async function grantResource(
  trx: Transaction,
  actor: AuditActor,
  resource: Deliverable & { kind: 'item' | 'form' },
  { inviteId, userId }: Invitation,
): Promise<void> {
  const { kind, id, role } = resource;
  const { rows } = await sql<{ role: ItemRole }>`
    select role from ${sql.table(`${kind}_grant`)}
    where ${sql.ref(`${kind}_id`)} = ${id} and user_id = ${userId}`.execute(trx);
  const present = rows[0]?.role;
  if (present && ROLE_RANK[present] >= ROLE_RANK[role]) return;
  await grantResourceRole(trx, { kind, id }, { userId, role, addedBy: await inviterOf(trx, inviteId) });
  const { scopeId } =
    kind === 'item' ? await assignItemScope(trx, resource) : await assignFormScope(trx, resource);
  await recordAuditEvent(trx, actor, {
    hubId: resource.hub_id,
    action: `${kind}.access_changed`,
    target: { kind, id, name: resource.name },
    scopeId,
    details: { user_id: userId, role, invite_id: inviteId },
  });
}
