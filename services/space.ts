import type {
  ChangeSpaceRequest,
  CreateSpaceRequest,
  Space,
  SpaceSummary,
  TakeOverRequest,
} from '#lib/contract/space.ts';
import type { TrashedSpace } from '#lib/contract/trash.ts';
import { type CallOptions, get, getPage, type Params, patch, post, put, remove } from './http.ts';

const pathOf = (slug: string) => `spaces/${encodeURIComponent(slug)}/`;

/** Spaces that the visitor may see in the hub. */
export const listSpaces = (
  params: Params & { page?: number; page_size?: number } = {},
  options: CallOptions = {},
) => getPage<Space>('spaces/', params, options);

export const getSpace = (slug: string, signal?: AbortSignal) =>
  get<Space>(pathOf(slug), {}, signal ? { signal } : {});

export const createSpace = (request: CreateSpaceRequest) => post<Space>('spaces/', request);

/** @throws the client's error; 409 carries the space as it is now. */
export const changeSpace = (space: Pick<Space, 'slug' | 'revision'>, change: ChangeSpaceRequest) =>
  patch<Space>(pathOf(space.slug), change, { headers: { 'If-Match': String(space.revision) } });

type Named = Pick<Space, 'slug'>;

export const archiveSpace = ({ slug }: Named) => post<Space>(`${pathOf(slug)}archive/`);
export const unarchiveSpace = ({ slug }: Named) => post<Space>(`${pathOf(slug)}unarchive/`);
/** Puts it into the trash. */
export const trashSpace = ({ slug }: Named) => remove<TrashedSpace>(pathOf(slug));

const favouritePath = (slug: string) => `favourite-spaces/${encodeURIComponent(slug)}/`;

/** Stars a space, or takes the star off. @returns all that have one, in their order */
export const setFavourite = ({ slug }: Named, starred: boolean) =>
  starred ? put<SpaceSummary[]>(favouritePath(slug)) : remove<SpaceSummary[]>(favouritePath(slug));

export const orderFavourites = (slugs: readonly string[]) =>
  put<SpaceSummary[]>('favourite-spaces/', { slugs });

/** Becomes an owner, as the hub's owner; for the password again. */
export const takeOverSpace = (slug: string, request: TakeOverRequest) =>
  post<Space>(`${pathOf(slug)}take-over/`, request);
