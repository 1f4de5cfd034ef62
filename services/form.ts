import type { ChangeFormRequest, Form, Published } from '#lib/contract/form.ts';
import { failureOf, get, patch, post } from './http.ts';

type Known = Pick<Form, 'id' | 'revision'>;

const pathOf = (id: string) => `forms/${encodeURIComponent(id)}/`;
const ifMatch = ({ revision }: Known) => ({ headers: { 'If-Match': String(revision) } });

export const getForm = (id: string, signal?: AbortSignal) =>
  get<Form>(pathOf(id), {}, signal ? { signal } : {});

/** @throws the client's error; 409 carries the form as it is now. */
export const changeForm = (form: Known, change: ChangeFormRequest) =>
  patch<Form>(pathOf(form.id), change, ifMatch(form));

/** @throws the client's error; 409 carries the form as it is now. */
export const publishForm = (form: Known) =>
  post<Published>(`${pathOf(form.id)}publish/`, undefined, ifMatch(form));

/** The form as it is now, when a write came too late; null for every other failure. */
export function currentFormOf(error: unknown): Form | null {
  const failure = failureOf(error);
  if (failure?.status !== 409 || !('data' in failure)) return null;
  const { data } = failure;
  return isForm(data) ? data : null;
}

function isForm(value: unknown): value is Form {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'revision' in value &&
    'fields' in value &&
    'layout' in value
  );
}
