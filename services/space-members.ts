import type { ApproveAccessRequest, CreateAccessRequest } from '#lib/contract/access-request.ts';
import type { AddSpaceMemberRequest, ChangeSpaceMemberRequest } from '#lib/contract/space-member.ts';
import { get, getPage, patch, post, remove } from './api.ts';

/** People per page of a space's list. */
export const SPACE_MEMBERS_PAGE_SIZE = 50;

const pathOf = (slug: string) => `spaces/${encodeURIComponent(slug)}/` as const;
const memberPath = (slug: string, userId: string) =>
  `${pathOf(slug)}members/${encodeURIComponent(userId)}/` as const;
const requestPath = (slug: string, id: string) =>
  `${pathOf(slug)}access-requests/${encodeURIComponent(id)}/` as const;

/** One page of a space's people; never throws, returns the error instead. */
export const listSpaceMembers = (slug: string, params: { page: number; q?: string }, signal: AbortSignal) =>
  getPage(`${pathOf(slug)}members/`, { page_size: SPACE_MEMBERS_PAGE_SIZE, ...params }, { signal });

export const addSpaceMember = (slug: string, request: AddSpaceMemberRequest) =>
  post(`${pathOf(slug)}members/`, request);

export const changeSpaceMember = (slug: string, userId: string, request: ChangeSpaceMemberRequest) =>
  patch(memberPath(slug, userId), request);

/** Removes a member, or leaves. */
export const removeSpaceMember = (slug: string, userId: string) => remove(memberPath(slug, userId));

/** The groups that were added to a space; a group's role is changed by adding it again. */
export const listSpaceGroups = (slug: string, signal?: AbortSignal) =>
  get(`${pathOf(slug)}groups/`, {}, signal ? { signal } : {});
export const removeSpaceGroup = (slug: string, id: string) =>
  remove(`${pathOf(slug)}groups/${encodeURIComponent(id)}/`);

/** People of the hub who could be added. */
export const findCandidates = (slug: string, q: string, signal: AbortSignal) =>
  get(`${pathOf(slug)}candidates/`, { q }, { signal });

export const listSpaceInvites = (slug: string, signal?: AbortSignal) =>
  get(`${pathOf(slug)}invites/`, {}, signal ? { signal } : {});
export const revokeSpaceInvite = (slug: string, id: string) =>
  remove(`${pathOf(slug)}invites/${encodeURIComponent(id)}/`);

export const listAccessRequests = (slug: string, signal?: AbortSignal) =>
  get(`${pathOf(slug)}access-requests/`, { page_size: 100 }, signal ? { signal } : {});
export const requestAccess = (slug: string, request: CreateAccessRequest) =>
  post(`${pathOf(slug)}access-requests/`, request);
export const withdrawAccessRequest = (slug: string) => remove(`${pathOf(slug)}access-requests/`);
export const approveAccessRequest = (slug: string, id: string, request: ApproveAccessRequest) =>
  post(`${requestPath(slug, id)}approve/`, request);
export const rejectAccessRequest = (slug: string, id: string) => post(`${requestPath(slug, id)}reject/`);
