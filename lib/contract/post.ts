import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { reactions } from '#lib/contract/comment.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { createPollRequest, poll } from '#lib/contract/poll.ts';
import { idField, queryFlag, queryText, textField } from '#lib/contract/text-field.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';

/** Characters of a post's text. */
export const POST_MAX = 20_000;

const title = textField('Title', { max: TITLE_MAX });
/** Markdown; a mention is `@[name](user:<id>)`. */
const body = textField('Text', { max: POST_MAX, multiline: true, empty: true });
const flag = (label: string) => z.boolean({ error: `${label} is not a valid boolean` });

export const createPostRequest = z.strictObject({ title, body, poll: createPollRequest.optional() });
export type CreatePostRequest = z.input<typeof createPostRequest>;

/** `pinned` stays at the top of the list; `locked` takes no replies. */
export const changePostRequest = z.strictObject({
  title: title.optional(),
  body: body.optional(),
  pinned: flag('Pinned').optional(),
  locked: flag('Locked').optional(),
  /** Adds a poll, or replaces it; null removes it. Only while nobody has voted. */
  poll: createPollRequest.nullable().optional(),
});
export type ChangePostRequest = z.input<typeof changePostRequest>;

/** The last reply that the reader has seen, null for none; without it the reader has seen all. */
export const readPostRequest = z.strictObject({ last_reply: idField('Last reply').nullable().optional() });

/** Unread posts are counted no further: a screen shows more than one less. */
export const UNREAD_POSTS_MAX = 100;

/** How many discussions of a space the caller has not read. */
export const unreadPosts = z.object({ space_slug: z.string(), count: z.number() });
export type UnreadPosts = z.output<typeof unreadPosts>;

export const postParams = z.object({ id: idField('Post') });

export const postListQuery = z.object({
  ...pageQuery,
  q: queryText('Search'),
  trashed: queryFlag('Trashed'),
  /** The `next` of the previous page: continues there; `page` is then ignored. */
  after: queryText('After', { max: 200 }),
});
export type PostListQuery = z.output<typeof postListQuery>;

const person = z.object({ id: z.string(), name: z.string(), avatar_url: z.string().nullable() });

export const POST_ACTIONS = ['reply', 'react', 'change', 'moderate', 'delete', 'restore'] as const;
export type PostAction = (typeof POST_ACTIONS)[number];

/** A post as lists show it: with the beginning of its text. */
export const listedPost = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  author: person,
  /** It came with the archive of a space. */
  imported: z.literal(true).optional(),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  /** When it was written, or last replied to. */
  active_at: z.string(),
  pinned_at: z.string().nullable(),
  locked_at: z.string().nullable(),
  trashed_at: z.string().nullable(),
  reply_count: z.number(),
  /** Something in it is newer than the reader's last visit. */
  unread: z.boolean(),
  allowed: z.array(z.enum(POST_ACTIONS)),
});
export type ListedPost = z.output<typeof listedPost>;

/** How many are returned. */
export const latestPostsQuery = z.object({ page_size: pageQuery.page_size });

/** A post as the home of its hub shows it. */
export const latestPost = listedPost.extend({ space: z.object({ slug: z.string(), name: z.string() }) });
export type LatestPost = z.output<typeof latestPost>;

export const post = listedPost.omit({ excerpt: true }).extend({
  space: z.object({ slug: z.string(), name: z.string() }),
  body: z.string(),
  /** The body as safe HTML. */
  html: z.string(),
  reactions,
  /** Null for a post without one. */
  poll: poll.nullable(),
});
export type Post = z.output<typeof post>;
