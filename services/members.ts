import type { HubRole } from '#lib/access/roles.ts';
import type { CreateInviteLinkRequest } from '#lib/contract/invite.ts';
import type { ChangeMemberRequest } from '#lib/contract/member.ts';
import { get, getPage, patch, post, remove } from './api.ts';
import type { Params } from './http.ts';

const hubPath = <const Rest extends string>(handle: string, rest: Rest) =>
  `hubs/${encodeURIComponent(handle)}/${rest}` as const;
const memberPath = (handle: string, userId: string) =>
  hubPath(handle, `members/${encodeURIComponent(userId)}/`);
const invitePath = (handle: string, id: string) => hubPath(handle, `invites/${encodeURIComponent(id)}/`);
const requestPath = (handle: string, id: string) =>
  hubPath(handle, `join-requests/${encodeURIComponent(id)}/`);

type Page = Params & { page?: number; page_size?: number };

export const listMembers = (handle: string, params: Page, signal?: AbortSignal) =>
  getPage(hubPath(handle, 'members/'), params, signal ? { signal } : {});
/** The members who have confirmed one of these addresses; none who is suspended. */
export const listMembersByEmail = (handle: string, emails: readonly string[], signal: AbortSignal) =>
  getPage(
    hubPath(handle, 'members/'),
    { emails: emails.join(','), state: 'active', page: 1, page_size: 100 },
    { signal },
  );
export const getMember = (handle: string, userId: string, signal?: AbortSignal) =>
  get(memberPath(handle, userId), {}, signal ? { signal } : {});
export const changeMember = (handle: string, userId: string, change: ChangeMemberRequest) =>
  patch(memberPath(handle, userId), change);
/** Removes a member; of oneself: leaves. */
export const removeMember = (handle: string, userId: string) => remove(memberPath(handle, userId));

export const listInvites = (handle: string, params: Page, signal?: AbortSignal) =>
  getPage(hubPath(handle, 'invites/'), params, signal ? { signal } : {});
export const createInvites = (handle: string, addresses: { email: string; role: HubRole }[]) =>
  post(hubPath(handle, 'invites/'), addresses);
export const createInviteLink = (handle: string, request: CreateInviteLinkRequest) =>
  post(hubPath(handle, 'invite-links/'), request);
export const resendInvite = (handle: string, id: string) => post(`${invitePath(handle, id)}resend/`);
export const revokeInvite = (handle: string, id: string) => remove(invitePath(handle, id));

export const listJoinRequests = (handle: string, params: Page, signal?: AbortSignal) =>
  getPage(hubPath(handle, 'join-requests/'), params, signal ? { signal } : {});
export const approveJoinRequest = (handle: string, id: string, role: HubRole) =>
  post(`${requestPath(handle, id)}approve/`, { role });
export const rejectJoinRequest = (handle: string, id: string) => post(`${requestPath(handle, id)}reject/`);
