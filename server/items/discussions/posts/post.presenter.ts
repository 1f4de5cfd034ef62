import type { LatestPost, ListedPost, Post, PostAction } from '#lib/contract/post.ts';
import { plainMarkdown } from '#lib/text/plain-markdown.ts';
import { type DiscussionAccess, mayDiscuss } from '#server/access/policy/discussion-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { presentPerson } from '#server/items/discussions/comments/comment.presenter.ts';
import { reactionsOf } from '#server/items/discussions/text/reactions.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { presentPoll } from './poll.service.ts';
import type { PostRow, PostView } from './post.repo.ts';

/** Characters of a post's text that its list shows, and of Markdown that they are taken from. */
const EXCERPT = 200;
const EXCERPT_SOURCE = 1_000;

type Reader = { userId: string; place: DiscussionAccess & { is_outsider: boolean } };

function allowedOn(row: PostRow, { userId, place }: Reader): PostAction[] {
  if (place.space_archived_at || !mayDiscuss({ ...place, trashed_at: null }, 'discussion.write')) return [];
  const isOwn = row.created_by === userId;
  const moderates = mayDiscuss({ ...place, trashed_at: null }, 'discussion.moderate');
  if (row.trashed_at) return moderates || row.trashed_by === userId ? ['restore'] : [];
  return [
    ...(row.locked_at ? [] : (['reply'] as const)),
    'react',
    ...(isOwn ? (['change'] as const) : []),
    ...(moderates ? (['moderate'] as const) : []),
    ...(isOwn || moderates ? (['delete'] as const) : []),
  ];
}

function presentShared(row: PostRow, reader: Reader): Omit<ListedPost, 'excerpt'> {
  const author = { id: row.created_by ?? '', name: row.author_name, avatar_sha256: row.author_avatar };
  return {
    id: row.id,
    title: row.title,
    author: presentPerson(author, reader.place.is_outsider),
    ...(row.is_imported ? { imported: true as const } : {}),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    active_at: row.active_at.toISOString(),
    pinned_at: row.pinned_at?.toISOString() ?? null,
    locked_at: row.locked_at?.toISOString() ?? null,
    trashed_at: row.trashed_at?.toISOString() ?? null,
    reply_count: row.replies,
    unread: row.unread,
    allowed: allowedOn(row, reader),
  };
}

/** A post as its list shows it. */
export function presentListedPost(row: PostRow, reader: Reader): ListedPost {
  const text = plainMarkdown(row.body.slice(0, EXCERPT_SOURCE)).text.replace(/\s+/g, ' ').trim();
  return { ...presentShared(row, reader), excerpt: text.slice(0, EXCERPT).toWellFormed() };
}

/** A post as the home of its hub shows it. */
export const presentLatestPost = (view: PostView, userId: string): LatestPost => ({
  ...presentListedPost(view, { userId, place: view }),
  space: { slug: view.space_slug, name: view.space_name },
});

/** A post as its page shows it. */
export async function presentPost(
  database: Database | Transaction,
  view: PostView,
  { user }: Caller,
): Promise<Post> {
  const reader = { userId: user?.id ?? '', place: view };
  const reactions = await reactionsOf(database, 'post', [view.id], {
    userId: reader.userId,
    isOutsider: view.is_outsider,
  });
  return {
    ...presentShared(view, reader),
    space: { slug: view.space_slug, name: view.space_name },
    body: view.body,
    html: view.html,
    reactions: reactions.get(view.id) ?? {},
    poll: await presentPoll(database, view, reader.userId),
  };
}
