import { canDiscoverHub } from '#server/access/policy/hub-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { hasPublicContent, hubIdByFormerHandle } from './former-handle.repo.ts';
import { type HubView, type HubViewer, hubByHandle, hubById } from './hub.repo.ts';

/** A hub by its handle with the caller's role in it, if it exists. */
export function findHub(services: Services, caller: Caller, handle: string): Promise<HubView | undefined> {
  return hubByHandle(services.database, handle, caller.user);
}

/**
 * A hub whose existence the caller may know of.
 * @throws ApiError 404 otherwise.
 */
export async function requireDiscoverableHub(
  services: Services,
  caller: Caller,
  handle: string,
): Promise<HubView> {
  const hub = await findHub(services, caller, handle);
  if (!hub || !canDiscoverHub(hub)) throw notFound('This hub');
  return hub;
}

/**
 * The hub that had this handle before, to those who may know of it, or know its handle by what is open to everybody in it.
 * @throws ApiError 404 for others, and where a hub has the handle now.
 */
export async function requireRenamedHub(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  handle: string,
): Promise<HubView> {
  const id = await hubIdByFormerHandle(database, handle);
  const hub = id && (await hubById(database, id, caller.user));
  if (hub && (canDiscoverHub(hub) || (await hasPublicContent(database, hub.id)))) return hub;
  throw notFound('This hub');
}

/**
 * A hub with a viewer's role in it.
 * @throws ApiError 404 if it does not exist.
 */
export async function requireHubView(
  database: Database | Transaction,
  id: string,
  viewer: HubViewer,
): Promise<HubView> {
  const hub = await hubById(database, id, viewer);
  if (!hub) throw notFound('This hub');
  return hub;
}
