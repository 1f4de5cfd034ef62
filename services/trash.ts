import { getPage, post, remove } from './api.ts';
import type { CallOptions } from './http.ts';

/** Entries of one page of the trash. */
export const TRASH_PAGE_SIZE = 25;

/** One page of the trash of a space, or of the hub without one; never throws. */
export const listTrash = (params: { page: number; space?: string; q?: string }, options: CallOptions = {}) =>
  getPage('trash/', { page_size: TRASH_PAGE_SIZE, ...params }, options);

/** Permanently deletes an item in the trash. */
export const deleteTrashedItem = (id: string) => remove(`trash/${encodeURIComponent(id)}/`);

/** One page of the forms there; never throws. */
export const listTrashedForms = (params: { page: number; space?: string }, options: CallOptions = {}) =>
  getPage('trash/forms/', { page_size: TRASH_PAGE_SIZE, ...params }, options);
export const restoreForm = (id: string) => post(`forms/${encodeURIComponent(id)}/restore/`);
export const deleteTrashedForm = (id: string) => remove(`trash/forms/${encodeURIComponent(id)}/`);

/** Permanently deletes as many entries as one request may; `more` means to call again. */
export const emptyTrash = (space?: string) =>
  remove(space ? `trash/?space=${encodeURIComponent(space)}` : 'trash/');

export const listTrashedSpaces = (page: number, options: CallOptions = {}) =>
  getPage('trash/spaces/', { page, page_size: TRASH_PAGE_SIZE }, options);
export const restoreSpace = (id: string) => post(`trash/spaces/${encodeURIComponent(id)}/restore/`);
export const deleteTrashedSpace = (id: string) => remove(`trash/spaces/${encodeURIComponent(id)}/`);
