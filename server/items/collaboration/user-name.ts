import type { Database } from '#server/platform/database/database.ts';

/** How a writer is shown to others; empty for anybody who has no account. */
export async function nameOfUser(database: Database, userId: string | null): Promise<string> {
  if (userId === null) return '';
  const user = await database
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return user ? `${user.first_name} ${user.last_name}`.trim() : '';
}
