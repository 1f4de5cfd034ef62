import type { ChangeFormRequest, CreateFormRequest, Form, PublishResult } from '#lib/contract/form.ts';
import type { TestAccount } from './accounts.ts';
import type { Client } from './client.ts';
import { expectData } from './responses.ts';

type Place = { hub: { domain_handle: string }; space: { slug: string } };

type Unread<Request> = Omit<Request, 'fields' | 'layout' | 'translations'> & {
  fields?: readonly unknown[];
  layout?: unknown;
  translations?: unknown;
};
/** A form as a program sends it: the server decides whether its fields, layout and translations are valid. */
export type FormInput = Partial<Unread<CreateFormRequest>>;

/** Two questions: a name, which is required, and a colour, which is not. */
export const FORM_FIELDS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  {
    id: 'f_colour',
    name: 'colour',
    label: 'Colour',
    type: 'select',
    required: false,
    options: [
      { id: 'red', label: 'Red' },
      { id: 'blue', label: 'Blue' },
    ],
  },
] as const;

/** A field that is identified by its name. */
export const field = (name: string, label: string, type: string, more: object = {}) => ({
  id: `f_${name}`,
  name,
  label,
  type,
  ...more,
});

/** Its position on a page. */
export const createFormPlace = (name: string) => ({ kind: 'field', field: `f_${name}` });

export async function createForm(
  person: TestAccount,
  { hub, space }: Place,
  input: FormInput = {},
): Promise<Form> {
  const body = { title: 'Test form', visibility: 'public', fields: FORM_FIELDS, ...input };
  return expectData(await person.client.in(hub).post(`spaces/${space.slug}/forms/`, body), 201);
}

export async function publishForm(person: TestAccount, { id }: { id: string }): Promise<PublishResult> {
  return expectData(await person.client.post(`forms/${id}/publish/`));
}

/** A form that accepts submissions. */
export async function createOpenForm(
  person: TestAccount,
  place: Place,
  input: FormInput = {},
): Promise<Form> {
  const form = await createForm(person, place, input);
  await publishForm(person, form);
  return expectData(await person.client.get(`forms/${form.id}/`));
}

export async function changeForm(
  person: TestAccount,
  { id }: { id: string },
  change: Unread<ChangeFormRequest>,
): Promise<Form> {
  return expectData(await person.client.patch(`forms/${id}/`, change));
}

/** Sends a file for a later submission. @returns the value to submit. */
export async function sendSubmissionFile(
  by: Client,
  { slug }: { slug: string },
  field: string,
  { name = 'words.txt', bytes = 'Words' }: { name?: string; bytes?: BlobPart } = {},
): Promise<string> {
  const form = new FormData();
  form.append('field', field);
  form.append('file', new Blob([bytes]), name);
  const response = await by.post(`public/forms/${slug}/files/`, undefined, { raw: form });
  return expectData(response, 201).id;
}
