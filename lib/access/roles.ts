/** Roles and visibilities of `docs/permissions.md`, read by browser and server. */

export const VISIBILITIES = ['public', 'shared', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Of a hub, strongest first. */
export const HUB_ROLES = ['owner', 'admin', 'member', 'guest'] as const;
export type HubRole = (typeof HUB_ROLES)[number];

/** Of a space, an item or a form, strongest first. */
export const ITEM_ROLES = ['owner', 'editor', 'commenter', 'viewer'] as const;
export type ItemRole = (typeof ITEM_ROLES)[number];

/** Of a form: there is nothing to comment on. */
export const FORM_ROLES = ['owner', 'editor', 'viewer'] as const satisfies readonly ItemRole[];

/** The roles that screens offer, strongest first, and the one that somebody has. */
export const assignableRoles = <Role extends ItemRole>(
  roles: readonly Role[],
  current?: Role | null,
): Role[] => (current && !roles.includes(current) ? [...roles, current].sort(byStrength) : [...roles]);

const byStrength = (one: ItemRole, other: ItemRole) => ROLE_RANK[other] - ROLE_RANK[one];

/** How strong a role is where roles are compared; 0 is no role at all. */
export const ROLE_RANK: Record<ItemRole, number> = { viewer: 1, commenter: 2, editor: 3, owner: 4 };

const ROLE_OF_RANK: (ItemRole | null)[] = [null, 'viewer', 'commenter', 'editor', 'owner'];

/** The role of a rank, null for none. */
export function roleOfRank(rank: number | null | undefined): ItemRole | null {
  return ROLE_OF_RANK[rank ?? 0] ?? null;
}
