import type { ChangeFormRequest, Form, RequiredDeletion } from '#lib/contract/form.ts';
import type { FormPicture } from '#lib/contract/form-picture.ts';
import { get, getPage, patch, post, postMultipart } from './api.ts';
import { type CallOptions, OWN_API } from './http.ts';
import { refusalDataOf, sharedRefusalOf } from './refusal.ts';

type Known = Pick<Form, 'id' | 'revision'>;

const pathOf = (id: string) => `forms/${encodeURIComponent(id)}/` as const;
const ifMatch = ({ revision }: Known) => ({ headers: { 'If-Match': String(revision) } });

export const getForm = (id: string, signal?: AbortSignal) => get(pathOf(id), {}, signal ? { signal } : {});

/** @throws the client's error; 409 with the current form. */
export const changeForm = (form: Known, change: ChangeFormRequest) =>
  patch(pathOf(form.id), change, ifMatch(form));

/** @throws the client's error; 409 with the current form. */
export const publishForm = (form: Known) => post(`${pathOf(form.id)}publish/`, undefined, ifMatch(form));

/** How many submissions a refused change of the form would delete; null where it was refused for another reason. */
export const requiredDeletionOf = (error: unknown): RequiredDeletion | null =>
  sharedRefusalOf(error, 'answers_would_be_deleted');

/** The current form when a write is stale; null for every other failure. */
export const currentFormOf = (error: unknown): Form | null =>
  refusalDataOf<'PATCH', `forms/${string}/`>(error);

/** A picture on a form; the browser itself requests it. */
export const pictureUrl = (slug: string, picture: string) =>
  `${OWN_API}public/forms/${encodeURIComponent(slug)}/pictures/${encodeURIComponent(picture)}/`;

export function sendPicture(id: string, file: File): Promise<FormPicture> {
  const body = new FormData();
  body.append('file', file);
  return postMultipart(`${pathOf(id)}pictures/`, body).then(({ data }) => data);
}

/** What publishing the draft would change for existing submissions. */
export const getFormChanges = (id: string) => get(`${pathOf(id)}changes/`);

/** Entries of one page of a form's versions. */
const VERSION_PAGE_SIZE = 50;

/** One page of published versions, the newest first; never throws, returns the error instead. */
export const listVersions = (id: string, page: number, options: CallOptions = {}) =>
  getPage(`${pathOf(id)}versions/`, { page, page_size: VERSION_PAGE_SIZE }, options);

export const getVersion = (id: string, version: number) => get(`${pathOf(id)}versions/${String(version)}/`);
