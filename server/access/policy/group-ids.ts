import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/**
 * The groups that the account of a (left-joined) membership is in at this moment, as an array of ids: by name, or by
 * the mail domain of a verified address.
 */
export function groupIdsIn(membership: string): RawBuilder<string[]> {
  return sql<string[]>`array(
    select mine.group_id from group_person mine
    where mine.hub_id = ${sql.ref(`${membership}.hub_id`)} and mine.user_id = ${sql.ref(`${membership}.user_id`)})`;
}

/** The groups of a hub that a user is in at this moment; none for a visitor. */
export async function groupIdsOf(
  database: Database | Transaction,
  { hubId, userId }: { hubId: string; userId: string | null },
): Promise<string[]> {
  if (!userId) return [];
  const { rows } = await sql<{ group_id: string }>`
    select group_id from group_person where hub_id = ${hubId} and user_id = ${userId}`.execute(database);
  return rows.map(({ group_id }) => group_id);
}
