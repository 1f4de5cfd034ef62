import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { formOperations, itemOperations } from '#lib/access/operations.ts';
import { ITEM_KINDS, item } from '#lib/contract/item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { queryChoice, queryDate, queryFlag, queryText } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** Kinds of results: items, forms with their submissions, and posts of discussions with their replies. */
export const SEARCH_RESULT_KINDS = [...ITEM_KINDS, 'form', 'post'] as const;
/** What a search can be limited to; a comment on an item is found as that item. */
export const SEARCH_FILTER_KINDS = [...SEARCH_RESULT_KINDS, 'comment'] as const;

/**
 * A typed query is never refused (`lib/text/search-query.ts` parses any text); only the filters beside it can
 * be invalid.
 */
export const searchQuery = z.object({
  ...pageQuery,
  q: z.string({ error: message.invalidType('Search', 'text') }).default(''),
  kind: queryChoice('Kind', SEARCH_FILTER_KINDS),
  /** A space's slug. */
  space: queryText('Space', { max: 255 }),
  /** A person's id, name or address. */
  author: queryText('Author', { max: 320 }),
  /** Archived items instead of the others. */
  archived: queryFlag('Archived'),
  /**
   * How many people of `search/directory/` are shown beside the results: the rows of contact lists that are named there
   * (`namedContacts`) are not found once more.
   */
  people: queryChoice('People', ['1', '2', '3', '4', '5', '6']),
  from: queryDate('From'),
  to: queryDate('To'),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const searchResult = z.object({
  /** A form or a post is an item of kind `form` or `post` here, with the properties that it shares with items. */
  item: item.extend({
    kind: z.enum(SEARCH_RESULT_KINDS),
    allowed: z.array(z.enum([...itemOperations('owner'), ...formOperations('owner')])),
  }),
  space: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  /** Where in the item: `title`, or the sort of part (`page`, `section`, `slide`, `rows`, `row`, `message`, `text`). */
  match: z.object({
    where: z.string(),
    page: z.number().optional(),
    slide: z.number().optional(),
    heading: z.string().optional(),
    sheet: z.string().optional(),
    rows: z.object({ from: z.number(), to: z.number() }).optional(),
    /** The row among `rows` with the first match; absent where unknown. */
    row: z.number().optional(),
    row_id: z.string().optional(),
    message_id: z.string().optional(),
    /** A submission of the form (`where` is `answer`), for those who read them. */
    submission_id: z.string().optional(),
    /** A comment on the item, or a reply to the post (`where` is `comment`). */
    comment_id: z.string().optional(),
    at_seconds: z.number().optional(),
  }),
  /** Of a form: its public address is `/f/{slug}`. */
  form: z.object({ slug: z.string() }).optional(),
  /** Escaped HTML in which only `<mark>` is markup. */
  title: z.string(),
  /** Escaped HTML in which only `<mark>` is markup. */
  snippet: z.string(),
  score: z.number(),
});
export type SearchResult = z.output<typeof searchResult>;
