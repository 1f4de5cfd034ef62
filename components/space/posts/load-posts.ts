import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { Comment } from '#lib/contract/comment.ts';
import type { ListedPost, Post } from '#lib/contract/post.ts';
import type { Space } from '#lib/contract/space.ts';
import type { ListPage } from '#services/http.ts';
import { POST_PAGE_SIZE, POST_REPLY_PAGE_SIZE } from '#services/posts.ts';

type Response<Entry> =
  | { ok: true; data: Entry[]; count?: number | null; next?: string | null }
  | { ok: false; message: string };

function firstPage<Entry>(response: Response<Entry>, size: number): ListPage<Entry> {
  if (!response.ok) return { data: [], count: null, page: 1, hasMore: false, error: response.message };
  const { data, count = null, next = null } = response;
  return { data, count, page: 1, hasMore: data.length === size, next, error: null };
}

export type LoadedPosts = {
  handle: string;
  space: Space;
  /** Null where the reader takes no part in the space's discussions. */
  posts: ListPage<ListedPost> | null;
};

/** The initial data of a space's discussions; null where the user may not see the space. */
export async function loadPosts({ context, api }: PageVisit): Promise<LoadedPosts | null> {
  const path = `spaces/${encodeURIComponent(String(context.params?.space))}/` as const;
  const [space, posts] = await Promise.all([
    api(path).then(dataOrNull),
    api(`${path}posts/?page_size=${POST_PAGE_SIZE}`),
  ]);
  if (!space) return null;
  const takesPart = posts.ok || posts.code !== 'not_allowed';
  return {
    handle: String(context.params?.handle),
    space,
    posts: takesPart ? firstPage(posts, POST_PAGE_SIZE) : null,
  };
}

export type LoadedPost = { handle: string; post: Post; replies: ListPage<Comment> };

/** The initial data of a discussion's page; null where the user may not read it, or it is in another space. */
export async function loadPost({ context, api }: PageVisit): Promise<LoadedPost | null> {
  const path = `posts/${encodeURIComponent(String(context.params?.id))}/` as const;
  const [found, replies] = await Promise.all([
    api(path),
    api(`${path}replies/?page_size=${POST_REPLY_PAGE_SIZE}`),
  ]);
  if (!found.ok && found.code === 'not_allowed') return null;
  const post = dataOrNull(found);
  const slug = String(context.params?.space).toLowerCase();
  if (!post || post.space.slug.toLowerCase() !== slug) return null;
  return { handle: String(context.params?.handle), post, replies: firstPage(replies, POST_REPLY_PAGE_SIZE) };
}
