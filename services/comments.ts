import type { Comment, CreateCommentRequest } from '#lib/contract/comment.ts';
import { get, getPage, patch, post, put, remove } from './api.ts';
import type { ListPage } from './http.ts';

/** Threads of one page of an item's comments, and replies of one page. */
export const COMMENT_PAGE_SIZE = 20;
export const REPLY_PAGE_SIZE = 50;
/** Replies of one request where all of a thread are read: as many as a page may have. */
export const REPLIES_MAX = 100;

const itemPath = (id: string) => `items/${encodeURIComponent(id)}/` as const;
const commentPath = (id: string) => `comments/${encodeURIComponent(id)}/` as const;

/** Those after one, oldest first, or before one, latest first. */
export type RepliesQuery = { after?: string; before?: string; page_size?: number };

type ThreadQuery = { state?: 'open' | 'resolved'; row?: string; after?: string };

/** One page of an item's threads; never throws, returns the error instead. */
export const listComments = (
  itemId: string,
  query: ThreadQuery,
  signal?: AbortSignal,
): Promise<ListPage<Comment>> =>
  getPage(
    `${itemPath(itemId)}comments/`,
    { page_size: COMMENT_PAGE_SIZE, ...query },
    signal ? { signal } : {},
  );

/** A comment, a thread with its latest replies. */
export const getComment = (id: string, signal?: AbortSignal) =>
  get(commentPath(id), {}, signal ? { signal } : {});

/** One page of the replies to a comment; never throws, returns the error instead. */
export const listReplies = (
  id: string,
  query: RepliesQuery,
  signal?: AbortSignal,
): Promise<ListPage<Comment>> =>
  getPage(`${commentPath(id)}replies/`, { page_size: REPLY_PAGE_SIZE, ...query }, signal ? { signal } : {});

export const createComment = (itemId: string, request: CreateCommentRequest) =>
  post(`${itemPath(itemId)}comments/`, request);
export const replyToComment = (id: string, body: string) => post(`${commentPath(id)}replies/`, { body });
export const changeComment = (id: string, body: string) => patch(commentPath(id), { body });
export const deleteComment = (id: string) => remove(commentPath(id));
export const resolveComment = (id: string) => post(`${commentPath(id)}resolve/`);
export const reopenComment = (id: string) => post(`${commentPath(id)}reopen/`);
export const addReaction = (id: string, emoji: string) =>
  put(`${commentPath(id)}reactions/${encodeURIComponent(emoji)}/`);
export const removeReaction = (id: string, emoji: string) =>
  remove(`${commentPath(id)}reactions/${encodeURIComponent(emoji)}/`);

/** People whom a comment on an item may mention, by a part of the name. */
export const findMentionable = (itemId: string, q: string, signal?: AbortSignal) =>
  get(`${itemPath(itemId)}mentionable/`, q ? { q } : {}, signal ? { signal } : {});
