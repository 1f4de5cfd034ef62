import { assignableRoles, ITEM_ROLES, type ItemRole, ROLE_RANK } from '#lib/access/roles.ts';

/** The roles that a user may give: up to their own. */
export const rolesUpTo = (own: ItemRole | null): ItemRole[] =>
  assignableRoles(ITEM_ROLES).filter((role) => own !== null && ROLE_RANK[role] <= ROLE_RANK[own]);

export const asRole = (value: string): ItemRole => ITEM_ROLES.find((role) => role === value) ?? 'viewer';
