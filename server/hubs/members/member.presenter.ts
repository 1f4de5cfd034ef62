import type { Member } from '#lib/contract/member.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import {
  grantableRoles,
  type HubWithRole,
  hubAllowed,
  memberAllowed,
} from '#server/access/policy/hub-policy.ts';
import type { MemberRow } from './member.repo.ts';

/** A member, limited to what the caller may see, with what the caller may change. */
export function presentMember(hub: HubWithRole, callerId: string, member: MemberRow): Member {
  const allowed = hubAllowed(hub);
  const changes = allowed.includes('hub.change_members');
  return {
    id: member.user_id,
    email: member.email,
    first_name: member.first_name,
    last_name: member.last_name,
    profile_role: member.profile_role,
    avatar_url: avatarUrl({ id: member.user_id, avatar_sha256: member.avatar_sha256 }),
    role: member.role,
    suspended: member.suspended_at !== null,
    joined_at: member.joined_at.toISOString(),
    last_seen_at: changes ? (member.last_seen_at?.toISOString() ?? null) : null,
    groups: allowed.includes('hub.members') ? member.groups : [],
    is_me: member.user_id === callerId,
    allowed: memberAllowed(hub, member, callerId),
    roles: grantableRoles(hub, member, callerId),
  };
}
