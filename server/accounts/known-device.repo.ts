import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Known devices per account; the least recently used is deleted. */
const MAX_DEVICES = 20;

/** The hash under which a device of an account is stored; the browser's fingerprint itself is not. */
export function hashDevice(signingKey: Uint8Array, userId: string, visitorId: string): string {
  return createHmac('sha256', signingKey).update(`device\0${userId}\0${visitorId}`).digest('base64url');
}

export async function isKnownDevice(
  database: Database | Transaction,
  userId: string,
  hash: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('known_device')
    .select('device_hash')
    .where('user_id', '=', userId)
    .where('device_hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberDevice(
  database: Database | Transaction,
  userId: string,
  hash: string,
): Promise<void> {
  await database
    .insertInto('known_device')
    .values({ user_id: userId, device_hash: hash })
    .onConflict((on) => on.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: sql`now()` }))
    .execute();
  await sql`
    delete from known_device where user_id = ${userId} and device_hash in (
      select device_hash from known_device where user_id = ${userId}
      order by last_seen_at desc offset ${MAX_DEVICES}
    )`.execute(database);
}
