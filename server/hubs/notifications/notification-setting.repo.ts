import { sql } from 'kysely';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationChoice,
  type NotificationSettings,
  notificationSettings,
} from '#lib/contract/notification.ts';
import type { Database } from '#server/platform/database/database.ts';

/**
 * The name under which it is stored that somebody wants no mails of kinds that they did not choose: those that come
 * later, too.
 */
export const UNCHOSEN = 'unchosen';

/** What somebody wants to be notified of, and how. */
export async function notificationSettingsOf(
  database: Database,
  userId: string,
): Promise<NotificationSettings> {
  const chosen = await database
    .selectFrom('notification_setting')
    .select(['setting', 'choice'])
    .where('user_id', '=', userId)
    .execute();
  const settings = Object.fromEntries(chosen.map(({ setting, choice }) => [setting, choice]));
  const unchosen = settings[UNCHOSEN]
    ? withoutMails(DEFAULT_NOTIFICATION_SETTINGS)
    : DEFAULT_NOTIFICATION_SETTINGS;
  return notificationSettings.parse({ ...unchosen, ...settings });
}

const withoutMails = (settings: NotificationSettings): Record<string, NotificationChoice> =>
  Object.fromEntries(
    Object.entries(settings).map(([setting, choice]) => [setting, choice === 'mail' ? 'app' : choice]),
  );

/** What was mailed to somebody is only shown from now on, and so is what nobody could be notified of yet. */
export async function stopNotificationMails(database: Database, userId: string): Promise<void> {
  await sql`
    with stopped as (
      update notification_setting set choice = 'app' where user_id = ${userId} and choice = 'mail'
    )
    insert into notification_setting (user_id, setting, choice)
    select id, ${UNCHOSEN}, 'app' from app_user where id = ${userId}
    on conflict do nothing`.execute(database);
}

export async function changeNotificationSettings(
  database: Database,
  userId: string,
  changes: Partial<NotificationSettings>,
): Promise<void> {
  const rows = Object.entries(changes).map(([setting, choice]) => ({ user_id: userId, setting, choice }));
  if (rows.length === 0) return;
  await database
    .insertInto('notification_setting')
    .values(rows)
    .onConflict((on) =>
      on.columns(['user_id', 'setting']).doUpdateSet({ choice: sql<NotificationChoice>`excluded.choice` }),
    )
    .execute();
}
