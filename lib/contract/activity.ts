import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { item } from '#lib/contract/item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { queryFlag, queryText } from '#lib/contract/text-field.ts';

/** The possible last changes of an item or a form; only forms are published. */
export const ACTIVITY_ACTIONS = ['created', 'changed', 'published', 'trashed'] as const;

export const activityQuery = z.object({
  page_size: pageQuery.page_size,
  /** The `next` of the page before. */
  after: queryText('After'),
  /** Only what can be opened: neither folders nor trashed items. */
  contents: queryFlag('Contents'),
});
export type ActivityQuery = z.output<typeof activityQuery>;

/** The last change of an item or a form (one of the two) which the reader may see now. */
export const activity = z.object({
  act: z.enum(ACTIVITY_ACTIONS),
  at: z.string(),
  actor: z.object({ id: z.string(), name: z.string() }),
  item: item.nullable(),
  form: z.object({ id: z.string(), slug: z.string(), title: z.string() }).nullable(),
  /** Null for an item in a space that the reader may not see. */
  space: z.object({ id: z.string(), slug: z.string(), name: z.string() }).nullable(),
});
export type Activity = z.output<typeof activity>;
