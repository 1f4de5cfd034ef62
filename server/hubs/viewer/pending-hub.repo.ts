import { sql } from 'kysely';
import type { HubReference } from '#server/access/identity/account.repo.ts';
import { latestInviteOfAddress } from '#server/hubs/hub/invite.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/**
 * The hub that invited this address last, else the first one that admits its domain (unless it removed or
 * suspended this user); only for a verified address.
 */
export async function pendingHub(
  database: Database | Transaction,
  userId: string,
  address: { key: string; domain: string },
): Promise<HubReference | undefined> {
  const invite = await latestInviteOfAddress(database, address.key);
  if (invite) return { id: invite.hub_id, name: invite.hub_name, handle: invite.hub_handle };
  return database
    .selectFrom('hub')
    .select(['id', 'name', 'handle'])
    .where(sql<boolean>`join_domains @> array[${address.domain}]::text[]`)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from removed_member r where r.hub_id = hub.id and r.user_id = ${userId})`,
    )
    .where(
      sql<boolean>`not exists (select from membership m where m.hub_id = hub.id and m.user_id = ${userId})`,
    )
    .orderBy('created_at')
    .executeTakeFirst();
}
