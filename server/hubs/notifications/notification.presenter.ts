import { itemPath, NO_SPACE } from '#lib/browser/item-path.ts';
import type { Notification } from '#lib/contract/notification.ts';
import { editableMentions } from '#lib/text/mention-text.ts';
import { plainMarkdown } from '#lib/text/plain-markdown.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import type { NotificationRow } from './notification.repo.ts';

/** Characters of a comment. */
const TEXT_MAX = 240;
/** Characters of its Markdown that are read for them. */
const BODY_MAX = 2_000;

function textOf({ text, body }: NotificationRow): string {
  if (body === null) return text;
  const whole = plainMarkdown(editableMentions(body.slice(0, BODY_MAX)).text).text;
  return whole.replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
}

/** The path of the page, at the very place; null where there is none that the reader may open. */
export function urlOf(
  row: Pick<
    NotificationRow,
    | 'handle'
    | 'event'
    | 'hub_role'
    | 'item_id'
    | 'post_id'
    | 'space_id'
    | 'comment_id'
    | 'title'
    | 'space_slug'
    | 'place'
  >,
): string | null {
  const { handle, item_id, post_id, comment_id, title, space_slug, place } = row;
  const comment = comment_id ? `#comment-${comment_id}` : '';
  if (item_id) return `${itemPath(handle, { id: item_id, title, space_slug })}${comment || place}`;
  if (post_id) return `/${handle}/${space_slug || NO_SPACE}/posts/${post_id}${comment}`;
  return row.space_id ? `/${handle}/${space_slug || NO_SPACE}${place}` : hubUrl(row);
}

/** Guests don't see who belongs to a hub, and who may not join it sees nothing of it. */
function hubUrl({ handle, event, hub_role }: Pick<NotificationRow, 'handle' | 'event' | 'hub_role'>) {
  if (event === 'joined') return hub_role === 'guest' ? null : `/${handle}/members`;
  return hub_role && event !== 'join_refused' ? `/${handle}` : null;
}

/** A notification as the API returns it. */
export function presentNotification(row: NotificationRow): Notification {
  const { id, event, actor_id, actor_name, actor_avatar, item_id, post_id, title, due, count } = row;
  const { space_id, hub_id } = row;
  const kind = item_id ? 'item' : post_id ? 'post' : space_id ? 'space' : 'hub';
  const actor = actor_id && {
    id: actor_id,
    name: actor_name ?? '',
    avatar_url: avatarUrl({ id: actor_id, avatar_sha256: actor_avatar }),
  };
  return {
    id,
    event,
    actor: actor || null,
    thing: {
      kind,
      id: item_id ?? post_id ?? space_id ?? hub_id,
      title,
      hub: { name: row.hub, domain_handle: row.handle },
    },
    text: textOf(row),
    due,
    count,
    url: urlOf(row),
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  };
}
