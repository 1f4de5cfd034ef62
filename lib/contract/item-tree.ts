import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { queryText } from '#lib/contract/text-field.ts';

/** Entries in one response: a level with more is read on by its cursor. */
export const TREE_LEVEL_MAX = 1000;

/** `parent` absent or empty: the space's top level. */
export const treeQuery = z.object({
  parent: queryText('Folder', { max: 100 }),
  /** The `next` of the previous response. */
  after: queryText('After', { max: 4000 }),
});
export type TreeQuery = z.output<typeof treeQuery>;

/** A folder or document of a space's tree; the documents of a folder are its leaves. */
export const treeEntry = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['folder', 'document']),
  /** A folder in which the reader sees a folder or document. */
  opens: z.boolean(),
});
export type TreeEntry = z.output<typeof treeEntry>;
