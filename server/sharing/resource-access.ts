import { sql } from 'kysely';
import { FORM_ROLES, type HubRole, ITEM_ROLES, type ItemRole, ROLE_RANK } from '#lib/access/roles.ts';
import type { AccessPerson, AccessReason, ResourceAccess } from '#lib/contract/access.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import {
  accessSourcesOf,
  groupReasons,
  groupsOfRole,
  namedReasons,
  strongestFirst,
} from '#server/access/policy/access-sources.ts';
import { visibilityOfScope } from '#server/access/policy/effective-visibility.ts';
import type { Shareable } from '#server/access/policy/share-policy.ts';
import { groupsGrantedOn } from '#server/hubs/groups/group-grants.ts';
import { pendingGrantsOn } from '#server/hubs/invites/pending-grant.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/**
 * The most people with access from above the resource that are returned; “Who can see this?” pages through
 * the rest.
 */
const MOST_INHERITED = 100;

type PersonRow = { id: string; name: string; email: string; avatar_sha256: string | null; hub_role: HubRole };

async function peopleByIds(
  database: Database | Transaction,
  hubId: string,
  ids: readonly string[],
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select account.id, trim(account.first_name || ' ' || account.last_name) as name, account.email,
      account.avatar_sha256, member.role as hub_role
    from membership member join app_user account on account.id = member.user_id
    where member.hub_id = ${hubId} and member.suspended_at is null and member.user_id = any(${ids}::uuid[])
    order by lower(trim(account.first_name || ' ' || account.last_name)), account.id`.execute(database);
  return rows;
}

const presentPerson = (row: PersonRow, guest: boolean): AccessPerson => ({
  id: row.id,
  name: row.name,
  email: guest ? null : row.email,
  avatar_url: avatarUrl(row),
  hub_role: row.hub_role,
});

async function hubAsSeenBy(database: Database | Transaction, hubId: string, userId: string) {
  const { rows } = await sql<{ name: string; handle: string; role: HubRole | null }>`
    select hub.name, hub.handle, me.role from hub
      left join membership me on me.hub_id = hub.id and me.user_id = ${userId}
    where hub.id = ${hubId}`.execute(database);
  const [hub] = rows;
  if (!hub) throw new Error('a thing without a hub');
  return hub;
}

const ownRoleOf = (reasons: readonly AccessReason[]): ItemRole | null =>
  reasons.find(({ code, source }) => code === 'by_name' && source.is_this)?.role ?? null;

const isCreatorHere = (reasons: readonly AccessReason[]) =>
  reasons.some(({ code, source }) => code === 'creator' && source.is_this);

/**
 * Who may do what with a resource, for somebody who may share it: its grants, what it inherits, who was
 * invited.
 */
export async function describeResourceAccess(
  database: Database | Transaction,
  requesterId: string,
  resource: Shareable,
): Promise<ResourceAccess> {
  const { kind, id, rank } = resource;
  const hub = await hubAsSeenBy(database, resource.hub_id, requesterId);
  const guest = hub.role === null || hub.role === 'guest';
  const nodes = await accessSourcesOf(database, resource, requesterId);
  const [named, granted, pending] = await Promise.all([
    namedReasons(database, nodes, { userIds: null, hidesGroups: guest }),
    groupsGrantedOn(database, { kind, id }),
    // Guests see nobody's address.
    guest ? [] : pendingGrantsOn(database, { kind, id }),
  ]);
  const groups = groupReasons(nodes);
  const people = await peopleByIds(database, resource.hub_id, [...named.keys()]);
  const lines = people.map((row): ResourceAccess['people'][number] => {
    const direct = named.get(row.id) ?? [];
    const reasons = strongestFirst([...direct, ...groupsOfRole(groups, row.hub_role)]);
    const ownRole = ownRoleOf(direct);
    return {
      person: presentPerson(row, guest),
      role: reasons[0]?.role ?? 'viewer',
      own_role: ownRole,
      changeable: !isCreatorHere(direct) && (ownRole === null || ROLE_RANK[ownRole] <= rank),
      reasons,
    };
  });
  // Anybody who has a role through a group alone is one of as many as the group has.
  const here = ({ own_role, reasons }: ResourceAccess['people'][number]) =>
    own_role !== null || isCreatorHere(reasons);
  return {
    visibility: resource.visibility,
    effective_visibility: await visibilityOfScope(database, resource.scope_id),
    revision: resource.revision,
    my_role: resource.role,
    grantable: (resource.kind === 'form' ? FORM_ROLES : ITEM_ROLES).filter((role) => ROLE_RANK[role] <= rank),
    hub: { name: hub.name, domain_handle: hub.handle },
    people: [...lines.filter(here), ...lines.filter((line) => !here(line)).slice(0, MOST_INHERITED)],
    groups,
    granted_groups: granted.map((group) => ({
      ...group,
      name: guest ? null : group.name,
      changeable: ROLE_RANK[group.role] <= rank,
    })),
    invited: pending.map(({ invite_id, email, role }) => ({ invite_id, email, role })),
  };
}
