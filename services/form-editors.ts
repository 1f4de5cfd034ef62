import type { FormEditors } from '#lib/contract/form-editors.ts';
import { post } from './api.ts';
import { OWN_API } from './http.ts';

const pathOf = (id: string) => `forms/${encodeURIComponent(id)}/editing/` as const;

/** Announces that the user edits a form. @returns who else edits it @throws the client's error */
export const beginEditing = async (id: string): Promise<FormEditors> => (await post(pathOf(id))).data;

/** Announces that the user stopped editing; also sent while the page is closed. */
export function stopEditing(id: string): void {
  void fetch(`${OWN_API}${pathOf(id)}`, {
    method: 'DELETE',
    keepalive: true,
    credentials: 'same-origin',
  }).catch(() => undefined);
}
