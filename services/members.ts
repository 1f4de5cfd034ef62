import type { HubRole } from '#lib/access/roles.ts';
import type {
  CreateInviteLinkRequest,
  InviteLink,
  InviteOutcome,
  PendingInvite,
} from '#lib/contract/invite.ts';
import type { JoinRequest } from '#lib/contract/join-request.ts';
import type { ChangeMemberRequest, Member, MemberDetail, MemberRemoval } from '#lib/contract/member.ts';
import { get, getPage, type Params, patch, post, remove } from './http.ts';

const hubPath = (handle: string, rest: string) => `hubs/${encodeURIComponent(handle)}/${rest}`;
const memberPath = (handle: string, userId: string) =>
  hubPath(handle, `members/${encodeURIComponent(userId)}/`);
const invitePath = (handle: string, id: string) => hubPath(handle, `invites/${encodeURIComponent(id)}/`);
const requestPath = (handle: string, id: string) =>
  hubPath(handle, `join-requests/${encodeURIComponent(id)}/`);

type Page = Params & { page?: number; page_size?: number };

export const listMembers = (handle: string, params: Page, signal?: AbortSignal) =>
  getPage<Member>(hubPath(handle, 'members/'), params, signal ? { signal } : {});
export const getMember = (handle: string, userId: string) => get<MemberDetail>(memberPath(handle, userId));
export const changeMember = (handle: string, userId: string, change: ChangeMemberRequest) =>
  patch<Member>(memberPath(handle, userId), change);
/** Removes a member; of oneself: leaves. */
export const removeMember = (handle: string, userId: string) =>
  remove<MemberRemoval>(memberPath(handle, userId));

export const listInvites = (handle: string, params: Page, signal?: AbortSignal) =>
  getPage<PendingInvite>(hubPath(handle, 'invites/'), params, signal ? { signal } : {});
export const createInvites = (handle: string, addresses: { email: string; role: HubRole }[]) =>
  post<InviteOutcome[]>(hubPath(handle, 'invites/'), addresses);
export const createInviteLink = (handle: string, request: CreateInviteLinkRequest) =>
  post<InviteLink>(hubPath(handle, 'invite-links/'), request);
export const resendInvite = (handle: string, id: string) =>
  post<{ link?: string }>(`${invitePath(handle, id)}resend/`);
export const revokeInvite = (handle: string, id: string) => remove<null>(invitePath(handle, id));

export const listJoinRequests = (handle: string, params: Page, signal?: AbortSignal) =>
  getPage<JoinRequest>(hubPath(handle, 'join-requests/'), params, signal ? { signal } : {});
export const approveJoinRequest = (handle: string, id: string, role: HubRole) =>
  post<null>(`${requestPath(handle, id)}approve/`, { role });
export const rejectJoinRequest = (handle: string, id: string) =>
  post<null>(`${requestPath(handle, id)}reject/`);
