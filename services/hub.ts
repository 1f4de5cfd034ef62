import type { User } from '#lib/contract/account.ts';
import type { ChangeHubRequest, CreateHubRequest, HandleCheck, Hub } from '#lib/contract/hub.ts';
import { type CallOptions, get, patch, post } from './http.ts';

const hubPath = (handle: string) => `hubs/${encodeURIComponent(handle)}/`;

export const createHub = (request: CreateHubRequest) => post<Hub>('hubs/', request);

/** Whether a handle may be had, and one like it that may. */
export const checkHandle = (handle: string, options: CallOptions = {}) =>
  get<HandleCheck>('hubs/check/', { domain_handle: handle }, options);

/** Comes in at once where the hub lets this person in, else asks to. */
export const joinHub = (handle: string, message = '') =>
  post<Hub>(`${hubPath(handle)}join-requests/`, message ? { message } : {});

const invitePath = (token: string) => `invites/${encodeURIComponent(token)}/`;

/** Comes in; the hub becomes the active one. */
export const acceptInvite = (token: string) => post<User>(`${invitePath(token)}accept/`);
export const declineInvite = (token: string) => post<null>(`${invitePath(token)}decline/`);

/** @throws the client's error; 409 carries the hub as it is now. */
export const changeHub = (hub: Pick<Hub, 'domain_handle' | 'revision'>, change: ChangeHubRequest) =>
  patch<Hub>(hubPath(hub.domain_handle), change, { headers: { 'If-Match': String(hub.revision) } });
