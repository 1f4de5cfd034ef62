import type { Comment } from '#lib/contract/comment.ts';
import type { VoteRequest } from '#lib/contract/poll.ts';
import type { ChangePostRequest, CreatePostRequest, ListedPost } from '#lib/contract/post.ts';
import { get, getPage, patch, post, put, remove } from './api.ts';
import type { RepliesQuery } from './comments.ts';
import type { ListPage } from './http.ts';

/** Posts of one page of a space's discussions, and replies of one page. */
export const POST_PAGE_SIZE = 25;
export const POST_REPLY_PAGE_SIZE = 50;

const spacePath = (slug: string) => `spaces/${encodeURIComponent(slug)}/` as const;
const postPath = (id: string) => `posts/${encodeURIComponent(id)}/` as const;

/** One page of a space's discussions; never throws, returns the error instead. */
export const listPosts = (
  slug: string,
  query: { page?: number; after?: string; q?: string },
  signal?: AbortSignal,
): Promise<ListPage<ListedPost>> =>
  getPage(`${spacePath(slug)}posts/`, { page_size: POST_PAGE_SIZE, ...query }, signal ? { signal } : {});

export const createPost = (slug: string, request: CreatePostRequest) =>
  post(`${spacePath(slug)}posts/`, request);
export const getPost = (id: string, signal?: AbortSignal) => get(postPath(id), {}, signal ? { signal } : {});
export const changePost = (id: string, request: ChangePostRequest) => patch(postPath(id), request);
export const trashPost = (id: string) => remove(postPath(id));
export const restorePost = (id: string) => post(`${postPath(id)}restore/`);
/** Votes in place of an earlier vote, for the options as they were read; no option takes it back. */
export const voteInPoll = (id: string, request: VoteRequest) => put(`${postPath(id)}vote/`, request);
export const closePoll = (id: string) => post(`${postPath(id)}close-poll/`);
/** Up to the last reply that was seen; null for none. */
export const markPostRead = (id: string, lastReply: string | null) =>
  post(`${postPath(id)}read/`, { last_reply: lastReply });
/** Marks all discussions of a space as read. */
export const markSpaceRead = (slug: string) => post(`${spacePath(slug)}posts/read/`);
/** How many discussions are unread, by space. */
export const listUnreadPosts = async () => (await get('unread-posts/')).data;

/** One page of the replies to a discussion; never throws, returns the error instead. */
export const listPostReplies = (
  id: string,
  query: RepliesQuery,
  signal?: AbortSignal,
): Promise<ListPage<Comment>> =>
  getPage(`${postPath(id)}replies/`, { page_size: POST_REPLY_PAGE_SIZE, ...query }, signal ? { signal } : {});
export const replyToPost = (id: string, body: string) => post(`${postPath(id)}replies/`, { body });
export const addPostReaction = (id: string, emoji: string) =>
  put(`${postPath(id)}reactions/${encodeURIComponent(emoji)}/`);
export const removePostReaction = (id: string, emoji: string) =>
  remove(`${postPath(id)}reactions/${encodeURIComponent(emoji)}/`);

/** People whom a space's discussions may mention, by a part of the name. */
export const findPostMentionable = (slug: string, q: string, signal?: AbortSignal) =>
  get(`${spacePath(slug)}mentionable/`, q ? { q } : {}, signal ? { signal } : {});
