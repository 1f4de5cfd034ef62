import type { CreateFormRequest, Form, FormEntry } from '#lib/contract/form.ts';
import { getPage, post, remove } from './api.ts';
import { getForm } from './form.ts';
import type { CallOptions, ListPage } from './http.ts';

/** Entries of one page of a space's forms. */
export const FORM_PAGE_SIZE = 25;

const pathOf = (id: string) => `forms/${encodeURIComponent(id)}/` as const;

/** One page of a space's forms; never throws, returns the error instead. */
export const listForms = (
  slug: string,
  params: { page: number; q?: string; trashed?: boolean },
  options: CallOptions = {},
): Promise<ListPage<FormEntry>> =>
  getPage(`spaces/${encodeURIComponent(slug)}/forms/`, { page_size: FORM_PAGE_SIZE, ...params }, options);

export const createForm = (slug: string, request: CreateFormRequest) =>
  post(`spaces/${encodeURIComponent(slug)}/forms/`, request);

/** @throws the client's error; 409 where somebody changed it meanwhile. */
export const trashForm = ({ id, revision }: Pick<FormEntry, 'id' | 'revision'>) =>
  remove(pathOf(id), undefined, { headers: { 'If-Match': String(revision) } });

export const restoreForm = (id: string) => post(`${pathOf(id)}restore/`);

/** Permanently deletes a form in the trash, with its submissions. */
export const deleteTrashedForm = (id: string) => remove(`trash/${pathOf(id)}`);

/** A new form from another one's current draft: without submissions, versions, dates, people and pictures. */
export async function duplicateForm(slug: string, id: string, title: string): Promise<Form> {
  const { fields, layout, translations, description, settings, visibility } = (await getForm(id)).data;
  const pages = layout.pages.map((page) => ({
    ...page,
    blocks: Array.isArray(page.blocks) ? page.blocks.filter((block) => block.kind !== 'picture') : [],
  }));
  const { cover: _, logo: __, ...theme } = settings.theme ?? {};
  const made = await createForm(slug, {
    title,
    description,
    visibility,
    fields,
    layout: { pages },
    translations,
    settings: {
      ...settings,
      opens_at: null,
      closes_at: null,
      theme: settings.theme ? theme : null,
    },
  });
  return made.data;
}
