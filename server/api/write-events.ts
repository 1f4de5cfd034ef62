import type { ChangeEvent } from '#server/platform/realtime/change-events.ts';

/** The authorized target of a write, as far as change events need it. */
type Written = {
  id?: unknown;
  hub_id?: unknown;
  scope_id?: unknown;
  kind?: unknown;
  published_version?: unknown;
  item_id?: unknown;
  post_id?: unknown;
  space_id?: unknown;
};

function asWritten(thing: unknown): Written {
  return typeof thing === 'object' && thing !== null ? thing : {};
}

function resourceEvent(thing: unknown): ChangeEvent | null {
  const written = asWritten(thing);
  const { id, hub_id: hubId, scope_id: scopeId, kind } = written;
  if (typeof id !== 'string' || typeof hubId !== 'string' || typeof scopeId !== 'string') return null;
  // Only a form is published in versions; only an item has a kind of its own.
  const isForm = kind === 'form' || 'published_version' in written;
  return { about: isForm ? 'form' : typeof kind === 'string' ? 'item' : 'space', hubId, id };
}

/** The results of a request about several resources. */
function severalIn(result: unknown): unknown[] {
  const several = typeof result === 'object' && result !== null && 'items' in result ? result.items : null;
  return Array.isArray(several) ? several : [];
}

/**
 * Which change events follow a finished write: of the items, forms and spaces it was authorized on and that
 * it returned (`resources`), of a form's submissions, of a hub's members, of an account's sessions, or none.
 * `nothing` is for a write without an event worth publishing: one that only opens a session (otherwise every
 * sign-in would recheck all open sockets), one that is a step towards a submission and not one yet, and one
 * that publishes by itself; `comments` are those of an item, or a post and its replies.
 */
export type Publishes = 'resources' | 'submissions' | 'comments' | 'members' | 'account' | 'nothing';

/** The events of a comment or a post, by the item, post or space it was authorized on: its own, and of its list. */
function discussionEvents(thing: unknown): ChangeEvent[] {
  const { id, hub_id: hubId, item_id: itemId, post_id: postId, space_id: spaceId, kind } = asWritten(thing);
  if (typeof hubId !== 'string') return [];
  const about = (what: 'comments' | 'posts', found: unknown): ChangeEvent[] =>
    typeof found === 'string' ? [{ about: what, hubId, id: found }] : [];
  if (typeof itemId === 'string') return about('comments', itemId);
  if (typeof postId === 'string') return [...about('comments', postId), ...about('posts', spaceId)];
  if (typeof kind === 'string') return about('comments', id);
  return typeof spaceId === 'string'
    ? [...about('comments', id), ...about('posts', spaceId)]
    : about('posts', id);
}

/**
 * The change events of a write, by what its route publishes, the caller, what it was authorized on and what
 * it returned.
 */
export function changeEventsOfWrite(write: {
  publishes: Publishes;
  userId: string | null;
  authorized: unknown;
  result: unknown;
}): ChangeEvent[] {
  const { publishes, userId, authorized, result } = write;
  if (publishes === 'nothing') return [];
  if (publishes === 'account') return [{ about: 'account', userId }];
  if (publishes === 'comments') return discussionEvents(authorized);
  if (publishes === 'members') {
    const { id } = asWritten(authorized);
    return typeof id === 'string' ? [{ about: 'people', hubId: id }] : [];
  }
  const events = [authorized, result, ...severalIn(result)].map(resourceEvent).filter((one) => one !== null);
  if (publishes === 'resources') return events;
  return events.flatMap((one) => (one.about === 'form' ? [{ ...one, about: 'answers' as const }] : []));
}
