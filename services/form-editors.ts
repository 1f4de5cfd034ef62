import type { FormEditors } from '#lib/contract/form-editors.ts';
import { apiBase, post } from './http.ts';

const pathOf = (id: string) => `forms/${encodeURIComponent(id)}/editing/`;

/** Says that one works on a form. @returns who else does @throws the client's error */
export const beginEditing = async (id: string): Promise<FormEditors> =>
  (await post<FormEditors>(pathOf(id))).data;

/** Says that one left a form; goes on its way also while the page is closed. */
export function endEditing(id: string): void {
  void fetch(`${apiBase()}${pathOf(id)}`, {
    method: 'DELETE',
    keepalive: true,
    credentials: 'same-origin',
  }).catch(() => undefined);
}
