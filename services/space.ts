import type { ChangeSpaceRequest, CreateSpaceRequest, Space } from '#lib/contract/space.ts';
import { get, getPage, type Params, patch, post } from './http.ts';

const pathOf = (slug: string) => `spaces/${encodeURIComponent(slug)}/`;

/** Spaces that the visitor may see in the hub. */
export const listSpaces = (params: Params & { page?: number; page_size?: number } = {}) =>
  getPage<Space>('spaces/', params);

export const getSpace = (slug: string, signal?: AbortSignal) =>
  get<Space>(pathOf(slug), {}, signal ? { signal } : {});

export const createSpace = (request: CreateSpaceRequest) => post<Space>('spaces/', request);

/** @throws the client's error; 409 carries the space as it is now. */
export const changeSpace = (space: Pick<Space, 'slug' | 'revision'>, change: ChangeSpaceRequest) =>
  patch<Space>(pathOf(space.slug), change, { headers: { 'If-Match': String(space.revision) } });
