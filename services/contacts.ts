import type { Job } from '#lib/contract/job.ts';
import type { OnMatch, Row } from '#lib/contract/table.ts';
import type { PeoplePreview } from '#lib/contract/table-import.ts';
import type { Values } from '#lib/fields/definition.ts';
import { get, getPage, post, remove } from './api.ts';
import { type ListPage, OWN_API } from './http.ts';

/** People of one page of a contact list. */
export const CONTACTS_PAGE_SIZE = 50;
/** Pairs of one page of possible duplicates, and merges of one page. */
export const DUPLICATES_PAGE_SIZE = 20;
/** Submissions of a person that are shown at once. */
const SUBMISSIONS_PAGE_SIZE = 10;

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/` as const;
const rowPath = (id: string, row: string) => `${pathOf(id)}rows/${encodeURIComponent(row)}/` as const;

/** The people of contact lists who have the confirmed addresses of these members, as far as the reader may see the lists. */
export const listMemberContacts = async (handle: string, members: readonly string[], signal: AbortSignal) =>
  (
    await get(
      `hubs/${encodeURIComponent(handle)}/member-contacts/`,
      { members: members.join(',') },
      { signal },
    )
  ).data;

/** One page of a contact list, after a cursor; never throws, returns the error instead. */
export const listContacts = (
  id: string,
  {
    q,
    sort,
    view,
    filter,
    after,
  }: { q: string; sort: string; view: string; filter: string; after: string | null },
  signal: AbortSignal,
): Promise<ListPage<Row>> =>
  getPage(
    `${pathOf(id)}rows/`,
    {
      page_size: CONTACTS_PAGE_SIZE,
      ...(q ? { q } : {}),
      ...(sort ? { sort } : {}),
      ...(view ? { view } : {}),
      ...(filter ? { filter } : {}),
      ...(after ? { after } : {}),
    },
    { signal },
  );

export const getContact = async (id: string, row: string, signal: AbortSignal): Promise<Row> =>
  (await get(rowPath(id, row), {}, { signal })).data;

/** Which of these people have a photo in the card that they were imported from. */
export const listContactPhotos = async (
  id: string,
  rows: readonly string[],
  signal: AbortSignal,
): Promise<string[]> =>
  (await get(`${pathOf(id)}photos/`, { rows: rows.join(',') }, { signal })).data.map(({ row_id }) => row_id);

/** The labels of a list's people, and how many have each. */
export const listLabels = async (id: string, signal?: AbortSignal) =>
  (await get(`${pathOf(id)}labels/`, {}, signal ? { signal } : {})).data;

/** What a person's card says besides the columns of the list. */
export const listCardValues = async (id: string, row: string, signal: AbortSignal) =>
  (await get(`${rowPath(id, row)}card/`, {}, { signal })).data;

/** One page of the submissions of a person that the reader may read, the newest first; never throws. */
export const listPersonSubmissions = (id: string, row: string, page: number, signal: AbortSignal) =>
  getPage(`${rowPath(id, row)}submissions/`, { page, page_size: SUBMISSIONS_PAGE_SIZE }, { signal });

/** Where that photo is read. */
export const contactPhotoUrl = (id: string, row: string) => `${OWN_API}${rowPath(id, row)}photo/`;

/** Deletes a person, who can be restored for 30 days. */
export const deleteContact = (id: string, row: string) =>
  remove(`${pathOf(id)}rows/`, { rows: [{ id: row }] });
export const restoreContact = (id: string, row: string) => post(`${pathOf(id)}rows/restore/`, { ids: [row] });

/** One page of what happened to a person, the newest first; never throws. */
export const listContactHistory = (id: string, row: string, page: number, signal: AbortSignal) =>
  getPage(`${rowPath(id, row)}history/`, { page, page_size: DUPLICATES_PAGE_SIZE }, { signal });

/** One page of pairs that may be one person; never throws. @param least from 0 to 1 */
export const listDuplicates = (
  id: string,
  { least, page, page_size = DUPLICATES_PAGE_SIZE }: { least: number; page: number; page_size?: number },
  signal?: AbortSignal,
) =>
  getPage(
    `${pathOf(id)}duplicates/`,
    { min_score: String(least), page, page_size },
    signal ? { signal } : {},
  );

/** Makes rows one: the first stays; given values win. */
export const mergeContacts = async (
  id: string,
  rows: readonly string[],
  values: Values = {},
  runId?: string,
) =>
  (await post(`${pathOf(id)}merge/`, { rows: [...rows], values, ...(runId ? { run_id: runId } : {}) })).data;
/** Remembers whether two people are not the same one. */
export const setDistinct = (id: string, rows: readonly string[], distinct: boolean) =>
  post(`${pathOf(id)}distinct/`, { rows: [...rows], distinct });
export const undoMerge = (id: string, merge: string) =>
  post(`${pathOf(id)}merge/${encodeURIComponent(merge)}/undo/`);
/** Undoes all merges of a run. @returns how many were undone, and how many could not be */
export async function undoMergeRun(id: string, run: string): Promise<{ undone: number; refused: number }> {
  const result = { undone: 0, refused: 0 };
  let after: string | null = null;
  do {
    const part: { undone: number; refused: number; after: string | null } = (
      await post(`${pathOf(id)}merges/${encodeURIComponent(run)}/undo/`, { after })
    ).data;
    result.undone += part.undone;
    result.refused += part.refused;
    after = part.after;
  } while (after !== null);
  return result;
}
/** One page of the merges of the last 30 days; never throws. */
export const listMerges = (id: string, page: number, signal: AbortSignal) =>
  getPage(`${pathOf(id)}merges/`, { page, page_size: DUPLICATES_PAGE_SIZE }, { signal });

/** What an import would make of the people of a file that was sent. */
export const previewPeople = async (
  jobId: string,
  matchOn: readonly string[],
  signal: AbortSignal,
): Promise<PeoplePreview> =>
  (
    await get(
      `jobs/${encodeURIComponent(jobId)}/people/`,
      matchOn.length > 0 ? { match_on: matchOn.join(',') } : { on_match: 'add' },
      { signal },
    )
  ).data;

/** Imports the people of a file of vCards that was sent. */
export const startVcards = async (
  jobId: string,
  { matchOn, onMatch }: { matchOn: readonly string[]; onMatch: OnMatch },
): Promise<Job> => {
  const how =
    matchOn.length > 0 ? { match_on: [...matchOn], on_match: onMatch } : { on_match: 'add' as const };
  return (await post(`jobs/${encodeURIComponent(jobId)}/start/`, how)).data;
};
