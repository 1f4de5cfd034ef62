import type { Job } from '#lib/contract/job.ts';
import type { Column, OnMatch, Row, RowOutcome, UploadedRowFile, WireColumn } from '#lib/contract/table.ts';
import { engineColumns } from '#lib/fields/column-types.ts';
import type { Values } from '#lib/fields/definition.ts';
import { get, patch, post, postMultipart, remove } from './api.ts';
import { appendFile } from './file-part.ts';
import { apiBase, type Params, type UploadOptions } from './http.ts';

/** Rows of one page of a table. */
export const ROW_PAGE_SIZE = 50;

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/` as const;
const columnPath = (id: string, column: string) =>
  `${pathOf(id)}columns/${encodeURIComponent(column)}/` as const;

/** A page of rows, their number where it is known, and the cursors of the next and the previous page. */
export type RowPage = { data: Row[]; count?: number | null; next?: string | null; previous?: string | null };

export const listRows = (id: string, params: Params, signal?: AbortSignal): Promise<RowPage> =>
  get(`${pathOf(id)}rows/`, { page_size: ROW_PAGE_SIZE, ...params }, signal ? { signal } : {});

/** The columns that screens show and edit, by the types of the field engine. */
export const listColumns = async (id: string, signal?: AbortSignal): Promise<Column[]> =>
  engineColumns((await get(`${pathOf(id)}columns/`, {}, signal ? { signal } : {})).data);

type NewRow = { values: Values; id?: string; position?: number };

/** Adds one row. @returns its result */
export async function addRow(id: string, row: NewRow): Promise<RowOutcome | undefined> {
  return (await post(`${pathOf(id)}rows/`, { rows: [row] })).data[0];
}

/** Changes the given values of one row. @returns its result */
export async function changeRow(
  id: string,
  row: Pick<Row, 'id' | 'revision'> & { values: Values },
): Promise<RowOutcome | undefined> {
  return (await patch(`${pathOf(id)}rows/`, { rows: [row] })).data[0];
}

export async function deleteRow(id: string, row: Pick<Row, 'id'>): Promise<RowOutcome | undefined> {
  return (await remove(`${pathOf(id)}rows/`, { rows: [{ id: row.id }] })).data[0];
}

export const addColumn = async (id: string, definition: Record<string, unknown>): Promise<Column> =>
  engineColumn((await post(`${pathOf(id)}columns/`, definition)).data);

function engineColumn(column: WireColumn): Column {
  const [known] = engineColumns([column]);
  if (!known) throw new Error('screens make no column that they do not show');
  return known;
}

/** @throws the client's error; 409 where somebody else changed the column, or others refer to it. */
export const changeColumn = async (
  id: string,
  column: Pick<Column, 'id' | 'revision' | 'type' | 'column_type'>,
  change: Record<string, unknown>,
): Promise<Column> => {
  const { type, ...others } = change;
  // A rating is a number for the screens, and stays a rating where they leave it one.
  const isSame = column.column_type !== undefined && type === column.type;
  const headers = { 'If-Match': String(column.revision) };
  const { data } = await patch(columnPath(id, column.id), isSame ? others : change, { headers });
  if (!('revision' in data)) throw new Error('only a preview has no column');
  return engineColumn(data);
};

export const deleteColumn = (id: string, column: Pick<Column, 'id'>) => remove(columnPath(id, column.id));

/** Sends a file for a row; its id is the value. */
export async function sendRowFile(
  id: string,
  field: string,
  file: File,
  options: UploadOptions,
): Promise<UploadedRowFile> {
  const form = new FormData();
  form.append('field', field);
  appendFile(form, 'file', file);
  return (await postMultipart(`${pathOf(id)}row-files/`, form, options)).data;
}

/** Where a file of a row is read. */
export const rowFileUrl = (id: string, file: string) =>
  `${apiBase()}${pathOf(id)}row-files/${encodeURIComponent(file)}/`;

export type ImportChoice = {
  /** By header: the id of a column, or empty for ignored ones. */
  mapping: Record<string, string>;
  /** Whether columns of the file without a mapping become columns of the table. */
  newColumns: boolean;
  matchOn: string | null;
  onMatch: OnMatch;
  /** How the file writes fractions and days; empty for as the hub does. */
  decimalMark: string;
  dateOrder: string;
};

/** Sends a file to be imported. @returns the job */
export async function importFile(
  id: string,
  file: File,
  { mapping, newColumns, matchOn, onMatch, decimalMark, dateOrder }: ImportChoice,
): Promise<Job> {
  const form = new FormData();
  form.append('mapping', JSON.stringify(mapping));
  form.append('new_columns', String(newColumns));
  if (matchOn) {
    form.append('match_on', matchOn);
    form.append('on_match', onMatch);
  }
  if (decimalMark) form.append('decimal_mark', decimalMark);
  if (dateOrder) form.append('date_order', dateOrder);
  form.append('file', file);
  return (await postMultipart(`${pathOf(id)}import/`, form)).data;
}

export const getJob = async (id: string, signal?: AbortSignal) =>
  (await get(`jobs/${encodeURIComponent(id)}/`, {}, signal ? { signal } : {})).data;

/** Where a browser fetches all rows. */
export const exportUrl = (id: string, format: 'csv' | 'json') =>
  `${apiBase()}${pathOf(id)}export/?format=${format}`;
