import type { ChangedAnswer, EarlierAnswer } from '#lib/contract/answer.ts';
import type {
  AnswerNote,
  AnswerReader,
  AskedForm,
  AskedSubmission,
  CountedAnswers,
  DropOff,
  FormSummary,
  Submission,
  SubmissionFormat,
  SubmissionState,
  TrashedAnswer,
} from '#lib/contract/answers.ts';
import type { ReceivedFormFile } from '#lib/contract/form.ts';
import {
  apiBase,
  apiClient,
  failureOf,
  get,
  messageOf,
  type Params,
  patch,
  post,
  postMultipart,
  put,
  remove,
  type UploadOptions,
} from './http.ts';

/** Answers of a page of the table. */
export const ANSWERS_PAGE_SIZE = 50;

const pathOf = (formId: string) => `forms/${encodeURIComponent(formId)}/`;
const answersOf = (formId: string) => `${pathOf(formId)}submissions/`;
const answerOf = (formId: string, id: string) => `${answersOf(formId)}${encodeURIComponent(id)}/`;

/** A page of answers. */
export type AnswerPage = {
  data: Submission[];
  /** Where the next one begins; null at the end. */
  next: string | null;
  /** Why it failed, to be shown with a retry. */
  error: string | null;
};

/** The answers that match, from `after` on; never throws, says why it failed instead. */
export async function listAnswers(
  formId: string,
  filters: Params,
  after: string | null,
  size = ANSWERS_PAGE_SIZE,
): Promise<AnswerPage> {
  try {
    const { data } = await apiClient.request<{ data: Submission[]; next: string | null }>({
      method: 'GET',
      url: answersOf(formId),
      params: { ...filters, page_size: size, ...(after ? { after } : {}) },
    });
    return { data: data.data, next: data.next, error: null };
  } catch (error) {
    return { data: [], next: null, error: messageOf(error) };
  }
}

/** The fields that were ever asked, and how the versions name them. */
export const getAskedForm = (formId: string) => get<AskedForm>(`${pathOf(formId)}asked-fields/`);

/** One answer as it was asked, and what stands beside it in a list. */
export const getAnswer = (formId: string, id: string, list: Params) =>
  get<AskedSubmission>(answerOf(formId, id), list);

/** How many answers came after one. */
export const countNewer = (formId: string, than: string) =>
  get<{ count: number }>(`${answersOf(formId)}newer/`, { than });

/** How many answers match, and how many there are; both up to `COUNTED_MAX`. */
export const countAnswers = (formId: string, filters: Params) =>
  get<CountedAnswers>(`${answersOf(formId)}count/`, filters);

export type AnswerWork = { state?: SubmissionState; assigned_to?: string | null };

export const changeAnswer = (formId: string, id: string, work: AnswerWork) =>
  patch<Submission>(answerOf(formId, id), work);

export const changeAnswers = (formId: string, ids: readonly string[], work: AnswerWork) =>
  patch<{ count: number }>(answersOf(formId), { ids, ...work });

/** A page of the answers in the trash; `count` is null where there may be more. */
export async function listTrashedAnswers(formId: string, page: number): Promise<TrashedAnswer[]> {
  const { data } = await get<TrashedAnswer[]>(`${answersOf(formId)}trashed/`, {
    page,
    page_size: ANSWERS_PAGE_SIZE,
  });
  return data;
}

export const restoreAnswers = (formId: string, ids: readonly string[]) =>
  post<{ count: number }>(`${answersOf(formId)}restore/`, { ids });

/** Deletes answers for ever that are in the trash. */
export const purgeAnswers = (formId: string, ids: readonly string[]) =>
  post<{ count: number }>(`${answersOf(formId)}purge/`, { ids });

/** Moves answers to the trash, with their files. */
export const deleteAnswers = (formId: string, ids: readonly string[]) =>
  post<{ count: number }>(`${answersOf(formId)}delete/`, { ids });

/** What an answer was before it was changed, the latest first. */
export const getAnswerHistory = (formId: string, id: string) =>
  get<EarlierAnswer[]>(`${answerOf(formId, id)}history/`);

export const correctAnswer = (
  formId: string,
  id: string,
  { values, revision }: { values: Record<string, unknown>; revision: number },
) =>
  put<ChangedAnswer>(
    `${answerOf(formId, id)}values/`,
    { values },
    { headers: { 'If-Match': String(revision) } },
  );

/** Sends a file for an answer that is being corrected; its id is the value. @param field its id */
export async function sendCorrectionFile(
  { formId, id }: { formId: string; id: string },
  field: string,
  file: File,
  options: UploadOptions,
): Promise<ReceivedFormFile> {
  const body = new FormData();
  body.append('field', field);
  body.append('file', file, file.name);
  return (await postMultipart<ReceivedFormFile>(`${answerOf(formId, id)}files/`, body, options)).data;
}

/** The revision of the answer as it is now, when a correction came too late; null for every other failure. */
export function revisionOf(error: unknown): number | null {
  const failure = failureOf(error);
  if (failure?.code !== 'stale_revision' || !('data' in failure)) return null;
  const { data } = failure;
  const isAnswer = typeof data === 'object' && data !== null && 'revision' in data;
  return isAnswer && typeof data.revision === 'number' ? data.revision : null;
}

export const writeNote = (formId: string, id: string, body: string) =>
  post<AnswerNote>(`${answerOf(formId, id)}notes/`, { body });

export const deleteNote = (formId: string, id: string, note: string) =>
  remove(`${answerOf(formId, id)}notes/${encodeURIComponent(note)}/`);

/** Who may read the answers, by name. */
export const findReaders = (formId: string, q?: string) =>
  get<AnswerReader[]>(`${pathOf(formId)}answer-readers/`, q ? { q } : {});

export const getSummary = (formId: string, filters: Params) =>
  get<FormSummary>(`${pathOf(formId)}summary/`, filters);

export const getDropOff = (formId: string, filters: Params) =>
  get<DropOff>(`${pathOf(formId)}drop-off/`, filters);

/** Where the browser itself fetches all answers that match. */
export const answersExportUrl = (formId: string, format: SubmissionFormat, given: Record<string, string>) =>
  `${apiBase()}${pathOf(formId)}export/?${new URLSearchParams({ ...given, format })}`;

/** Where the browser itself fetches a file that was given as an answer. */
export const answerFileUrl = (formId: string, file: string) =>
  `${apiBase()}${pathOf(formId)}files/${encodeURIComponent(file)}/`;
