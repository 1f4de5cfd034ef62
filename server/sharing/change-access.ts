import { sql } from 'kysely';
import type { z } from 'zod';
import { type ItemRole, ROLE_RANK } from '#lib/access/roles.ts';
import type { ChangedAccess, changeAccessRequest } from '#lib/contract/access.ts';
import { normalizedEmail } from '#lib/text/email.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { requireAcceptedDisclosure } from '#server/access/policy/disclosure.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import type { AuthorizedToShare, Shareable } from '#server/access/policy/share-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { makePrivate, recordVisibility } from '#server/access/visibility/visibility.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import { changeGroupGrants, groupNames, groupsGrantedOn } from '#server/hubs/groups/group-grants.ts';
import { inviteToResource, pendingGrantsOn, revokePendingGrant } from '#server/hubs/invites/pending-grant.ts';
import { isHubGuest, lockMembersShared, memberByAddress } from '#server/hubs/members/member.repo.ts';
import { notify } from '#server/hubs/notifications/notify.ts';
import { detachFromDocuments, hideFilesOfDocuments } from '#server/items/item/document-files.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { forbidden, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { describeResourceAccess } from './resource-access.ts';
import {
  assignShareableScope,
  findShareable,
  grantTableOf,
  idColumnOf,
  lockShareable,
  namedRoles,
} from './shareable.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };
type Change = z.output<typeof changeAccessRequest>;
type Wanted = NonNullable<Change['people']>;
type Roles = Map<string, ItemRole>;

/** The people, groups and addresses that a request names, each once. */
type Named = { people: Roles; groups: Roles; addresses: Roles };

async function membersAmong(trx: Transaction, hubId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from membership where hub_id = ${hubId} and suspended_at is null
      and user_id = any(${ids.filter(isId)}::uuid[])`.execute(trx);
  return new Set(rows.map((row) => row.user_id));
}

/**
 * The principals that a request names: the hub's people by id, or by address where the address is one of
 * theirs.
 * @throws ApiError 422 for somebody who does not belong to the hub, or is named twice.
 */
async function namedBy(trx: Transaction, hubId: string, wanted: Wanted, before: Roles): Promise<Named> {
  const ids = wanted.flatMap((one) => one.user_id ?? []);
  const members = await membersAmong(trx, hubId, ids);
  const groups = await groupNames(
    trx,
    hubId,
    wanted.flatMap((one) => (one.group_id && isId(one.group_id) ? [one.group_id] : [])),
  );
  const named: Named = { people: new Map(), groups: new Map(), addresses: new Map() };
  for (const [at, { user_id, group_id, email, role }] of wanted.entries()) {
    const refuse = (message: string) => invalid({ [`people[${at}]`]: [message] });
    if (group_id) {
      const known = group_id.toLowerCase();
      if (!groups.has(known)) throw refuse('This group does not belong to the hub.');
      if (named.groups.has(known)) throw refuse('This group is in the list twice');
      named.groups.set(known, role);
      continue;
    }
    const id = user_id ?? (email ? await memberByAddress(trx, hubId, email) : null);
    if (user_id && !members.has(user_id) && !before.has(user_id)) {
      throw refuse('This person does not belong to the hub. Add them by their email address.');
    }
    const [list, key] = id ? [named.people, id] : [named.addresses, (email ?? '').trim()];
    if (list.has(key)) throw refuse('This person is in the list twice');
    list.set(key, role);
  }
  return named;
}

/** Nobody grants more than they have, nor changes the role of somebody who has more (docs/permissions.md). */
function refuseAbove(rank: number, before: ItemRole | undefined, after: ItemRole | undefined): void {
  if (before === after) return;
  if (before && ROLE_RANK[before] > rank) {
    throw forbidden('You can not change what somebody with a stronger role than yours has here.');
  }
  if (after && ROLE_RANK[after] > rank) throw forbidden('You can not give a role above your own.');
}

type Difference = {
  user_id?: string;
  group_id?: string;
  name: string;
  from: ItemRole | null;
  to: ItemRole | null;
};

/** Makes the resource's grants those that are requested. @returns what changed. */
async function replacePeople(
  trx: Transaction,
  { kind, id }: Shareable,
  by: string,
  before: Roles,
  after: Roles,
): Promise<Difference[]> {
  const touched = [...new Set([...before.keys(), ...after.keys()])].filter(
    (one) => before.get(one) !== after.get(one),
  );
  if (touched.length === 0) return [];
  const gone = touched.filter((one) => !after.has(one));
  const remaining = touched.filter((one) => after.has(one));
  await sql`delete from ${grantTableOf(kind)}
    where ${idColumnOf(kind)} = ${id} and user_id = any(${gone}::uuid[])`.execute(trx);
  await sql`insert into ${grantTableOf(kind)} (${idColumnOf(kind)}, user_id, role, added_by)
    select ${id}, user_id, role, ${by}::uuid
    from unnest(${remaining}::uuid[], ${remaining.map((one) => after.get(one))}::text[]) as wanted (user_id, role)
    on conflict (${idColumnOf(kind)}, user_id) do update set role = excluded.role`.execute(trx);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
    from app_user where id = any(${touched}::uuid[])`.execute(trx);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return touched.map((user_id) => ({
    user_id,
    name: names.get(user_id) ?? '',
    from: before.get(user_id) ?? null,
    to: after.get(user_id) ?? null,
  }));
}

/**
 * Makes the groups with a role on the resource those that are requested. Guests don't see groups, and so take none
 * away by omitting them. @throws ApiError 403 for a role above the caller's own, granted or removed
 */
async function replaceGroups(
  trx: Transaction,
  resource: Shareable,
  by: string,
  wanted: Roles,
): Promise<{ differences: Difference[] }> {
  const before = await groupsGrantedOn(trx, resource);
  const isGuest = await isHubGuest(trx, resource.hub_id, by);
  const had: Roles = new Map(before.map(({ id, role }) => [id, role]));
  const touched = [...new Set([...had.keys(), ...wanted.keys()])].filter(
    (id) => had.get(id) !== wanted.get(id) && !(isGuest && !wanted.has(id)),
  );
  for (const id of touched) refuseAbove(resource.rank, had.get(id), wanted.get(id));
  if (touched.length === 0) return { differences: [] };
  const names = await groupNames(trx, resource.hub_id, touched);
  await changeGroupGrants(trx, resource, {
    roles: new Map(touched.map((id) => [id, wanted.get(id) ?? null])),
    addedBy: by,
  });
  return {
    differences: touched.map((id) => ({
      group_id: id,
      name: names.get(id) ?? '',
      from: had.get(id) ?? null,
      to: wanted.get(id) ?? null,
    })),
  };
}

/** Invites the new addresses, and revokes the invites that are not requested any more. */
async function replaceInvited(
  trx: Transaction,
  services: Services,
  caller: SignedIn,
  { kind, id, hub_id: hubId, rank }: Shareable,
  addresses: Roles,
): Promise<ChangedAccess['invitations']> {
  const resource = { kind, id };
  const pending = await pendingGrantsOn(trx, resource);
  const wanted = new Set([...addresses.keys()].map(normalizedEmail));
  // A guest does not see them, and so revokes none by omitting it.
  const withdrawn = (await isHubGuest(trx, hubId, caller.user.id))
    ? []
    : pending.filter(({ email }) => !wanted.has(normalizedEmail(email)));
  for (const { invite_id, role } of withdrawn) {
    refuseAbove(rank, role, undefined);
    await revokePendingGrant(trx, caller, { hubId, inviteId: invite_id, resource });
  }
  const outcomes: ChangedAccess['invitations'] = [];
  for (const [email, role] of addresses) {
    const open = pending.find((one) => normalizedEmail(one.email) === normalizedEmail(email));
    if (open?.role === role) continue;
    refuseAbove(rank, open?.role, role);
    const outcome = await inviteToResource(trx, services, caller, {
      hubId,
      email,
      grant: { ...resource, role },
    });
    outcomes.push({
      email,
      status: outcome.status,
      ...(outcome.message ? { message: outcome.message } : {}),
      ...(outcome.link ? { link: outcome.link } : {}),
    });
  }
  return outcomes;
}

/**
 * Sets a resource's visibility and its grants in one step; an address that belongs to nobody here is invited.
 * @throws ApiError 409 with the current access for a stale revision, or for resources below with settings
 *   of their own that more people would see, unless that is accepted; 403 for a role above the caller's own,
 *   granted or
 *   removed, or a visibility that the caller may not choose; 422 for somebody who can't be added.
 */
export async function changeAccess(
  services: Services,
  caller: SignedIn,
  { kind, id, hub_id, space_id }: AuthorizedToShare,
  change: Change,
  expected: number | null,
): Promise<ChangedAccess> {
  return inTransaction(services, async (trx) => {
    // Before the space, in the same order as where a person is removed: no grant outlives the membership.
    if (!(await lockMembersShared(trx, hub_id))) throw notFound(kind === 'item' ? 'This item' : 'This form');
    await lockSpaceTreeExclusive(trx, space_id);
    await lockShareable(trx, { kind, id });
    const resource = await findShareable(trx, caller, { kind, id });
    await requireRevision(expected, resource.revision, () =>
      describeResourceAccess(trx, caller.user.id, resource),
    );
    const visibility = change.visibility ?? resource.visibility;
    const before = await namedRoles(trx, resource);
    const wanted = change.people && (await namedBy(trx, hub_id, change.people, before));
    const after: Roles = new Map(wanted?.people ?? before);
    if (visibility === 'private') requireCreatorAccess(resource, before, after);
    for (const person of new Set([...before.keys(), ...after.keys()])) {
      refuseAbove(resource.rank, before.get(person), after.get(person));
    }
    const groups = wanted && (await replaceGroups(trx, resource, caller.user.id, wanted.groups));
    const differences = [
      ...(await replacePeople(trx, resource, caller.user.id, before, after)),
      ...(groups?.differences ?? []),
    ];
    if (visibility === 'private' && resource.visibility !== 'private') {
      await makePrivate(trx, caller, resource, resource.role);
    }
    const invitations = wanted ? await replaceInvited(trx, services, caller, resource, wanted.addresses) : [];
    const changed = { ...resource, visibility, revision: resource.revision + 1 };
    await sql`update ${sql.table(kind)} set visibility = ${visibility}, revision = ${changed.revision}
      where id = ${id}`.execute(trx);
    const { scopeId, below } = await assignShareableScope(trx, changed);
    changed.scope_id = scopeId;
    if (kind === 'item' && change.visibility) await detachFromDocuments(trx, [id]);
    if (kind === 'item' && visibility !== resource.visibility) await hideFilesOfDocuments(trx, [resource]);
    await requireAcceptedDisclosure(trx, {
      hubId: hub_id,
      requesterId: caller.user.id,
      changed: [],
      below,
      chosen: new Set([
        ...[...after.keys()].map((person) => `user:${person}`),
        ...[...(wanted?.groups.keys() ?? [])].map((group) => `group:${group}`),
      ]),
      accepted: change.disclosure,
    });
    if (visibility !== resource.visibility) await recordVisibility(trx, caller, resource, visibility);
    if (differences.length > 0) {
      await recordAuditEvent(trx, caller, {
        hubId: hub_id,
        action: `${kind}.access_changed`,
        target: { kind, id, name: resource.title },
        scopeId: changed.scope_id,
        details: { people: differences },
      });
    }
    const added = differences.flatMap(({ user_id, from, to }) => (user_id && !from && to ? [user_id] : []));
    if (kind === 'item') {
      const recipients = added.map((userId) => ({
        ...{ userId, event: 'shared' as const, actorId: caller.user.id },
      }));
      await notify(trx, services, { hubId: hub_id, scopeId: changed.scope_id, itemId: id }, recipients);
    }
    // A caller who removed their own access still gets the result of the change.
    const now = await findShareable(trx, caller, { kind, id }).catch(() => changed);
    return { ...(await describeResourceAccess(trx, caller.user.id, now)), invitations };
  });
}

/** A private resource is owned by its creator, whatever is requested; a lesser role for them is refused. */
function requireCreatorAccess({ created_by: creator }: Shareable, before: Roles, after: Roles): void {
  const role = after.get(creator);
  const roleBefore = before.get(creator);
  if (role && role !== 'owner' && role !== roleBefore) {
    throw forbidden('Who made what is private keeps owning it.');
  }
  if (roleBefore) after.set(creator, roleBefore);
  else after.delete(creator);
}
