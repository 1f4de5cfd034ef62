import { type Kysely, sql } from 'kysely';

/**
 * Who stopped all mails about notifications and watched items gets none of kinds that were added since, or will be: who has
 * none of them on, of those that there were first.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`insert into notification_setting (user_id, setting, choice)
    select off.user_id, 'unchosen', 'app' from watch_mail_off off
    where not exists (select from notification_setting one where one.user_id = off.user_id and one.choice = 'mail')
      and (select count(*) from notification_setting one
        where one.user_id = off.user_id and one.setting in ('mentioned', 'task')) = 2
    on conflict do nothing`.execute(database);
}
