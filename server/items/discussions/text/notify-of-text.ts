import { sql } from 'kysely';
import { mentionedPeople } from '#lib/text/render-markdown.ts';
import { notify, type Recipient } from '#server/hubs/notifications/notify.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ChangeEvents } from '#server/platform/realtime/change-events.ts';

/** Those who wrote in a discussion last; who wrote long ago is not notified of each reply permanently. */
const PARTICIPANTS_MAX = 100;

type Place = { hubId: string; scopeId: string; itemId: string | null; postId: string | null };
type Services = { changeEvents: ChangeEvents };

const mentioned = (ids: readonly string[], actorId: string): Recipient[] =>
  ids.map((userId) => ({ userId, event: 'mentioned', actorId }));

/** Notifies those whom a post, or a text that was changed, mentions and did not mention before. */
export function notifyOfMentions(
  trx: Transaction,
  services: Services,
  {
    before,
    body,
    userId,
    ...subject
  }: Place & { commentId: string | null; userId: string; before: string; body: string },
): Promise<void> {
  const known = new Set(mentionedPeople(before));
  const added = mentionedPeople(body).filter((id) => !known.has(id));
  return notify(trx, services, subject, mentioned(added, userId));
}

type Written = Place & { id: string; parentId: string | null; body: string; userId: string };

/**
 * Notifies of a new comment or reply those whom it mentions, then those who take part in its thread or discussion, then
 * who created the item.
 */
export async function notifyOfComment(
  trx: Transaction,
  services: Services,
  { id, parentId, body, userId, ...place }: Written,
): Promise<void> {
  const others = await othersInDiscussion(trx, { ...place, id, parentId });
  await notify(trx, services, { ...place, commentId: id }, [
    ...mentioned(mentionedPeople(body), userId),
    ...others.map((other): Recipient => ({ userId: other.id, event: other.event, actorId: userId })),
  ]);
}

/** Who watches the item learns of its comments by that. */
async function othersInDiscussion(
  trx: Transaction,
  { id, parentId, itemId, postId }: Pick<Written, 'id' | 'parentId' | 'itemId' | 'postId'>,
): Promise<{ id: string; event: 'replied' | 'commented' }[]> {
  const { rows } = await sql<{ id: string; event: 'replied' | 'commented' }>`
    (select created_by as id, 'replied' as event from comment where id = ${parentId} and deleted_at is null
    union select created_by, 'replied' from post where id = ${postId}
    union select created_by, 'replied' from (
      select created_by from comment
      where ${postId === null ? sql`parent_id = ${parentId}` : sql`post_id = ${postId}`} and id <> ${id} and deleted_at is null
      order by id desc limit ${PARTICIPANTS_MAX}) as latest)
    union all select item.created_by, 'commented' from item where item.id = ${itemId}
      and not exists (select from item_watch watch where watch.item_id = item.id and watch.user_id = item.created_by)`.execute(
    trx,
  );
  return rows.filter((row) => row.id !== null);
}
