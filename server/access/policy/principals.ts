import type { HubRole } from '#lib/access/roles.ts';

/**
 * A name in an access list: anyone, the hub's members, its admins and owners, one account, a group, or the holders
 * of a link.
 */
export type Principal = '*' | 'members' | 'admins' | `user:${string}` | `group:${string}` | LinkPrincipal;

export type LinkPrincipal = `link:${string}`;

/**
 * The names under which an access list may mention somebody. A grant applies only while its holder belongs to
 * the hub; `hubRole` is null for a user who does not (or is suspended).
 * @param groups the ids of the hub's groups that they are in (`groupIdsOf`)
 */
export function principalsOf(
  userId: string | null,
  hubRole: HubRole | null,
  groups: readonly string[],
): Principal[] {
  if (!userId || !hubRole) return ['*'];
  const own: Principal[] = ['*', `user:${userId}`, ...groups.map((id): Principal => `group:${id}`)];
  if (hubRole === 'guest') return own;
  return hubRole === 'member' ? [...own, 'members'] : [...own, 'members', 'admins'];
}
