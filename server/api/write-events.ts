import type { ItemKind } from '#lib/text/upload-types.ts';
import type { SpaceView } from '#server/access/policy/space-view.ts';
import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';

/** A write that was handled: what it was authorized on, and what its handler returned. */
export type Written<Z, R> = { authorized: Z; result: R };

/**
 * Which change events follow a finished write: those that its route makes of it, those of the caller's account
 * and its sessions, or none. `nothing` is for a write without an event worth publishing: one that only opens a
 * session (otherwise every sign-in would recheck all open sockets), one that is a step towards a submission
 * and not one yet, one that changes nothing for others, and one that publishes by itself.
 */
export type Publishes<Z, R> = 'nothing' | 'account' | ((written: Written<Z, R>) => readonly ChangeEvent[]);

type InHub = { id: string; hub_id: string };
// What only this kind of resource has, so that none is taken for another.
type Item = InHub & { kind: ItemKind };
type Form = InHub & { published_version: number | null };
type Space = InHub & Pick<SpaceView, 'default_role'>;
type Hub = { id: string; members_create_spaces: boolean };
type Post = InHub & { space_id: string; pinned_at: Date | null };
type Comment = { hub_id: string; space_id: string; item_id: string | null; post_id: string | null };

export const itemEvent = ({ id, hub_id: hubId }: Item): ChangeEvent => ({ about: 'item', hubId, id });
/** Of the place of an item among those of its folder. */
export const orderEvent = ({ id, hub_id: hubId }: Item): ChangeEvent => ({ about: 'order', hubId, id });
export const formEvent = ({ id, hub_id: hubId }: Form): ChangeEvent => ({ about: 'form', hubId, id });
export const spaceEvent = ({ id, hub_id: hubId }: Space): ChangeEvent => ({ about: 'space', hubId, id });

/** Of a resource of a kind that is known only when it is read. */
export const resourceEvent = ({
  kind,
  id,
  hub_id: hubId,
}: InHub & { kind: 'item' | 'form' }): ChangeEvent => ({
  about: kind,
  hubId,
  id,
});

/** Of who belongs to a hub, and in which role. */
export const membersEvent = ({ id }: Hub): ChangeEvent => ({ about: 'people', hubId: id });

/** Of the submissions of a form. */
export const submissionsEvent = ({ id, hub_id: hubId }: Form): ChangeEvent => ({
  about: 'answers',
  hubId,
  id,
});

/** Of the comments of an item. */
export const itemCommentsEvent = ({ id, hub_id: hubId }: Item): ChangeEvent => ({
  about: 'comments',
  hubId,
  id,
});

/** Of the list of a space's posts. */
export const postsEvent = ({ id, hub_id: hubId }: Space): ChangeEvent => ({ about: 'posts', hubId, id });

/** Of a post and its replies, and of the list that it is in. */
export const postEvents = ({ id, hub_id: hubId, space_id: spaceId }: Post): ChangeEvent[] => [
  { about: 'comments', hubId, id },
  { about: 'posts', hubId, id: spaceId },
];

/** Of a comment: of its item, or of its post and the list that this is in. */
export function commentEvents(comment: Comment): ChangeEvent[] {
  const { hub_id: hubId, item_id: itemId, post_id: postId, space_id: spaceId } = comment;
  if (itemId !== null) return [{ about: 'comments', hubId, id: itemId }];
  if (postId === null) return [];
  return [
    { about: 'comments', hubId, id: postId },
    { about: 'posts', hubId, id: spaceId },
  ];
}

/** The change events of a write of an account, by what its route publishes. */
export function changeEventsOfWrite<Z, R>(
  publishes: Publishes<Z, R>,
  userId: string | null,
  written: Written<Z, R>,
): readonly ChangeEvent[] {
  if (publishes === 'nothing') return [];
  if (publishes === 'account') return [{ about: 'account', userId }];
  return publishes(written);
}
