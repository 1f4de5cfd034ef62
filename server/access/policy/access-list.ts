import { type ItemRole, ROLE_RANK, type Visibility } from '#lib/access/roles.ts';
import type { Principal } from './principals.ts';

/** Who has which role in a scope, by rank (`ROLE_RANK`). */
export type AccessList = ReadonlyMap<Principal, number>;

type Grant = { user_id: string; role: ItemRole };

export type SpaceRights = { visibility: Visibility; default_role: ItemRole; members: readonly Grant[] };

type LinkGrant = { link_id: string; role: ItemRole };

export type ItemRights = {
  visibility: Visibility;
  created_by: string;
  grants: readonly Grant[];
  /** Links that were not revoked; whether one is still active is checked when it is used. */
  links?: readonly LinkGrant[];
};

/** A scope's list, and whether a private folder above (or the item itself) hides what lies below. */
export type ScopeRights = { list: AccessList; hidden: boolean };

function raise(list: Map<Principal, number>, principal: Principal, rank: number): void {
  list.set(principal, Math.max(rank, list.get(principal) ?? 0));
}

function withGrants(
  list: Map<Principal, number>,
  grants: readonly Grant[],
  links: readonly LinkGrant[] = [],
): AccessList {
  for (const grant of grants) raise(list, `user:${grant.user_id}`, ROLE_RANK[grant.role]);
  for (const link of links) raise(list, `link:${link.link_id}`, ROLE_RANK[link.role]);
  return list;
}

/** A space's own list: its people; members by its default role and admins unless it is private; anyone if public. */
export function spaceAccess(space: SpaceRights): ScopeRights {
  const list = new Map<Principal, number>();
  if (space.visibility !== 'private') {
    raise(list, 'members', ROLE_RANK[space.default_role]);
    raise(list, 'admins', ROLE_RANK.owner);
  }
  if (space.visibility === 'public') raise(list, '*', ROLE_RANK.viewer);
  return { list: withGrants(list, space.members), hidden: false };
}

/**
 * The list of an item that differs from what holds it: a private one begins with its creator alone; a public one adds
 * anyone, unless a private folder hides it; people added by name, and links, count everywhere.
 */
export function itemAccess(holder: ScopeRights, item: ItemRights): ScopeRights {
  if (item.visibility === 'private') {
    const own = new Map<Principal, number>([[`user:${item.created_by}`, ROLE_RANK.owner]]);
    return { list: withGrants(own, item.grants, item.links), hidden: true };
  }
  const list = new Map(holder.list);
  if (item.visibility === 'public' && !holder.hidden) raise(list, '*', ROLE_RANK.viewer);
  return { list: withGrants(list, item.grants, item.links), hidden: holder.hidden };
}
