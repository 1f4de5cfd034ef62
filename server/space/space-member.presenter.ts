import type { SpaceMember } from '#lib/contract/space-member.ts';
import type { MemberRow } from './space-member.repo.ts';

/** Somebody who was added to a space, as the people of the space see them. */
export function presentMember(row: MemberRow): SpaceMember {
  const { user_id, email, first_name, last_name } = row;
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
