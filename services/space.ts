import type { SpaceExportQuery } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import type { ChangeSpaceRequest, CreateSpaceRequest, Space, TakeOverRequest } from '#lib/contract/space.ts';
import { get, getPage, patch, post, postMultipart, put, remove } from './api.ts';
import { appendFile } from './file-part.ts';
import { type CallOptions, OWN_API, type Params } from './http.ts';

const pathOf = (slug: string) => `spaces/${encodeURIComponent(slug)}/` as const;

/** Spaces that the visitor may see in the hub. */
export const listSpaces = (
  params: Params & { page?: number; page_size?: number } = {},
  options: CallOptions = {},
) => getPage('spaces/', params, options);

export const getSpace = (slug: string, signal?: AbortSignal) =>
  get(pathOf(slug), {}, signal ? { signal } : {});

export const createSpace = (request: CreateSpaceRequest) => post('spaces/', request);

/** @throws the client's error; 409 with the current space. */
export const changeSpace = (space: Pick<Space, 'slug' | 'revision'>, change: ChangeSpaceRequest) =>
  patch(pathOf(space.slug), change, { headers: { 'If-Match': String(space.revision) } });

type Named = Pick<Space, 'slug'>;

export const archiveSpace = ({ slug }: Named) => post(`${pathOf(slug)}archive/`);
export const unarchiveSpace = ({ slug }: Named) => post(`${pathOf(slug)}unarchive/`);
/** Puts it into the trash. */
export const trashSpace = ({ slug }: Named) => remove(pathOf(slug));

/** Sends a file of documents to be imported into a space or a folder of it; where some are there already, the import waits. @returns the job */
export async function importDocuments(
  slug: string,
  { file, parent }: { file: File; parent: string | null },
  onProgress: (share: number) => void,
): Promise<Job> {
  const form = new FormData();
  if (parent) form.append('parent', parent);
  form.append('existing', 'choose');
  appendFile(form, 'file', file);
  return (await postMultipart(`${pathOf(slug)}import/`, form, { onProgress })).data;
}

/** The caller's own imports into a space, the newest first. */
export const listImports = async (slug: string, signal: AbortSignal) =>
  (await get(`${pathOf(slug)}imports/`, {}, { signal })).data;

/** Where a browser fetches the report of an import; the session's cookie is enough for that. */
export const importReportUrl = (id: string) => `${OWN_API}jobs/${encodeURIComponent(id)}/report/`;

export type ExportFormat = SpaceExportQuery['format'];

/** Where a browser fetches a space as an archive; the session's cookie is enough for that. */
export const spaceExportUrl = (
  slug: string,
  { handle, format, versions }: { handle: string; format: ExportFormat; versions: boolean },
) =>
  `${OWN_API}${pathOf(slug)}export/?format=${format}&hub=${encodeURIComponent(handle)}${versions ? '&versions=true' : ''}`;

const favouritePath = (slug: string) => `favourite-spaces/${encodeURIComponent(slug)}/` as const;

/** Stars a space, or removes the star. @returns all starred spaces, in their order */
export const setFavourite = ({ slug }: Named, starred: boolean) =>
  starred ? put(favouritePath(slug)) : remove(favouritePath(slug));

export const orderFavourites = (slugs: readonly string[]) => put('favourite-spaces/', { slugs });

/** Becomes an owner, as the hub's owner; for the password again. */
export const takeOverSpace = (slug: string, request: TakeOverRequest) =>
  post(`${pathOf(slug)}take-over/`, request);
