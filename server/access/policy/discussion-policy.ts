import { isAllowedInArchivedSpace } from '#lib/access/operations.ts';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/api-error.ts';
import { type Authorized, authorized } from './authorized.ts';
import { itemArchived } from './item-policy.ts';
import { spaceArchived } from './space-policy.ts';

/** What decides whether the caller takes part in a discussion: their roles on the item or the space it is about. */
export type DiscussionAccess = {
  /** The strongest, also by a share link. */
  rank: number | null;
  /** Without links. */
  own_rank: number | null;
  /** As somebody of the hub: without links, and without what everybody may see. */
  member_rank: number | null;
  /** Of the item or the post. */
  trashed_at: Date | null;
  space_archived_at: Date | null;
  /** Of the item that it is about. */
  archived_at?: Date | null;
};

/** To read it, to write and react in it, and to remove what others wrote. */
export type DiscussionOperation = 'discussion.view' | 'discussion.write' | 'discussion.moderate';

const LEAST: Record<DiscussionOperation, number> = {
  'discussion.view': ROLE_RANK.viewer,
  'discussion.write': ROLE_RANK.commenter,
  'discussion.moderate': ROLE_RANK.editor,
};

/**
 * Whether somebody takes part at all: the hub's people with a role there, and anybody who a link lets comment. What is
 * public is public without what people say about it (docs/decisions/0135).
 */
const takesPart = ({ member_rank, rank }: DiscussionAccess) =>
  Boolean(member_rank) || (rank ?? 0) >= ROLE_RANK.commenter;

/** Whether the caller may do it, in a space that is not archived. */
export function mayDiscuss(target: DiscussionAccess, operation: DiscussionOperation): boolean {
  const rank = operation === 'discussion.moderate' ? target.own_rank : target.rank;
  return takesPart(target) && (rank ?? 0) >= LEAST[operation];
}

/**
 * The item, space or post with the proof that the caller may do `operation` in its discussion.
 * @param name what the refusal calls it
 * @throws ApiError 404 where the caller may not see it or it is in the trash, 403 where they may see but not do it, 409
 * for writing in an archived space.
 */
export function authorizeDiscussion<Thing extends DiscussionAccess, Operation extends DiscussionOperation>(
  target: Thing | undefined,
  operation: Operation,
  name = 'This item',
): Authorized<Thing, Operation> {
  if (!target?.rank || target.trashed_at) throw notFound(name);
  if (!mayDiscuss(target, operation)) throw forbidden();
  if (operation !== 'discussion.view') refuseInArchive(target);
  return authorized<Operation, Thing>(target);
}

function refuseInArchive({ space_archived_at, archived_at }: DiscussionAccess): void {
  if (archived_at) throw itemArchived();
  if (space_archived_at && !isAllowedInArchivedSpace('item.comment')) throw spaceArchived();
}

/** A comment or a post: who wrote it. */
type Written = DiscussionAccess & { created_by: string | null };

/**
 * The comment or post with the proof that the caller may change it: their own, while they may write there.
 * @throws ApiError as {@link authorizeDiscussion}, 403 for what somebody else wrote.
 */
export function authorizeOwn<Thing extends Written>(
  target: Thing | undefined,
  userId: string,
  name: string,
): Authorized<Thing, 'discussion.change'> {
  const found = authorizeDiscussion(target, 'discussion.write', name);
  if (found.created_by !== userId) throw forbidden();
  return authorized<'discussion.change', Thing>(found);
}

/**
 * The comment or post with the proof that the caller may delete it: their own, or as an editor what others wrote.
 * @throws ApiError as {@link authorizeDiscussion}.
 */
export function authorizeDeletion<Thing extends Written>(
  target: Thing | undefined,
  userId: string,
  name: string,
): Authorized<Thing, 'discussion.delete'> {
  const found = authorizeDiscussion(target, 'discussion.write', name);
  if (found.created_by !== userId && !mayDiscuss(found, 'discussion.moderate')) throw forbidden();
  return authorized<'discussion.delete', Thing>(found);
}

/**
 * The post in the trash with the proof that the caller may restore it: an editor, or the person who put it there.
 * @throws ApiError as {@link authorizeDiscussion}.
 */
export function authorizeRestoration<Thing extends Written & { trashed_by: string | null }>(
  target: Thing | undefined,
  userId: string,
  name: string,
): Authorized<Thing, 'discussion.restore'> {
  const found = authorizeDiscussion(target && { ...target, trashed_at: null }, 'discussion.write', name);
  if (found.trashed_by !== userId && !mayDiscuss(found, 'discussion.moderate')) throw forbidden();
  return authorized<'discussion.restore', Thing>(found);
}

/** Why nobody replies to a locked post. */
export function postLocked() {
  return conflict('post_locked', 'This discussion is locked: nobody can reply until an editor unlocks it.');
}
