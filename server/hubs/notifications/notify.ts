import { sql } from 'kysely';
import type { NotificationEvent, NotificationSetting } from '#lib/contract/notification.ts';
import { DEFAULT_NOTIFICATION_SETTINGS } from '#lib/contract/notification.ts';
import { roleBesidesAnyone, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import type { ChangeEvents } from '#server/platform/realtime/change-events.ts';

/** People who are notified of one event at most; those who are mentioned come first. */
const PEOPLE_MAX = 200;

/** Somebody to notify, and of which event. */
export type Recipient = {
  userId: string;
  event: NotificationEvent;
  /** Who did it; null for who has no account. */
  actorId: string | null;
  text?: string;
  place?: string;
  due?: string | null;
  count?: number;
};

/** What a notification is about: a comment or reply with the item or post that it is on, else one of the others. */
export type NotificationSubject = {
  hubId: string;
  /** Whose access list says who may know of it. */
  scopeId: string;
  itemId?: string | null;
  postId?: string | null;
  commentId?: string | null;
  spaceId?: string | null;
};

/** The events that are decisions on requests of their reader. */
export const DECISIONS = ['access_granted', 'access_refused', 'join_granted', 'join_refused'] as const;

const isDecision = (event: NotificationEvent): event is (typeof DECISIONS)[number] =>
  DECISIONS.some((decision) => decision === event);

export function settingOf(event: NotificationEvent): NotificationSetting {
  if (isDecision(event)) return 'decided';
  return event === 'access_requested' ? 'access' : event;
}

/**
 * Notifies people of an event, each of one event, the first that is given; nobody of what they did themselves, may not
 * see, or don't want to know. An unread notification of the same event and resource makes way for the new one.
 */
export async function notify(
  trx: Transaction,
  { changeEvents }: { changeEvents: ChangeEvents },
  subject: NotificationSubject,
  recipients: readonly Recipient[],
): Promise<void> {
  const first = new Map<string, Recipient>();
  for (const one of recipients)
    if (isId(one.userId) && one.userId !== one.actorId && !first.has(one.userId)) first.set(one.userId, one);
  const people = [...first.values()].slice(0, PEOPLE_MAX);
  if (people.length === 0) return;
  const notified = await insertNotifications(trx, subject, people);
  if (notified.length === 0) return;
  await afterCommit(trx, async () => {
    for (const userId of notified) changeEvents.publish({ about: 'notifications', userId });
  });
}

/** @returns the people who got one */
async function insertNotifications(
  trx: Transaction,
  { hubId, scopeId, itemId = null, postId = null, commentId = null, spaceId = null }: NotificationSubject,
  people: readonly Recipient[],
): Promise<string[]> {
  const all = people.map(({ userId, event, actorId, text = '', place = '', due = null, count = 1 }) => {
    const setting = settingOf(event);
    const otherwise = DEFAULT_NOTIFICATION_SETTINGS[setting];
    return {
      id: newId(),
      user_id: userId,
      event,
      setting,
      otherwise,
      actor_id: actorId,
      text,
      place,
      due,
      count,
    };
  });
  // Who only sees what is public reads no comments (docs/decisions/0135).
  const role =
    commentId || postId ? roleBesidesAnyone('about.scope_id', 'me') : roleOnScope('about.scope_id', 'me');
  const { rows } = await sql<{ user_id: string }>`
    with wanted as (
      select one.* from json_to_recordset(${JSON.stringify(all)}::json) as one (id uuid, user_id uuid, event text,
          setting text, otherwise text, actor_id uuid, text text, place text, due text, count integer)
        cross join (select ${scopeId}::uuid as scope_id) as about
        join membership me on me.hub_id = ${hubId} and me.user_id = one.user_id and me.suspended_at is null
        left join notification_setting chosen on chosen.user_id = one.user_id and chosen.setting = one.setting
      where coalesce(chosen.choice, one.otherwise) <> 'off' and ${role} > 0
    ), replaced as (
      delete from notification old using wanted
      where old.user_id = wanted.user_id and old.read_at is null and (old.event = wanted.event or ${commentId}::uuid is not null)
        and (old.event <> 'access_requested' or old.actor_id = wanted.actor_id)
        and old.item_id is not distinct from ${itemId} and old.post_id is not distinct from ${postId}
        and old.comment_id is not distinct from ${commentId} and old.space_id is not distinct from ${spaceId}
    )
    insert into notification (id, user_id, hub_id, event, actor_id, item_id, post_id, comment_id, space_id, text, place, due, count)
    select id, user_id, ${hubId}::uuid, event, actor_id, ${itemId}::uuid, ${postId}::uuid, ${commentId}::uuid, ${spaceId}::uuid,
      text, place, due, count
    from wanted returning user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}
