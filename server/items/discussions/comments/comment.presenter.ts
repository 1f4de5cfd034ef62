import type {
  Comment,
  CommentAction,
  CommentAuthor,
  CommentReply,
  Reactions,
} from '#lib/contract/comment.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import { mayDiscuss } from '#server/access/policy/discussion-policy.ts';
import { reactionsOf } from '#server/items/discussions/text/reactions.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { type CommentRow, type DiscussionPlace, latestReplies } from './comment.repo.ts';

/** Who reads, and what they may do in this discussion. */
export type Reader = { userId: string; place: DiscussionPlace };

/** Somebody by name; their id only for people of the hub. */
export function presentPerson(
  person: { id: string; name: string; avatar_sha256: string | null },
  isOutsider: boolean,
): CommentAuthor {
  const { id, name } = person;
  return isOutsider ? { id: '', name, avatar_url: null } : { id, name, avatar_url: avatarUrl(person) };
}

function allowedOn(row: CommentRow, { userId, place }: Reader): CommentAction[] {
  if (place.space_archived_at || place.archived_at || !mayDiscuss(place, 'discussion.write')) return [];
  const isOwn = row.created_by === userId;
  const isThread = row.item_id !== null && row.parent_id === null;
  const mayDelete = !row.deleted_at && (isOwn || mayDiscuss(place, 'discussion.moderate'));
  return [
    ...(place.locked_at ? [] : (['reply'] as const)),
    ...(row.deleted_at ? [] : (['react'] as const)),
    ...(isThread ? (['resolve'] as const) : []),
    ...(isOwn && !row.deleted_at ? (['change'] as const) : []),
    ...(mayDelete ? (['delete'] as const) : []),
  ];
}

function presentOne(row: CommentRow, reader: Reader, reactions: Reactions | undefined): CommentReply {
  const isOutsider = reader.place.is_outsider;
  const { created_by: id, author_name: name, author_avatar: avatar_sha256 } = row;
  const author = { id: id ?? '', name, avatar_sha256 };
  return {
    id: row.id,
    item_id: row.item_id,
    post_id: row.post_id,
    parent_id: row.parent_id,
    body: row.body,
    html: row.html,
    anchor: row.anchor,
    author: presentPerson(author, isOutsider),
    ...(row.is_imported ? { imported: true as const } : {}),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    resolved_at: row.resolved_at?.toISOString() ?? null,
    resolved_by:
      row.resolved_by === null
        ? null
        : presentPerson(
            { id: row.resolved_by, name: row.resolver_name ?? '', avatar_sha256: row.resolver_avatar },
            isOutsider,
          ),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    reactions: reactions ?? {},
    allowed: allowedOn(row, reader),
  };
}

/** Comments with their latest replies, as in the contract. */
export async function presentComments(
  database: Database | Transaction,
  rows: readonly CommentRow[],
  reader: Reader,
): Promise<Comment[]> {
  const threads = rows.filter((row) => row.item_id !== null && row.parent_id === null).map(({ id }) => id);
  const replies = threads.length > 0 ? await latestReplies(database, threads) : new Map();
  const all = [...rows, ...[...replies.values()].flatMap((some) => some.replies)].map(({ id }) => id);
  const { userId, place } = reader;
  const reactions =
    all.length > 0
      ? await reactionsOf(database, 'comment', all, { userId, isOutsider: place.is_outsider })
      : new Map<string, Reactions>();
  const present = (row: CommentRow) => presentOne(row, reader, reactions.get(row.id));
  return rows.map((row) => ({
    ...present(row),
    replies: (replies.get(row.id)?.replies ?? []).map(present),
    reply_count: replies.get(row.id)?.count ?? 0,
  }));
}
