import type { Hub } from '#lib/contract/hub.ts';
import { hubAllowed, joinMethods } from '#server/access/policy/hub-policy.ts';
import type { HubView } from './hub.repo.ts';

/** The URL of a hub's logo; it changes with the image, so that it can be cached without limit. */
export function logoUrl(hub: { handle: string; logo_sha256: string | null }): string | null {
  if (!hub.logo_sha256) return null;
  return `/api/v1/hubs/${hub.handle}/logo/?v=${hub.logo_sha256.slice(0, 12)}`;
}

/** A hub as its viewer may see it: users who are not members get only what its visibility allows. */
export function presentHub(hub: HubView): Hub {
  const member = hub.my_role !== null;
  const allowed = hubAllowed(hub);
  return {
    id: hub.id,
    name: hub.name,
    domain_handle: hub.handle,
    description: member || hub.visibility !== 'private' ? hub.description : '',
    visibility: hub.visibility,
    logo_url: logoUrl(hub),
    my_role: hub.my_role,
    allowed,
    join: joinMethods(hub),
    join_requested: hub.requested,
    counts: {
      members: allowed.includes('hub.members') ? hub.members_count : 0,
      spaces: member ? hub.spaces_count : 0,
    },
    join_domains: allowed.includes('hub.change') ? hub.join_domains : [],
    members_create_spaces: member && hub.members_create_spaces,
    allow_indexing: hub.allow_indexing,
    trash_days: member ? hub.trash_days : null,
    country: member ? hub.country : null,
    currency: member ? hub.currency : null,
    locale: member ? hub.locale : null,
    time_zone: member ? hub.time_zone : null,
    created_at: hub.created_at.toISOString(),
    updated_at: hub.updated_at.toISOString(),
    revision: hub.revision,
  };
}
