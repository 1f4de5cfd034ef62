import type { ChangeAccessRequest, ResourceAccess } from '#lib/contract/access.ts';
import type { CreateShareLinkRequest } from '#lib/contract/share-link.ts';
import { get, getPage, post, put, remove } from './api.ts';
import { refusalDataOf } from './refusal.ts';

/** What is shared by name and by link. */
export type ShareableResource = { kind: 'item' | 'form'; id: string };

const pathOf = ({ kind, id }: ShareableResource) => `${kind}s/${encodeURIComponent(id)}/` as const;

export const getAccess = (resource: ShareableResource, signal?: AbortSignal) =>
  get(`${pathOf(resource)}access/`, {}, signal ? { signal } : {});

/** @throws the client's error; 409 with the current access. */
export const changeAccess = (resource: ShareableResource, revision: number, change: ChangeAccessRequest) =>
  put(`${pathOf(resource)}access/`, change, { headers: { 'If-Match': String(revision) } });

/** The current access when a change is stale; null for every other failure. */
export const currentAccessOf = (error: unknown): ResourceAccess | null =>
  refusalDataOf<'PUT', `items/${string}/access/`>(error);

/** What has share links: also a view of a table, whose links only read. */
export type LinkedResource = ShareableResource | { kind: 'view'; id: string; itemId: string };

const viewPath = ({ id, itemId }: { id: string; itemId: string }) =>
  `items/${encodeURIComponent(itemId)}/views/${encodeURIComponent(id)}/` as const;

export const listShareLinks = (resource: LinkedResource, signal: AbortSignal) =>
  resource.kind === 'view'
    ? get(`${viewPath(resource)}share-links/`, {}, { signal })
    : get(`${pathOf(resource)}share-links/`, {}, { signal });
export const createShareLink = (resource: LinkedResource, { role, ...request }: CreateShareLinkRequest) =>
  resource.kind === 'view'
    ? post(`${viewPath(resource)}share-links/`, request)
    : post(`${pathOf(resource)}share-links/`, { ...request, role });
export const revokeShareLink = (resource: LinkedResource, linkId: string) =>
  resource.kind === 'view'
    ? remove(`${viewPath(resource)}share-links/${encodeURIComponent(linkId)}/`)
    : remove(`${pathOf(resource)}share-links/${encodeURIComponent(linkId)}/`);

/** A resource whose readers can be listed. */
export type AccessResource = ShareableResource | { kind: 'space'; slug: string };

export const WHO_CAN_SEE_PAGE_SIZE = 25;

/** One page of everybody who can see a resource; never throws, returns the error instead. */
export function listWhoCanSee(
  resource: AccessResource,
  params: { page: number; q?: string },
  signal: AbortSignal,
) {
  const path = resource.kind === 'space' ? `spaces/${encodeURIComponent(resource.slug)}/` : pathOf(resource);
  return getPage(`${path}who-can-see/`, { page_size: WHO_CAN_SEE_PAGE_SIZE, ...params }, { signal });
}

/** A few people of the hub whose name or address contains these letters. */
export const findPeople = (handle: string, q: string, signal: AbortSignal) =>
  getPage(`hubs/${encodeURIComponent(handle)}/members/`, { q, page: 1, page_size: 6 }, { signal });

/** A few groups of the hub whose name contains these letters. */
export const findGroups = (handle: string, q: string, signal: AbortSignal) =>
  getPage(`hubs/${encodeURIComponent(handle)}/groups/`, { q, page: 1, page_size: 4 }, { signal });

export const SHARED_PAGE_SIZE = 25;

/** One page of what was shared with the user in the active hub; never throws, returns the error instead. */
export const listShared = (params: { page: number; q?: string }, signal: AbortSignal) =>
  getPage('shared/', { page_size: SHARED_PAGE_SIZE, ...params }, { signal });
