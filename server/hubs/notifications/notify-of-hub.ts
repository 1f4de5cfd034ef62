import { sql } from 'kysely';
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationEvent } from '#lib/contract/notification.ts';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { ChangeEvents } from '#server/platform/realtime/change-events.ts';
import { settingOf } from './notify.ts';

/** An event that is about a hub as a whole. */
export type HubNotification = {
  userId: string;
  event: Extract<NotificationEvent, 'joined' | 'join_granted' | 'join_refused'>;
  /** Who did it; null where its reader is not to know. */
  actorId: string | null;
};

/**
 * Notifies a person of what happened in a hub, unless they don't want to know, or it is for its members alone and they are
 * none. An unread notification of the same event makes way for the new one, which stands for it too.
 */
export async function notifyOfHub(
  trx: Transaction,
  { changeEvents }: { changeEvents: ChangeEvents },
  hubId: string,
  { userId, event, actorId }: HubNotification,
): Promise<void> {
  const setting = settingOf(event);
  const { rows } = await sql<{ user_id: string }>`
    with wanted as (
      select person.id as user_id from app_user person
        left join membership me on me.hub_id = ${hubId} and me.user_id = person.id and me.suspended_at is null
        left join notification_setting chosen on chosen.user_id = person.id and chosen.setting = ${setting}
      where person.id = ${userId} and coalesce(chosen.choice, ${DEFAULT_NOTIFICATION_SETTINGS[setting]}) <> 'off'
        and (me.user_id is not null or ${event} = 'join_refused')
    ), replaced as (
      delete from notification old using wanted
      where old.user_id = wanted.user_id and old.read_at is null and old.event = ${event} and old.hub_id = ${hubId}
      returning old.count
    )
    insert into notification (id, user_id, hub_id, event, actor_id, count)
    select ${newId()}::uuid, user_id, ${hubId}::uuid, ${event}, ${actorId}::uuid,
      1 + coalesce((select sum(count) from replaced), 0)::int
    from wanted returning user_id`.execute(trx);
  if (rows.length === 0) return;
  await afterCommit(trx, async () => changeEvents.publish({ about: 'notifications', userId }));
}
