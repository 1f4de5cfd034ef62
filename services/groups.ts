import type { z } from 'zod';
import type { changeGroupRequest, createGroupRequest } from '#lib/contract/group.ts';
import { get, getPage, patch, post, remove } from './api.ts';
import type { Params } from './http.ts';

const groupsPath = (handle: string) => `hubs/${encodeURIComponent(handle)}/groups/` as const;
const groupPath = (handle: string, id: string) => `${groupsPath(handle)}${encodeURIComponent(id)}/` as const;

type Page = Params & { page?: number; page_size?: number };

/** One page of a hub's groups; never throws, returns the error instead. */
export const listGroups = (handle: string, params: Page, signal?: AbortSignal) =>
  getPage(groupsPath(handle), params, signal ? { signal } : {});
export const getGroup = (handle: string, id: string, signal?: AbortSignal) =>
  get(groupPath(handle, id), {}, signal ? { signal } : {});
export const createGroup = (handle: string, request: z.input<typeof createGroupRequest>) =>
  post(groupsPath(handle), request);
export const changeGroup = (handle: string, id: string, change: z.input<typeof changeGroupRequest>) =>
  patch(groupPath(handle, id), change);
/** Deletes a group with all that it is granted. */
export const deleteGroup = (handle: string, id: string) => remove(groupPath(handle, id));

/** One page of the people in a group; never throws, returns the error instead. */
export const listGroupMembers = (handle: string, id: string, params: Page, signal?: AbortSignal) =>
  getPage(`${groupPath(handle, id)}members/`, params, signal ? { signal } : {});
export const addGroupMembers = (handle: string, id: string, userIds: readonly string[]) =>
  post(
    `${groupPath(handle, id)}members/`,
    userIds.map((user_id) => ({ user_id })),
  );
export const removeGroupMember = (handle: string, id: string, userId: string) =>
  remove(`${groupPath(handle, id)}members/${encodeURIComponent(userId)}/`);
/** What a group is granted, as far as the user may see it. */
export const getGroupGrants = async (handle: string, id: string, signal: AbortSignal) =>
  (await get(`${groupPath(handle, id)}grants/`, {}, { signal })).data;
