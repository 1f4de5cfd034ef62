import type { SubmissionState } from '#lib/contract/submission-limits.ts';
import type { Submission, SubmissionFormat } from '#lib/contract/submissions.ts';
import type { UploadedFormFile } from '#lib/contract/submit.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import { get, getPage, patch, post, postMultipart, put, remove } from './api.ts';
import { appendFile } from './file-part.ts';
import {
  type CallOptions,
  messageOf,
  OWN_API,
  type Params,
  retryAfterOf,
  type UploadOptions,
} from './http.ts';
import { refusalDataOf } from './refusal.ts';

/** Submissions per page of the table. */
export const SUBMISSIONS_PAGE_SIZE = 50;

const pathOf = (formId: string) => `forms/${encodeURIComponent(formId)}/` as const;
const submissionsPath = (formId: string) => `${pathOf(formId)}submissions/` as const;
const submissionPath = (formId: string, id: string) =>
  `${submissionsPath(formId)}${encodeURIComponent(id)}/` as const;

/** A page of submissions. */
export type SubmissionPage = {
  data: Submission[];
  /** Where the next one begins; null at the end. */
  next: string | null;
  /** Why it failed, to be shown with a retry. */
  error: string | null;
  /** Milliseconds after which a retry may help, where the failure is temporary. */
  retryAfter?: number | null;
};

/** Matching submissions after the cursor `after`; never throws, returns the error instead. */
export async function listSubmissions(
  formId: string,
  filters: Params,
  after: string | null,
  { size = SUBMISSIONS_PAGE_SIZE, ...options }: CallOptions & { size?: number } = {},
): Promise<SubmissionPage> {
  try {
    const params = { ...filters, page_size: size, ...(after ? { after } : {}) };
    const { data, next = null } = await get(submissionsPath(formId), params, options);
    return { data, next, error: null };
  } catch (error) {
    return { data: [], next: null, error: messageOf(error), retryAfter: retryAfterOf(error) };
  }
}

/** The fields of all versions, and their names in each. */
export const getSubmissionFields = (formId: string) => get(`${pathOf(formId)}asked-fields/`);

/** One submission with the form as it was filled, and its neighbours in a list. */
export const getSubmission = (formId: string, id: string, list: Params) =>
  get(submissionPath(formId, id), list);

/** How many submissions are newer than one. */
export const countNewerSubmissions = (formId: string, than: string) =>
  get(`${submissionsPath(formId)}newer/`, { than });

/** How many submissions match, and how many there are; both up to `SUBMISSION_COUNT_MAX`. */
export const countSubmissions = (formId: string, filters: Params, signal?: AbortSignal) =>
  get(`${submissionsPath(formId)}count/`, filters, signal ? { signal } : {});

export type SubmissionStatusChange = { state?: SubmissionState; assigned_to?: string | null };

export const changeSubmission = (formId: string, id: string, work: SubmissionStatusChange) =>
  patch(submissionPath(formId, id), work);

export const changeSubmissions = (formId: string, ids: readonly string[], work: SubmissionStatusChange) =>
  patch(submissionsPath(formId), { ids, ...work });

/** A page of the submissions in the trash; `count` is null where there may be more. */
export const listTrashedSubmissions = (formId: string, page: number, options: CallOptions = {}) =>
  getPage(`${submissionsPath(formId)}trashed/`, { page, page_size: SUBMISSIONS_PAGE_SIZE }, options);

export const restoreSubmissions = (formId: string, ids: readonly string[]) =>
  post(`${submissionsPath(formId)}restore/`, { ids });

/** Permanently deletes submissions that are in the trash. */
export const deleteTrashedSubmissions = (formId: string, ids: readonly string[]) =>
  post(`${submissionsPath(formId)}purge/`, { ids });

/** Moves submissions to the trash, with their files. */
export const trashSubmissions = (formId: string, ids: readonly string[]) =>
  post(`${submissionsPath(formId)}delete/`, { ids });

/** Earlier revisions of a submission, the latest first. */
export const getSubmissionHistory = (formId: string, id: string) =>
  get(`${submissionPath(formId, id)}history/`);

export const correctSubmission = (
  formId: string,
  id: string,
  { values, countries, revision }: { values: Values; countries: PhoneCountries; revision: number },
) =>
  put(
    `${submissionPath(formId, id)}values/`,
    { values, meta: { countries } },
    { headers: { 'If-Match': String(revision) } },
  );

/** Sends a file for a submission that is being corrected; its id is the value. @param field its id */
export async function sendCorrectionFile(
  { formId, id }: { formId: string; id: string },
  field: string,
  file: File,
  options: UploadOptions,
): Promise<UploadedFormFile> {
  const body = new FormData();
  body.append('field', field);
  appendFile(body, 'file', file);
  return (await postMultipart(`${submissionPath(formId, id)}files/`, body, options)).data;
}

/** The current revision of the submission when a correction is stale; null for every other failure. */
export const revisionOf = (error: unknown): number | null =>
  refusalDataOf<'PUT', `forms/${string}/submissions/${string}/values/`>(error)?.revision ?? null;

export const createNote = (formId: string, id: string, body: string) =>
  post(`${submissionPath(formId, id)}notes/`, { body });

export const deleteNote = (formId: string, id: string, note: string) =>
  remove(`${submissionPath(formId, id)}notes/${encodeURIComponent(note)}/`);

/** The people who may read the submissions, by name. */
export const findSubmissionReaders = (formId: string, signal?: AbortSignal) =>
  get(`${pathOf(formId)}answer-readers/`, {}, signal ? { signal } : {});

export const getSummary = (formId: string, filters: Params) => get(`${pathOf(formId)}summary/`, filters);

export const getDropOff = (formId: string, filters: Params, signal?: AbortSignal) =>
  get(`${pathOf(formId)}drop-off/`, filters, signal ? { signal } : {});

/** URL from which the browser downloads all matching submissions. */
export const submissionsExportUrl = (
  formId: string,
  format: SubmissionFormat,
  params: Record<string, string>,
) => `${OWN_API}${pathOf(formId)}export/?${new URLSearchParams({ ...params, format })}`;

/** URL from which the browser downloads a file of a submission. */
export const submissionFileUrl = (formId: string, file: string) =>
  `${OWN_API}${pathOf(formId)}files/${encodeURIComponent(file)}/`;
