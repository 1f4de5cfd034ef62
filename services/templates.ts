import { get, patch, post, remove } from './api.ts';

const templatesPath = (handle: string) => `hubs/${encodeURIComponent(handle)}/templates/` as const;
const templatePath = (handle: string, id: string) =>
  `hubs/${encodeURIComponent(handle)}/templates/${encodeURIComponent(id)}/` as const;

/** What documents of a hub can begin as: its own templates first, then the app's. */
export const listTemplates = (handle: string, signal: AbortSignal) =>
  get(templatesPath(handle), {}, { signal });
export const getTemplate = (handle: string, id: string, signal: AbortSignal) =>
  get(templatePath(handle, id), {}, { signal });
export const saveTemplate = (handle: string, template: { title: string; content: string }) =>
  post(templatesPath(handle), template);
export const renameTemplate = (handle: string, id: string, title: string) =>
  patch(templatePath(handle, id), { title });
export const deleteTemplate = (handle: string, id: string) => remove(templatePath(handle, id));
