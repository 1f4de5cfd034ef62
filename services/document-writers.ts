import { get } from './api.ts';

/** The others who write in a space's documents now. */
export const getDocumentWriters = async (slug: string) =>
  (await get(`document-writers/?space=${encodeURIComponent(slug)}`)).data;
