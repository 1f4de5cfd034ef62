import { sql } from 'kysely';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
} from '#lib/contract/notification.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { urlOf } from './notification.presenter.ts';
import { COLUMNS, MAY_READ, type NotificationRow, readableNotifications } from './notification.repo.ts';
import { UNCHOSEN } from './notification-setting.repo.ts';
import { DECISIONS, settingOf } from './notify.ts';

/** Nobody is mailed what they may be reading, in minutes. */
const QUIET_MINUTES = 10;
/** What is older is mailed no more, as after the server was off for long, in hours. */
const LATEST_HOURS = 48;

/** Of requests for access, and where it was given, there are mails of their own. */
type MailedEvent = Exclude<NotificationEvent, 'access_requested' | 'access_granted'>;

export type DueNotification = {
  user_id: string;
  email: string;
  hub_id: string;
  hub: string;
  event: MailedEvent;
  person: string;
  title: string;
  /** Null where there is no page that its reader may open. */
  url: string | null;
};

/** The events that are mailed where nobody chose otherwise. */
const BY_DEFAULT = NOTIFICATION_EVENTS.filter(
  (event) => DEFAULT_NOTIFICATION_SETTINGS[settingOf(event)] === 'mail',
);

/**
 * Unread notifications that were not mailed and that their readers want by mail, as far as these may see now what they are
 * about; marks them as mailed.
 */
export async function takeDueNotifications(trx: Transaction, limit: number): Promise<DueNotification[]> {
  const { rows } = await sql<NotificationRow & { email: string; event: MailedEvent }>`
    with due as (
      select notice.id, person.email from ${readableNotifications}
        join app_user person on person.id = notice.user_id and person.is_email_verified
        left join notification_setting chosen on chosen.user_id = notice.user_id and chosen.setting =
          case when notice.event = any(${DECISIONS}::text[]) then 'decided' else notice.event end
        left join notification_setting unchosen on unchosen.user_id = notice.user_id and unchosen.setting = ${UNCHOSEN}
      where notice.read_at is null and notice.mailed_at is null
        and notice.created_at between now() - make_interval(hours => ${LATEST_HOURS}) and now() - make_interval(mins => ${QUIET_MINUTES})
        and notice.event not in ('access_requested', 'access_granted')
        and coalesce(chosen.choice, case when notice.event = any(${BY_DEFAULT}::text[]) and unchosen.choice is null then 'mail' end) = 'mail'
        and ${MAY_READ}
      order by notice.created_at limit ${limit} for update of notice skip locked
    ), mailed as (
      update notification set mailed_at = now() from due where notification.id = due.id
    )
    select ${COLUMNS}, due.email from ${readableNotifications}
      join due on due.id = notice.id left join app_user actor on actor.id = notice.actor_id
    order by notice.id desc`.execute(trx);
  return rows.map((row) => ({
    ...{ user_id: row.user_id, email: row.email, hub_id: row.hub_id, hub: row.hub, event: row.event },
    ...{ person: row.actor_name || 'Somebody', title: row.title, url: urlOf(row) },
  }));
}
