import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pageQuery } from '#lib/contract/pagination.ts';
import { choiceField, idField, queryChoice, queryText, textField } from '#lib/contract/text-field.ts';

/** Characters of a comment or of a reply. */
export const COMMENT_MAX = 8_000;
/** Replies that a thread shows at once, the latest; the others are read by page. */
export const REPLIES_SHOWN = 20;
/** Different emoji on one comment. */
export const REACTIONS_MAX = 20;
/** Characters of the text that a comment is about, and of what stands around it. */
export const QUOTE_MAX = 1_000;
export const QUOTE_CONTEXT_MAX = 100;

/** Markdown; a mention is `@[name](user:<id>)`. */
const body = textField('Comment', { max: COMMENT_MAX, multiline: true });

/** What a comment is about within its item (docs/contract.md §4). */
export const commentAnchor = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('text'),
      /** The marked text, and a little of what stands before and after it, by which it is found again. */
      quote: textField('Quote', { max: QUOTE_MAX, multiline: true }),
      prefix: textField('Prefix', { max: QUOTE_CONTEXT_MAX, multiline: true, empty: true }).optional(),
      suffix: textField('Suffix', { max: QUOTE_CONTEXT_MAX, multiline: true, empty: true }).optional(),
    }),
    z.strictObject({ type: z.literal('row'), row_id: idField('Row') }),
    z.strictObject({
      type: z.literal('time'),
      at_seconds: z
        .number({ error: 'Time is not a valid number' })
        .min(0, 'Time cannot be less than 0')
        .max(1_000_000, 'Time cannot be more than 1000000'),
    }),
  ],
  { error: 'Anchor must be one of [text, row, time]' },
);
export type CommentAnchor = z.output<typeof commentAnchor>;

export const createCommentRequest = z.strictObject({ body, anchor: commentAnchor.nullish() });
export type CreateCommentRequest = z.input<typeof createCommentRequest>;
export const replyRequest = z.strictObject({ body });
export const changeCommentRequest = z.strictObject({ body });

export const commentParams = z.object({ id: idField('Comment') });

/** `open` and `resolved` are threads in that state; absent is all of them. */
export const COMMENT_STATES = ['open', 'resolved'] as const;
export const commentListQuery = z.object({
  ...pageQuery,
  state: queryChoice('State', COMMENT_STATES),
  /** The threads about one row of a table. */
  row: queryText('Row', { max: 100 }),
  /** The `next` of the previous page: continues there; `page` is then ignored. */
  after: queryText('After', { max: 100 }),
});
export type CommentListQuery = z.output<typeof commentListQuery>;

export const replyListQuery = z.object({
  ...pageQuery,
  after: queryText('After', { max: 100 }),
  /** The id of a reply: those before it, the latest first; `after` and `page` are then ignored. */
  before: queryText('Before', { max: 100 }),
});
export type ReplyListQuery = z.output<typeof replyListQuery>;

/** People whom a comment may mention; `q` is a part of the name. */
export const mentionableQuery = z.object({ q: queryText('Search') });
export const mentionablePerson = z.object({
  id: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
});
export type MentionablePerson = z.output<typeof mentionablePerson>;

/** Who wrote or did something; without an id for readers from outside the hub. */
const person = z.object({ id: z.string(), name: z.string(), avatar_url: z.string().nullable() });
export type CommentAuthor = z.output<typeof person>;

/** By emoji: how many people, whether the reader is one of them, and the names of the first few. */
export const reactions = z.record(
  z.string(),
  z.object({ count: z.number(), mine: z.boolean(), names: z.array(z.string()) }),
);
export type Reactions = z.output<typeof reactions>;

export const COMMENT_ACTIONS = ['reply', 'react', 'resolve', 'change', 'delete'] as const;
export type CommentAction = (typeof COMMENT_ACTIONS)[number];

const shared = {
  id: z.string(),
  /** The item, or the post that it replies to. */
  item_id: z.string().nullable(),
  post_id: z.string().nullable(),
  /** The comment that it replies to. */
  parent_id: z.string().nullable(),
  /** Empty where it was deleted and its replies are still there. */
  body: z.string(),
  /** The body as safe HTML. */
  html: z.string(),
  anchor: commentAnchor.nullable(),
  author: person,
  /** It came with the archive of a space: its author, who is named as there, did not write it here. */
  imported: z.literal(true).optional(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  resolved_at: z.string().nullable(),
  resolved_by: person.nullable(),
  deleted_at: z.string().nullable(),
  reactions,
  allowed: z.array(choiceField('Action', COMMENT_ACTIONS)),
};

export const commentReply = z.object(shared);
export type CommentReply = z.output<typeof commentReply>;

/** A thread: a comment with its latest replies, oldest first. */
export const comment = z.object({ ...shared, replies: z.array(commentReply), reply_count: z.number() });
export type Comment = z.output<typeof comment>;
