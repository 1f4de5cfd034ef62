import type { HubRole } from '#lib/access/roles.ts';
import type { SpaceMember } from '#lib/contract/space-member.ts';
import type { MemberRow } from '#server/spaces/space/space-member.repo.ts';

/** A member of a space as other members see them; guests see no address but their own. */
export function presentMember(
  row: MemberRow,
  reader: { user: { id: string }; hubRole: HubRole | null },
): SpaceMember {
  const { user_id, first_name, last_name } = row;
  const email = reader.hubRole === 'guest' && reader.user.id !== user_id ? '' : row.email;
  return {
    user: { id: user_id, email, first_name, last_name },
    role: row.role,
    hub_role: row.hub_role,
    suspended: row.suspended,
    reason: row.reason,
    added_by: row.added_by_name === null ? null : { id: row.added_by, name: row.added_by_name },
    created_at: row.created_at.toISOString(),
  };
}
