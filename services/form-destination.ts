import type { Form } from '#lib/contract/form.ts';
import type { Destination, DestinationRequest } from '#lib/contract/form-destination.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { columnsOfFields, fieldsOfColumns } from '#lib/forms/columns-and-fields.ts';
import { isMappable } from '#lib/forms/mapped-values.ts';
import { get, post, put, remove } from './api.ts';
import { createForm } from './form-list.ts';
import { createItem } from './item.ts';

const pathOf = (formId: string) => `forms/${encodeURIComponent(formId)}/table/` as const;

/** The table that a form's submissions are written into, or null. */
export const getDestination = async (formId: string, signal?: AbortSignal): Promise<Destination | null> =>
  (await get(pathOf(formId), {}, signal ? { signal } : {})).data;

/** @throws the client's error; 422 with the fields that do not fit their column */
export const setDestination = async (formId: string, request: DestinationRequest): Promise<Destination> =>
  (await put(pathOf(formId), request)).data;

export const removeDestination = (formId: string) => remove(pathOf(formId));

/** Writes one submission into the table of its form, or up to 100 that are not in it. */
export const sendToDestination = async (formId: string, submissionId?: string) =>
  (await post(`${pathOf(formId)}send/`, submissionId === undefined ? {} : { submission_id: submissionId }))
    .data;

/** Makes a private table with a column for each field, and has the form's submissions written into it. */
export async function createDestination(
  form: Pick<Form, 'id' | 'space_slug' | 'title'>,
  fields: readonly FieldDefinition[],
): Promise<Destination> {
  const columns = columnsOfFields(fields);
  const { data: table } = await createItem(form.space_slug, {
    ...{ kind: 'table', title: form.title, visibility: 'private', content: { columns } },
  });
  const mapping = Object.fromEntries(columns.map(({ id }) => [id, id]));
  return setDestination(form.id, { item_id: table.id, mapping });
}

/** Makes a form, not published yet, with a field for each column that people fill in; its submissions become rows. */
export async function createFormOfTable(
  slug: string,
  { id, title }: { id: string; title: string },
  columns: readonly WireColumn[],
): Promise<Form> {
  const fields = fieldsOfColumns(columns).filter(isMappable);
  const { data: form } = await createForm(slug, { title, fields });
  const mapping = Object.fromEntries(fields.map((field) => [field.id, field.id]));
  if (fields.length > 0) await setDestination(form.id, { item_id: id, mapping });
  return form;
}
