import type { User } from '#lib/contract/account.ts';
import type { ChangeHubRequest, CreateHubRequest, HandleCheck, Hub } from '#lib/contract/hub.ts';
import type { DeletedHub, TransferHubRequest } from '#lib/contract/hub-lifecycle.ts';
import { apiBase, type CallOptions, get, patch, post, remove } from './http.ts';

const hubPath = (handle: string) => `hubs/${encodeURIComponent(handle)}/`;

export const createHub = (request: CreateHubRequest) => post<Hub>('hubs/', request);

/** Whether a handle may be had, and one like it that may. */
export const checkHandle = (handle: string, options: CallOptions = {}) =>
  get<HandleCheck>('hubs/check/', { domain_handle: handle }, options);

/** Joins at once where the hub allows it, else sends a join request. */
export const joinHub = (handle: string, message = '') =>
  post<Hub>(`${hubPath(handle)}join-requests/`, message ? { message } : {});

const invitePath = (token: string) => `invites/${encodeURIComponent(token)}/`;

/** Accepts the invite; the hub becomes the active one. */
export const acceptInvite = (token: string) => post<User>(`${invitePath(token)}accept/`);
export const declineInvite = (token: string) => post<null>(`${invitePath(token)}decline/`);

/** @throws the client's error; 409 carries the hub as it is now. */
export const changeHub = (hub: Pick<Hub, 'domain_handle' | 'revision'>, change: ChangeHubRequest) =>
  patch<Hub>(hubPath(hub.domain_handle), change, { headers: { 'If-Match': String(hub.revision) } });

/** Hands the caller's ownership to a member. */
export const transferHub = (handle: string, request: TransferHubRequest) =>
  post<Hub>(`${hubPath(handle)}transfer/`, request);

/** Deletes the hub; its owners can restore it for a time. */
export const deleteHub = (handle: string, password: string) =>
  remove<DeletedHub>(hubPath(handle), { password });
export const restoreHub = (handle: string) => post<Hub>(`${hubPath(handle)}restore/`);

/** Where the browser itself fetches everything in a hub, as one archive. */
export const hubExportUrl = (handle: string) => `${apiBase()}${hubPath(handle)}export/`;
