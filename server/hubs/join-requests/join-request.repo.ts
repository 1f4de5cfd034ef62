import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';

type Either = Database | Transaction;

/** A pending request to join a hub. */
export type PendingJoinRequest = {
  id: string;
  message: string;
  created_at: Date;
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
};

function pendingRequests(database: Either, hubId: string) {
  return database
    .selectFrom('join_request')
    .innerJoin('app_user', 'app_user.id', 'join_request.user_id')
    .select([
      'join_request.id',
      'join_request.message',
      'join_request.created_at',
      'join_request.user_id',
      'app_user.email',
      'app_user.first_name',
      'app_user.last_name',
    ])
    .where('join_request.hub_id', '=', hubId)
    .where('join_request.ended_at', 'is', null);
}

/** A page of the pending requests, oldest first. */
export function joinRequestsOf(
  database: Either,
  hubId: string,
  page: { limit: number; offset: number },
): Promise<PendingJoinRequest[]> {
  return pendingRequests(database, hubId)
    .orderBy('join_request.created_at')
    .orderBy('join_request.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** A pending request, locked until the transaction ends. */
export function lockJoinRequest(
  trx: Transaction,
  hubId: string,
  id: string,
): Promise<PendingJoinRequest | undefined> {
  return pendingRequests(trx, hubId)
    .where('join_request.id', '=', id)
    .forUpdate('join_request')
    .executeTakeFirst();
}

/** Inserts a join request; a pending one gets the new message. */
export async function insertJoinRequest(
  database: Either,
  request: { hubId: string; userId: string; message: string },
): Promise<void> {
  await database
    .insertInto('join_request')
    .values({ id: newId(), hub_id: request.hubId, user_id: request.userId, message: request.message })
    .onConflict((on) =>
      on
        .columns(['hub_id', 'user_id'])
        .where('ended_at', 'is', null)
        .doUpdateSet({ message: request.message }),
    )
    .execute();
}

export async function deleteJoinRequest(database: Either, id: string): Promise<void> {
  await database.updateTable('join_request').set({ ended_at: sql`now()` }).where('id', '=', id).execute();
}

/** The number of pending requests. */
export async function countJoinRequests(database: Either, hubId: string): Promise<number> {
  const { count } = await database
    .selectFrom('join_request')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('hub_id', '=', hubId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
