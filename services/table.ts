import type { ColumnChange, NewColumn } from '#lib/contract/column-request.ts';
import type {
  ImportDelimiter,
  ImportEncoding,
  ImportType,
  UnknownOptions,
} from '#lib/contract/import-choice.ts';
import type { Job } from '#lib/contract/job.ts';
import type {
  EmptyCells,
  OnMatch,
  Row,
  RowOutcome,
  UploadedRowFile,
  WireColumn,
} from '#lib/contract/table.ts';
import type { PutCursorRequest } from '#lib/contract/table-cursor.ts';
import type {
  ImportCheck,
  ImportPreview,
  StartImportRequest,
  TableImport,
} from '#lib/contract/table-import.ts';
import type { Values } from '#lib/fields/definition.ts';
import { get, patch, post, postMultipart, put, remove } from './api.ts';
import { appendFile } from './file-part.ts';
import { OWN_API, type Params, type UploadOptions } from './http.ts';

/** Rows of one page of a table. */
export const ROW_PAGE_SIZE = 50;

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/` as const;
const columnPath = (id: string, column: string) =>
  `${pathOf(id)}columns/${encodeURIComponent(column)}/` as const;

/** A page of rows, their number where it is known, and the cursors of the next and the previous page. */
export type RowPage = {
  data: Row[];
  count?: number | null;
  next?: string | null;
  previous?: string | null;
  /** Of the page around a row: how many rows come before it. */
  offset?: number;
  /** True where an index is being prepared with which the list will be faster. */
  preparing?: boolean;
};

export const listRows = (id: string, params: Params, signal?: AbortSignal): Promise<RowPage> =>
  get(`${pathOf(id)}rows/`, { page_size: ROW_PAGE_SIZE, ...params }, signal ? { signal } : {});

export const listColumns = async (id: string, signal?: AbortSignal): Promise<WireColumn[]> =>
  (await get(`${pathOf(id)}columns/`, {}, signal ? { signal } : {})).data;

/** The number of rows that a search and a filter find. */
export async function countRows(id: string, found: Params, signal?: AbortSignal): Promise<number> {
  const params = { ...found, metrics: 'count' };
  const { data } = await get(`${pathOf(id)}aggregate/`, params, signal ? { signal } : {});
  return Number(data[0]?.values.count ?? 0);
}

export type NewRow = { values: Values; id?: string; position?: number };

/** Adds up to 1,000 rows. @returns the result of each */
export const addRows = async (id: string, rows: NewRow[]): Promise<RowOutcome[]> =>
  (await post(`${pathOf(id)}rows/`, { rows })).data;

/** Changes the given values of up to 1,000 rows: the last writer of a cell wins. @returns the result of each */
export const changeRows = async (
  id: string,
  rows: { id: string; values: Values; revision?: number }[],
): Promise<RowOutcome[]> => (await patch(`${pathOf(id)}rows/`, { rows })).data;

/**
 * Deletes up to 1,000 rows, which can be restored for 30 days.
 * @param rows with a revision, one that was changed since stays
 * @returns the result of each
 */
export const deleteRows = async (
  id: string,
  rows: { id: string; revision?: number; unless_changed_by_others?: boolean }[],
): Promise<RowOutcome[]> => (await remove(`${pathOf(id)}rows/`, { rows })).data;

/** Restores up to 1,000 deleted rows. @returns the result of each */
export const restoreRows = async (id: string, ids: string[]): Promise<RowOutcome[]> =>
  (await post(`${pathOf(id)}rows/restore/`, { ids })).data;

/** Adds one row. @returns its result */
export async function addRow(id: string, row: NewRow): Promise<RowOutcome | undefined> {
  return (await post(`${pathOf(id)}rows/`, { rows: [row] })).data[0];
}

/** Changes the given values of one row. @returns its result */
export async function changeRow(
  id: string,
  row: Pick<Row, 'id'> & { values: Values; revision?: number },
): Promise<RowOutcome | undefined> {
  return (await patch(`${pathOf(id)}rows/`, { rows: [row] })).data[0];
}

export async function deleteRow(id: string, row: Pick<Row, 'id'>): Promise<RowOutcome | undefined> {
  return (await remove(`${pathOf(id)}rows/`, { rows: [{ id: row.id }] })).data[0];
}

export const addColumn = async (id: string, definition: NewColumn): Promise<WireColumn> =>
  (await post(`${pathOf(id)}columns/`, definition)).data;

/** @throws the client's error; 409 where somebody else changed the column, or others refer to it. */
export const changeColumn = async (
  id: string,
  column: Pick<WireColumn, 'id' | 'revision'>,
  change: ColumnChange,
): Promise<WireColumn> => {
  const headers = { 'If-Match': String(column.revision) };
  const { data } = await patch(columnPath(id, column.id), change, { headers });
  if (!('revision' in data)) throw new Error('only a preview has no column');
  return data;
};

export const deleteColumn = (id: string, column: Pick<WireColumn, 'id'>) => remove(columnPath(id, column.id));

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
  `${OWN_API}${pathOf(id)}row-files/${encodeURIComponent(file)}/`;

/** Says at which cell this page is; null where it is left. */
export function sendCursor(id: string, cursor: PutCursorRequest): void {
  void put(`${pathOf(id)}cursor/`, cursor).catch(() => undefined);
}

export type ImportChoice = {
  /** By header: the id of a column, or empty for ignored ones. */
  mapping: Record<string, string>;
  /** Whether columns of the file without a mapping become columns of the table. */
  newColumns: boolean;
  /** The ids of the columns by which a row is known again. */
  matchOn: readonly string[];
  onMatch: OnMatch;
  /** What an empty cell does to a row that is there already. */
  emptyCells: EmptyCells;
  /** How the file writes fractions and days; empty for as the hub does. */
  decimalMark: '' | '.' | ',';
  dateOrder: '' | 'day' | 'month';
  /** By header: the type of the new column that is made of it; otherwise that of its cells. */
  types: Record<string, ImportType>;
  /** What becomes of a choice that a column doesn't have; empty where nothing is imported into such a column. */
  unknownOptions: '' | UnknownOptions;
};

/** How the lines of a file are read. */
export type ImportReading = {
  /** Of a workbook: the number of its sheet, from 0; null for the first that has rows and is not hidden. */
  sheet: number | null;
  /** Of text, where it is not read as detected. */
  encoding: '' | ImportEncoding;
  delimiter: '' | ImportDelimiter;
  /** Whether the first line names the columns; otherwise they are named by their places. */
  hasHeader: boolean;
};

/** Sends a file that is imported once its columns are chosen. @returns the job, which is paused */
export async function sendImportFile(
  id: string,
  file: File,
  options: Pick<UploadOptions, 'onProgress' | 'signal'>,
): Promise<Job> {
  const form = new FormData();
  form.append('paused', 'true');
  appendFile(form, 'file', file);
  return (await postMultipart(`${pathOf(id)}import/`, form, options)).data;
}

/** The first lines of a file that was sent to be imported. */
export const previewImport = async (
  jobId: string,
  { sheet, encoding, delimiter }: Omit<ImportReading, 'hasHeader'>,
  signal: AbortSignal,
): Promise<ImportPreview> => {
  const params = {
    ...(sheet === null ? {} : { sheet }),
    ...(encoding ? { encoding } : {}),
    ...(delimiter ? { delimiter } : {}),
  };
  return (await get(`jobs/${encodeURIComponent(jobId)}/preview/`, params, { signal })).data;
};

/** How rows are imported, as the API has it. */
const choiceOf = (choice: ImportChoice): Omit<StartImportRequest, keyof ReturnType<typeof readingOf>> => ({
  mapping: choice.mapping,
  new_columns: choice.newColumns,
  ...(Object.keys(choice.types).length > 0 ? { types: choice.types } : {}),
  ...(choice.unknownOptions ? { unknown_options: choice.unknownOptions } : {}),
  ...(choice.matchOn.length > 0
    ? { match_on: [...choice.matchOn], on_match: choice.onMatch, empty_cells: choice.emptyCells }
    : { on_match: 'add' as const }),
  ...(choice.decimalMark ? { decimal_mark: choice.decimalMark } : {}),
  ...(choice.dateOrder ? { date_order: choice.dateOrder } : {}),
});

const readingOf = ({ sheet, encoding, delimiter, hasHeader }: ImportReading) => ({
  ...(sheet === null ? {} : { sheet }),
  ...(encoding ? { encoding } : {}),
  ...(delimiter ? { delimiter } : {}),
  has_header: hasHeader,
});

/** Starts an import whose file was sent before. */
export async function startImport(jobId: string, how: ImportChoice & ImportReading): Promise<Job> {
  const body = { ...choiceOf(how), ...readingOf(how) };
  return (await post(`jobs/${encodeURIComponent(jobId)}/start/`, body)).data;
}

/** What an import would make of the first lines of a file. */
export const checkImport = async (
  id: string,
  lines: string[][],
  choice: ImportChoice,
  signal: AbortSignal,
): Promise<ImportCheck> =>
  (await post(`${pathOf(id)}import/check/`, { ...choiceOf(choice), lines }, { signal })).data;

/** Sends a file to be imported. @returns the job */
export async function importFile(id: string, file: File, how: ImportChoice & ImportReading): Promise<Job> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...choiceOf(how), ...readingOf(how) }))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  appendFile(form, 'file', file);
  return (await postMultipart(`${pathOf(id)}import/`, form)).data;
}

/** The files that are, or were, imported into a table; the last one first. */
export const listImports = async (
  id: string,
  params: { state?: 'open' | 'ended'; page?: number },
  signal?: AbortSignal,
): Promise<TableImport[]> =>
  (await get(`${pathOf(id)}imports/`, { page_size: ROW_PAGE_SIZE, ...params }, signal ? { signal } : {}))
    .data;

export const EXPORT_FORMATS = ['xlsx', 'csv', 'json'] as const;
type ExportedRows = {
  format: (typeof EXPORT_FORMATS)[number];
  filter?: string;
  sort?: string;
  q?: string;
  /** Ids of columns separated by commas; all without it. */
  fields?: string;
};

/** Where a browser fetches the rows of a table: all, or those that are chosen. */
export const exportUrl = (id: string, chosen: ExportedRows) =>
  `${OWN_API}${pathOf(id)}export/?${new URLSearchParams(Object.entries(chosen).filter(([, value]) => value))}`;
