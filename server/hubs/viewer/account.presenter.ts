import type { HubRole } from '#lib/access/roles.ts';
import type { CurrentStep, Organization, User } from '#lib/contract/account.ts';
import { emailDomain } from '#lib/text/email.ts';
import {
  type Account,
  type HubMembership,
  type HubReference,
  hubMembershipsOf,
} from '#server/access/identity/account.repo.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import type { Services } from '#server/platform/services.ts';
import { pendingHub } from './pending-hub.repo.ts';

function organization({
  id,
  name,
  handle,
  role = null,
}: HubReference & { role?: HubRole | null }): Organization {
  return { id, name, domain_handle: handle, role };
}

/** The step that remains before the app can be used (docs/contract.md §4). */
function currentStep(
  account: Account,
  hubs: HubMembership[],
  waiting: HubReference | undefined,
  sendsMail: boolean,
): CurrentStep {
  if (sendsMail && !account.is_email_verified) return 'verify-email';
  if (account.first_name.trim() === '' || !account.profile_role) return 'profile';
  if (hubs.length > 0) return 'completed';
  return waiting ? 'join_organization' : 'organization';
}

/** The account as its user sees it (docs/contract.md §4). */
export async function presentUser(
  { database, mail }: Pick<Services, 'database' | 'mail'>,
  account: Account,
): Promise<User> {
  const hubs = await hubMembershipsOf(database, account.id);
  const active = hubs.find((hub) => hub.id === account.active_hub_id) ?? hubs[0];
  // What depends on the address alone requires that it is verified.
  const waiting =
    hubs.length === 0 && account.is_email_verified
      ? await pendingHub(database, account.id, { key: account.email_key, domain: emailDomain(account.email) })
      : undefined;
  const next = active ?? waiting;
  return {
    id: account.id,
    email: account.email,
    first_name: account.first_name,
    last_name: account.last_name,
    current_step: currentStep(account, hubs, waiting, mail !== null),
    organization: next ? organization(next) : null,
    active_organization: active ? organization(active) : null,
    organization_list: hubs.map(organization),
    profile_role: account.profile_role,
    about: account.about,
    avatar_url: avatarUrl(account),
    is_email_verified: account.is_email_verified,
  };
}
