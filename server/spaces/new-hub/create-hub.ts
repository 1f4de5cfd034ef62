import type { z } from 'zod';
import type { createHubRequest } from '#lib/contract/hub.ts';
import { DEFAULT_HANDLE } from '#lib/text/constants.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { setActiveHub } from '#server/access/identity/account.repo.ts';
import { storePicture } from '#server/access/identity/picture.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { requireHubView } from '#server/hubs/hub/discoverable-hub.ts';
import { type HubView, insertFounder, insertHub } from '#server/hubs/hub/hub.repo.ts';
import { isHandleTaken, normalizeDomains } from '#server/hubs/settings/hub.service.ts';
import { newId } from '#server/platform/database/id.ts';
import type { Services } from '#server/platform/services.ts';
import { recordFile } from '#server/platform/storage/file.repo.ts';
import { createSpace } from '#server/spaces/space/space.service.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/** All members of the hub can edit it, like the default in the dialog for a new space. */
const FIRST_SPACE = {
  name: 'General',
  slug: DEFAULT_HANDLE,
  visibility: 'shared',
  default_role: 'editor',
} as const;

/**
 * Creates a hub that the creator owns, and makes it their active hub.
 * @throws ApiError 422 when the handle is taken.
 */
export async function createHub(
  services: Services,
  caller: SignedIn,
  body: z.output<typeof createHubRequest>,
): Promise<HubView> {
  const { user } = caller;
  const logo = body.logo ? await storePicture(services, body.logo, 'logo') : null;
  const id = newId();
  const made = await inTransaction(services, async (trx) => {
    if (logo) await recordFile(trx, services.storage, logo);
    const inserted = await insertHub(trx, {
      id,
      name: body.name,
      handle: body.domain_handle,
      description: body.description ?? '',
      visibility: body.visibility,
      logo_sha256: logo?.sha256 ?? null,
      join_domains: normalizeDomains(body.join_domains ?? []),
      locale: body.locale ?? null,
      time_zone: body.time_zone ?? null,
      ...(body.currency ? { currency: body.currency } : {}),
      created_by: user.id,
    });
    if (!inserted) return false;
    await insertFounder(trx, id, user.id);
    await setActiveHub(trx, user.id, id);
    await recordAuditEvent(trx, caller, {
      hubId: id,
      action: 'hub.created',
      target: { kind: 'hub', id, name: body.name },
      details: { visibility: body.visibility, domain_handle: body.domain_handle },
    });
    if (body.first_space) await createSpace(trx, { hubId: id, userId: user.id }, FIRST_SPACE);
    return true;
  });
  if (!made) throw await isHandleTaken(services, body.domain_handle);
  return requireHubView(services.database, id, user);
}
