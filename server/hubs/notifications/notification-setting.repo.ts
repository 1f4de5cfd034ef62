import { sql } from 'kysely';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationChoice,
  type NotificationSettings,
  notificationSettings,
} from '#lib/contract/notification.ts';
import type { Database } from '#server/platform/database/database.ts';

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
  return notificationSettings.parse({ ...DEFAULT_NOTIFICATION_SETTINGS, ...settings });
}

/** What was mailed to somebody is only shown from now on. */
export async function stopNotificationMails(database: Database, userId: string): Promise<void> {
  const settings = await notificationSettingsOf(database, userId);
  const mailed = Object.entries(settings).filter(([, choice]) => choice === 'mail');
  await changeNotificationSettings(
    database,
    userId,
    Object.fromEntries(mailed.map(([setting]) => [setting, 'app' as const])),
  );
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
