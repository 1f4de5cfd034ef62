import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CommentAnchor } from '#lib/contract/comment.ts';
import type { Time, TimeNow } from './column-types.ts';

/** Comments on items, and the posts of a space's discussions with their replies. */
export type DiscussionTables = {
  post: {
    id: string;
    hub_id: string;
    space_id: string;
    title: string;
    body: string;
    html: string;
    /** Null for who wrote it elsewhere and is not known here. */
    created_by: string | null;
    /** Who wrote it, where it came with an archive, and when it did. */
    imported_author: string | null;
    imported_at: Time | null;
    created_at: TimeNow;
    edited_at: Time | null;
    active_at: TimeNow;
    replies: Generated<number>;
    pinned_at: Time | null;
    locked_at: Time | null;
    trashed_at: Time | null;
    trashed_by: string | null;
  };
  comment: {
    id: string;
    hub_id: string;
    item_id: string | null;
    post_id: string | null;
    parent_id: string | null;
    anchor: JSONColumnType<CommentAnchor, string | null, string | null> | null;
    body: string;
    html: string;
    /** As of a post. */
    created_by: string | null;
    imported_author: string | null;
    created_at: TimeNow;
    edited_at: Time | null;
    resolved_at: Time | null;
    resolved_by: string | null;
    deleted_at: Time | null;
  };
  discussion_passage: {
    id: GeneratedAlways<number>;
    hub_id: string;
    comment_id: string | null;
    post_id: string | null;
    body: string;
    lexemes: string;
  };
  comment_reaction: { comment_id: string; emoji: string; user_id: string; created_at: TimeNow };
  post_reaction: { post_id: string; emoji: string; user_id: string; created_at: TimeNow };
  poll: {
    post_id: string;
    is_multiple: boolean;
    closes_at: Time | null;
    closed_at: Time | null;
    imported_voters: Generated<number>;
  };
  /** Numbered from 0. */
  poll_option: { post_id: string; number: number; text: string; imported_votes: Generated<number> };
  poll_vote: { post_id: string; number: number; user_id: string };
  /** Of an item's comments, or of a space's discussions. */
  discussion_picture: {
    id: string;
    item_id: string | null;
    space_id: string | null;
    file_sha256: string;
    size: number;
    created_by: string;
    created_at: TimeNow;
  };
  post_read: { post_id: string; user_id: string; read_at: TimeNow };
};
