import type { z } from 'zod';
import { DEFAULT_HANDLE } from '#lib/constants.ts';
import type { changeHubRequest, createHubRequest } from '#lib/contract/hub.ts';
import { asciiDomain } from '#lib/rules.ts';
import { setActiveHub } from '../account/account.repo.ts';
import { storePicture } from '../account/picture.ts';
import { record } from '../audit/record.ts';
import type { Database, Transaction } from '../database/database.ts';
import { newId } from '../database/id.ts';
import { recordFile } from '../file/file.repo.ts';
import { invalid, notFound } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import type { Authorized } from '../policy/authorized.ts';
import { mayKnowHub } from '../policy/hub-policy.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { createSpace } from '../space/space.service.ts';
import { freeHandle, TAKEN } from './handle.ts';
import { presentHub } from './hub.presenter.ts';
import {
  addFounder,
  type HubView,
  hubByHandle,
  hubById,
  insertHub,
  lockHub,
  takenHandles,
  updateHub,
  type Viewer,
} from './hub.repo.ts';

type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/** A hub by its handle as the caller stands to it, if it exists. */
export function findHub(services: Services, caller: Caller, handle: string): Promise<HubView | undefined> {
  return hubByHandle(services.database, handle, caller.user);
}

/**
 * A hub that the caller may know of.
 * @throws ApiError 404 else.
 */
export async function knownHub(services: Services, caller: Caller, handle: string): Promise<HubView> {
  const hub = await findHub(services, caller, handle);
  if (!hub || !mayKnowHub(hub)) throw notFound('This hub');
  return hub;
}

async function viewOf(database: Database | Transaction, id: string, viewer: Viewer): Promise<HubView> {
  const hub = await hubById(database, id, viewer);
  if (!hub) throw notFound('This hub');
  return hub;
}

/** Mail domains as DNS writes them, each once: the form that an address's domain is compared with. */
function domains(given: string[]): string[] {
  return [...new Set(given.map((domain) => asciiDomain(domain) ?? domain))];
}

async function handleTaken(services: Services, handle: string) {
  const suggestion = await freeHandle(services.database, handle);
  return invalid({ domain_handle: [`${TAKEN}, such as ${suggestion}`] });
}

const FIRST_SPACE = { name: 'General', slug: DEFAULT_HANDLE, visibility: 'shared' } as const;

/**
 * Makes a hub that the creator owns and has active.
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
      join_domains: domains(body.join_domains ?? []),
      locale: body.locale ?? null,
      time_zone: body.time_zone ?? null,
      created_by: user.id,
    });
    if (!inserted) return false;
    await addFounder(trx, id, user.id);
    await setActiveHub(trx, user.id, id);
    await record(trx, caller, {
      hubId: id,
      action: 'hub.created',
      target: { kind: 'hub', id, name: body.name },
      details: { visibility: body.visibility, domain_handle: body.domain_handle },
    });
    if (body.first_space) await createSpace(trx, { hubId: id, userId: user.id }, FIRST_SPACE);
    return true;
  });
  if (!made) throw await handleTaken(services, body.domain_handle);
  return viewOf(services.database, id, user);
}

/**
 * Changes a hub's settings.
 * @param expected the revision that the change was made for, or null to take it whatever the state is
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
    await requireRevision(expected, revision, async () => presentHub(await viewOf(trx, hub.id, viewer)));
    if (renamed && domain_handle.toLowerCase() !== hub.handle.toLowerCase()) {
      if ((await takenHandles(trx, [domain_handle])).size > 0) return true;
    }
    if (picture) await recordFile(trx, services.storage, picture);
    await updateHub(trx, hub.id, {
      ...change,
      ...(join_domains ? { join_domains: domains(join_domains) } : {}),
      ...(renamed ? { handle: domain_handle } : {}),
      ...(picture === undefined ? {} : { logo_sha256: picture?.sha256 ?? null }),
    });
    await recordChange(trx, caller, hub, await viewOf(trx, hub.id, viewer));
    return false;
  }).catch((error: unknown) => {
    // Somebody else took it between the look and the write.
    if (isDuplicate(error)) return true;
    throw error;
  });
  if (taken) throw await handleTaken(services, domain_handle ?? hub.handle);
  return viewOf(services.database, hub.id, viewer);
}

const TOLD = [
  'name',
  'handle',
  'description',
  'visibility',
  'join_domains',
  'members_create_spaces',
  'allow_indexing',
  'trash_days',
  'country',
  'locale',
  'time_zone',
] as const;

/** Tells the audit log what differs; of a logo only that it does. */
async function recordChange(
  trx: Transaction,
  caller: SignedIn,
  before: HubView,
  after: HubView,
): Promise<void> {
  const differing = TOLD.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const isRedrawn = before.logo_sha256 !== after.logo_sha256;
  if (differing.length === 0 && !isRedrawn) return;
  await record(trx, caller, {
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
