import type { CopiedRowFile, ReadLinksResult } from '#lib/contract/table-paste.ts';
import { post } from './api.ts';

const pathOf = (id: string) => `items/${encodeURIComponent(id)}/` as const;

/** Texts as links of a column: titles or ids of rows in the linked table. */
export const readLinks = async (id: string, column: string, texts: string[]): Promise<ReadLinksResult[]> =>
  (await post(`${pathOf(id)}rows/read-links/`, { column, texts })).data;

/** Copies files of rows for cells of a column of files; each waits for its row. */
export const copyRowFiles = async (
  id: string,
  field: string,
  files: { item: string; file_id: string }[],
): Promise<CopiedRowFile[]> => (await post(`${pathOf(id)}row-files/copies/`, { field, files })).data;
