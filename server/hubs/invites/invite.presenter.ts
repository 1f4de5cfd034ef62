import type { Invite, PendingInvite } from '#lib/contract/invite.ts';
import { canResendInvite, type HubWithRole } from '#server/access/policy/hub-policy.ts';
import { logoUrl } from '#server/hubs/hub/hub.presenter.ts';
import type { OpenInvite } from '#server/hubs/hub/invite.repo.ts';

/** The name of a user, or the address where they gave none. */
function nameOf({ first_name, last_name, email }: OpenInvite['inviter']): string {
  return `${first_name} ${last_name}`.trim() || email;
}

/** An invite as the holder of its link sees it. */
export function presentInvite(invite: OpenInvite): Invite {
  return {
    hub: {
      id: invite.hub_id,
      name: invite.hub_name,
      domain_handle: invite.hub_handle,
      description: invite.hub_description,
      logo_url: logoUrl({ handle: invite.hub_handle, logo_sha256: invite.logo_sha256 }),
    },
    email: invite.email,
    role: invite.role,
    invited_by: nameOf(invite.inviter),
    expires_at: invite.expires_at.toISOString(),
  };
}

/** An invite as the hub's admins see it. */
export function presentPendingInvite(
  invite: OpenInvite,
  by: { hub: HubWithRole; userId: string },
): PendingInvite {
  const resend = canResendInvite(by.hub, invite, by.userId);
  return {
    id: invite.id,
    email: invite.email,
    role: invite.role,
    status: invite.status,
    to_things: invite.is_to_things,
    joined: invite.joined,
    invited_by: nameOf(invite.inviter),
    allowed: resend ? ['invite.resend', 'invite.withdraw'] : ['invite.withdraw'],
    created_at: invite.created_at.toISOString(),
    expires_at: invite.expires_at.toISOString(),
  };
}
