import { sql } from 'kysely';
import { canReadSubmissions } from '#server/access/policy/role-on-scope.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/**
 * Whether the user who added the notification addresses of a form still reads its submissions
 * (docs/decisions/0046).
 */
export async function notificationsIncludeSubmissions(
  database: Database | Transaction,
  formId: string,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select (form.notify_by is not null and ${canReadSubmissions('form', 'me')}) as may
    from form left join membership me on me.hub_id = form.hub_id and me.user_id = form.notify_by
    where form.id = ${formId}`.execute(database);
  return rows[0]?.may ?? false;
}
