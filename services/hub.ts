import type { ChangeHubRequest, CreateHubRequest, Hub } from '#lib/contract/hub.ts';
import type { TransferHubRequest } from '#lib/contract/hub-lifecycle.ts';
import { get, patch, post, remove } from './api.ts';
import { type CallOptions, OWN_API } from './http.ts';
import { refusalDataOf } from './refusal.ts';

const hubPath = (handle: string) => `hubs/${encodeURIComponent(handle)}/` as const;

export const createHub = (request: CreateHubRequest) => post('hubs/', request);

/** Whether a handle may be had, and one like it that may. */
export const checkHandle = (handle: string, options: CallOptions = {}) =>
  get('hubs/check/', { domain_handle: handle }, options);

/** Joins immediately where the hub allows it, else sends a join request. */
export const joinHub = (handle: string, message = '') =>
  post(`${hubPath(handle)}join-requests/`, message ? { message } : {});

const invitePath = (token: string) => `invites/${encodeURIComponent(token)}/` as const;

/** Accepts the invite; the hub becomes the active one. */
export const acceptInvite = (token: string) => post(`${invitePath(token)}accept/`);
export const declineInvite = (token: string) => post(`${invitePath(token)}decline/`);

/** @throws the client's error; 409 with the current hub. */
export const changeHub = (hub: Pick<Hub, 'domain_handle' | 'revision'>, change: ChangeHubRequest) =>
  patch(hubPath(hub.domain_handle), change, { headers: { 'If-Match': String(hub.revision) } });

/** The current hub when a change is stale; null for every other failure. */
export const currentHubOf = (error: unknown): Hub | null => refusalDataOf<'PATCH', `hubs/${string}/`>(error);

/** Transfers the caller's ownership to a member. */
export const transferHub = (handle: string, request: TransferHubRequest) =>
  post(`${hubPath(handle)}transfer/`, request);

/** Deletes the hub; its owners can restore it for a time. */
export const deleteHub = (handle: string, password: string) => remove(hubPath(handle), { password });
export const restoreHub = (handle: string) => post(`${hubPath(handle)}restore/`);

/** Where the browser itself fetches everything in a hub, as one archive. */
export const hubExportUrl = (handle: string) => `${OWN_API}${hubPath(handle)}export/`;
