import { sql } from 'kysely';
import type { ItemRole } from '#lib/access/roles.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts';
import { newId } from '#server/platform/database/id.ts';

type Either = Database | Transaction;
type RequestedRole = Exclude<ItemRole, 'owner'>;

/** An access request that was neither approved nor rejected. */
export type PendingAccessRequest = {
  id: string;
  role: RequestedRole;
  message: string;
  created_at: Date;
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
};

/** A pending request expires after so many days, whether its space exists or not. */
const REQUEST_DAYS = 30;

const COLUMNS = sql.raw(
  `request.id, request.role, request.message, request.created_at, person.id as user_id, person.email, person.first_name,
   person.last_name`,
);
const FRESH = sql`request.created_at > now() - ${REQUEST_DAYS} * interval '1 day'`;

/**
 * Inserts a request for an address with one statement that is the same whether the space exists or not; a
 * pending request is replaced.
 * @returns the requested space, null if it does not exist.
 */
export async function insertAccessRequest(
  trx: Transaction,
  request: { hubId: string; slug: string; userId: string; role: RequestedRole; message: string },
): Promise<{ space_id: string | null }> {
  const { rows } = await sql<{ space_id: string | null }>`
    insert into access_request (id, hub_id, space_id, slug, user_id, role, message)
    select ${newId()}, ${request.hubId}, space.id, ${request.slug}, ${request.userId}, ${request.role}, ${request.message}
    from (select 1) as one_row
      left join space on space.hub_id = ${request.hubId} and lower(space.slug) = lower(${request.slug}) and space.deleted_at is null
    on conflict (hub_id, user_id, lower(slug)) where ended_at is null do update
      set space_id = excluded.space_id, role = excluded.role, message = excluded.message, created_at = now()
    returning space_id`.execute(trx);
  return rows[0] ?? { space_id: null };
}

/** A page of the pending requests for a space, oldest first; only of users who belong to the hub. */
export async function accessRequestsOfSpace(
  database: Either,
  spaceId: string,
  at: { limit: number; offset: number },
): Promise<PendingAccessRequest[]> {
  const { rows } = await sql<PendingAccessRequest>`
    select ${COLUMNS} from access_request request
      join app_user person on person.id = request.user_id
      join membership me on me.hub_id = request.hub_id and me.user_id = request.user_id and me.suspended_at is null
    where request.space_id = ${spaceId} and request.ended_at is null and ${FRESH}
    order by request.created_at, request.id limit ${at.limit} offset ${at.offset}`.execute(database);
  return rows;
}

/**
 * A user's requests for an address. A rejected request still appears as pending to a user who may not know of
 * the space: an outcome would disclose that it exists.
 */
export async function ownAccessRequestRows(
  database: Either,
  requester: { hubId: string; slug: string; userId: string; knowsSpace: boolean },
): Promise<PendingAccessRequest[]> {
  const { rows } = await sql<PendingAccessRequest>`
    select ${COLUMNS} from access_request request join app_user person on person.id = request.user_id
    where request.hub_id = ${requester.hubId} and request.user_id = ${requester.userId} and lower(request.slug) = lower(${requester.slug})
      and ${FRESH} and (request.ended_at is null or (request.outcome = 'rejected' and not ${requester.knowsSpace}::boolean))
    order by request.created_at desc limit 1`.execute(database);
  return rows;
}

/** One pending request of a space, locked until the transaction ends. */
export async function lockAccessRequest(
  trx: Transaction,
  spaceId: string,
  id: string,
): Promise<PendingAccessRequest | undefined> {
  const { rows } = await sql<PendingAccessRequest>`
    select ${COLUMNS} from access_request request join app_user person on person.id = request.user_id
    where request.id = ${id} and request.space_id = ${spaceId} and request.ended_at is null and ${FRESH}
    for update of request`.execute(trx);
  return rows[0];
}

/** Closes a user's pending requests for a space with an outcome. */
export async function deleteAccessRequests(
  trx: Transaction,
  decision: { spaceId: string; userId: string; outcome: 'approved' | 'rejected' },
): Promise<void> {
  await trx
    .updateTable('access_request')
    .set({ ended_at: sql<Date>`now()`, outcome: decision.outcome })
    .where('space_id', '=', decision.spaceId)
    .where('user_id', '=', decision.userId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Deletes a user's requests for an address. */
export async function withdrawAccessRequests(
  database: Either,
  requester: { hubId: string; slug: string; userId: string },
): Promise<void> {
  await sql`delete from access_request
    where hub_id = ${requester.hubId} and user_id = ${requester.userId} and lower(slug) = lower(${requester.slug})`.execute(
    database,
  );
}

/** Deletes requests that have expired, answered or not. */
export async function deleteExpiredAccessRequests(database: Database, signal: AbortSignal): Promise<void> {
  const isOver = sql`created_at < now() - ${REQUEST_DAYS} * interval '1 day'`;
  await deleteInBatches(database, 'access_request', isOver, signal);
}
