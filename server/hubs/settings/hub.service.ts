import type { z } from 'zod';
import type { changeHubRequest } from '#lib/contract/hub.ts';
import { asciiDomain } from '#lib/text/rules.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { storePicture } from '#server/access/identity/picture.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { requireRevision } from '#server/api/if-match.ts';
import { inTransaction } from '#server/api/route.ts';
import { requireHubView } from '#server/hubs/hub/discoverable-hub.ts';
import { recordFormerHandle } from '#server/hubs/hub/former-handle.repo.ts';
import { findFreeHandle, HANDLE_TAKEN } from '#server/hubs/hub/handle.ts';
import { presentHub } from '#server/hubs/hub/hub.presenter.ts';
import { existingHandles, type HubView, lockHub, updateHub } from '#server/hubs/hub/hub.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { recordFile } from '#server/platform/storage/file.repo.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/**
 * Mail domains in ASCII (as in DNS), without duplicates: the form that the domain of an address is compared
 * with.
 */
export function normalizeDomains(domains: string[]): string[] {
  return [...new Set(domains.map((domain) => asciiDomain(domain) ?? domain))];
}

/** @returns the refusal of a handle that another hub has, with a free one as a suggestion. */
export async function isHandleTaken(services: Services, handle: string) {
  const suggestion = await findFreeHandle(services.database, handle);
  return invalid({ domain_handle: [`${HANDLE_TAKEN}, such as ${suggestion}`] });
}

/**
 * Changes a hub's settings.
 * @param expected the revision that the change is based on, or null to accept any
 * @throws ApiError 409 with the current state, 422 when the new handle is taken.
 */
export async function changeHub(
  services: Services,
  caller: SignedIn,
  hub: Authorized<HubView, 'hub.change'>,
  { logo, domain_handle, join_domains, ...change }: z.output<typeof changeHubRequest>,
  expected: number | null,
): Promise<HubView> {
  const viewer = caller.user;
  const picture = logo == null ? logo : await storePicture(services, logo, 'logo');
  const renamed = domain_handle !== undefined && domain_handle !== hub.handle;
  const taken = await inTransaction(services, async (trx) => {
    const revision = await lockHub(trx, hub.id);
    if (revision === null) throw notFound('This hub');
    await requireRevision(expected, revision, async () =>
      presentHub(await requireHubView(trx, hub.id, viewer)),
    );
    if (renamed && domain_handle.toLowerCase() !== hub.handle.toLowerCase()) {
      if ((await existingHandles(trx, [domain_handle])).size > 0) return true;
    }
    if (picture) await recordFile(trx, services.storage, picture);
    if (renamed) await recordFormerHandle(trx, hub);
    await updateHub(trx, hub.id, {
      ...change,
      ...(join_domains ? { join_domains: normalizeDomains(join_domains) } : {}),
      ...(renamed ? { handle: domain_handle } : {}),
      ...(picture === undefined ? {} : { logo_sha256: picture?.sha256 ?? null }),
    });
    await recordChange(trx, caller, hub, await requireHubView(trx, hub.id, viewer));
    return false;
  }).catch((error: unknown) => {
    // Another request took it between the check and the write.
    if (isDuplicate(error)) return true;
    throw error;
  });
  if (taken) throw await isHandleTaken(services, domain_handle ?? hub.handle);
  return requireHubView(services.database, hub.id, viewer);
}

const AUDITED_KEYS = [
  'name',
  'handle',
  'description',
  'visibility',
  'join_domains',
  'members_create_spaces',
  'allow_indexing',
  'trash_days',
  'country',
  'currency',
  'locale',
  'time_zone',
] as const;

/** Records in the audit log what differs; of a logo only that it does. */
async function recordChange(
  trx: Transaction,
  caller: SignedIn,
  before: HubView,
  after: HubView,
): Promise<void> {
  const differing = AUDITED_KEYS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const isRedrawn = before.logo_sha256 !== after.logo_sha256;
  if (differing.length === 0 && !isRedrawn) return;
  await recordAuditEvent(trx, caller, {
    hubId: after.id,
    action: 'hub.changed',
    target: { kind: 'hub', id: after.id, name: after.name },
    details: {
      ...Object.fromEntries(differing.map((key) => [key, { from: before[key], to: after[key] }])),
      ...(isRedrawn ? { logo: 'changed' } : {}),
    },
  });
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
