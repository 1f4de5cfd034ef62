import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { ITEM_KINDS } from '#lib/contract/item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';

/** The documents that lead to an item; the last changed ones first. */
export const mentionsQuery = z.object(pageQuery);
export type MentionsQuery = z.output<typeof mentionsQuery>;

/** A link of a document that leads to nothing which the reader may see. */
export const brokenLink = z.object({
  item: z.object({ id: z.string(), kind: z.enum(ITEM_KINDS), title: z.string() }),
  /** As it is written in the document. */
  address: z.string(),
  /** Deleted, or not for the reader; or in the trash, for those who may restore it. */
  reason: z.enum(['missing', 'trashed']),
});
export type BrokenLink = z.output<typeof brokenLink>;
