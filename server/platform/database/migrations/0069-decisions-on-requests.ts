import { type Kysely, sql } from 'kysely';

/** Who wanted no notifications of access is not notified of answers to their own requests either, which were among them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`insert into notification_setting (user_id, setting, choice)
    select user_id, 'decided', choice from notification_setting where setting = 'access' and choice = 'off'
    on conflict do nothing`.execute(database);
}
