import { type Insertable, sql, type Updateable } from 'kysely';
import type { HubRole, Visibility } from '#lib/access/roles.ts';
import { emailDomain, normalizedEmail } from '#lib/text/email.ts';
import { principalsIn } from '#server/access/policy/role-on-scope.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { acceptableInvites } from './invite.repo.ts';

type Either = Database | Transaction;

/** The user whose view of a hub is requested; null for a visitor. */
export type HubViewer = { id: string; email: string; isEmailVerified: boolean } | null;

/** A hub with one viewer's role and counts. */
export type HubView = {
  id: string;
  name: string;
  handle: string;
  description: string;
  visibility: Visibility;
  logo_sha256: string | null;
  join_domains: string[];
  members_create_spaces: boolean;
  allow_indexing: boolean;
  trash_days: number;
  country: string | null;
  currency: string;
  locale: string | null;
  time_zone: string | null;
  created_at: Date;
  updated_at: Date;
  revision: number;
  my_role: HubRole | null;
  suspended: boolean;
  admitted: boolean;
  signedIn: boolean;
  requested: boolean;
  members_count: number;
  /** Spaces that the viewer can see. */
  spaces_count: number;
};

/** Hubs as seen by `viewer`; access that depends on an e-mail address alone requires that it is verified. */
function viewed(database: Either, viewer: HubViewer) {
  const userId = viewer?.id ?? null;
  const verified = viewer?.isEmailVerified ?? false;
  const key = verified && viewer ? normalizedEmail(viewer.email) : null;
  const domain = verified && viewer ? emailDomain(viewer.email) : null;
  return database
    .selectFrom('hub')
    .leftJoin('membership', (join) =>
      join.onRef('membership.hub_id', '=', 'hub.id').on('membership.user_id', '=', userId),
    )
    .select([
      'hub.id',
      'hub.name',
      'hub.handle',
      'hub.description',
      'hub.visibility',
      'hub.logo_sha256',
      'hub.join_domains',
      'hub.members_create_spaces',
      'hub.allow_indexing',
      'hub.trash_days',
      'hub.country',
      'hub.currency',
      'hub.locale',
      'hub.time_zone',
      'hub.created_at',
      'hub.updated_at',
      'hub.revision',
      sql<HubRole | null>`case when membership.suspended_at is null then membership.role end`.as('my_role'),
      sql<boolean>`membership.suspended_at is not null`.as('suspended'),
      (where) =>
        where
          .or([
            sql<boolean>`(coalesce(${domain}::text = any(hub.join_domains), false) and not exists (
              select from removed_member r where r.hub_id = hub.id and r.user_id = ${userId}::uuid))`,
            where.exists(
              acceptableInvites(database)
                .clearSelect()
                .select('invite.id')
                .whereRef('invite.hub_id', '=', sql.ref('hub.id'))
                .where('invite.email_key', '=', key),
            ),
          ])
          .$castTo<boolean>()
          .as('admitted'),
      sql<boolean>`${userId}::uuid is not null`.as('signedIn'),
      sql<boolean>`exists (
        select from join_request r where r.hub_id = hub.id and r.user_id = ${userId}::uuid
          and r.ended_at is null)`.as('requested'),
      sql<number>`(
        select count(*) from membership m where m.hub_id = hub.id and m.suspended_at is null)`.as(
        'members_count',
      ),
      sql<number>`(
        select count(distinct s.id) from scope_entry own
          join space s on s.scope_id = own.scope_id and s.deleted_at is null
        where own.hub_id = hub.id and own.principal = any(${principalsIn('membership')}))`.as('spaces_count'),
    ])
    .where('hub.deleted_at', 'is', null);
}

/** A hub by its handle, ignoring case. */
export function hubByHandle(
  database: Either,
  handle: string,
  viewer: HubViewer,
): Promise<HubView | undefined> {
  return viewed(database, viewer)
    .where(sql<string>`lower(hub.handle)`, '=', handle.toLowerCase())
    .executeTakeFirst();
}

export function hubById(database: Either, id: string, viewer: HubViewer): Promise<HubView | undefined> {
  return viewed(database, viewer).where('hub.id', '=', id).executeTakeFirst();
}

/** A page of the hubs that a user belongs to, by name. */
export function hubsOf(
  database: Either,
  viewer: NonNullable<HubViewer>,
  page: { limit: number; offset: number },
): Promise<HubView[]> {
  return viewed(database, viewer)
    .where('membership.role', 'is not', null)
    .where('membership.suspended_at', 'is', null)
    .orderBy(sql`lower(hub.name)`)
    .orderBy('hub.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countHubsOf(database: Either, userId: string): Promise<number> {
  const { count } = await database
    .selectFrom('membership')
    .innerJoin('hub', 'hub.id', 'membership.hub_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('membership.user_id', '=', userId)
    .where('membership.suspended_at', 'is', null)
    .where('hub.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Which of these handles are taken, also by hubs that wait to be purged; in lower case. */
export async function existingHandles(database: Either, handles: string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('hub')
    .select(sql<string>`lower(handle)`.as('handle'))
    .where(
      sql<string>`lower(handle)`,
      'in',
      handles.map((handle) => handle.toLowerCase()),
    )
    .execute();
  return new Set(rows.map((row) => row.handle));
}

/** Creates a hub; false when its handle is taken. */
export async function insertHub(trx: Transaction, hub: Insertable<Schema['hub']>): Promise<boolean> {
  const row = await trx
    .insertInto('hub')
    .values(hub)
    .onConflict((on) => on.expression(sql`lower(handle)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates a hub; the transaction must have locked its row. */
export async function updateHub(
  trx: Transaction,
  id: string,
  change: Updateable<Schema['hub']>,
): Promise<void> {
  await trx
    .updateTable('hub')
    .set((update) => ({ ...change, updated_at: sql`now()`, revision: update('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Locks a hub's row until the transaction ends; returns its revision. */
export async function lockHub(trx: Transaction, id: string): Promise<number | null> {
  const row = await trx
    .selectFrom('hub')
    .select('revision')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.revision ?? null;
}

/** Makes the creator of a hub its first owner. */
export async function insertFounder(trx: Transaction, hubId: string, userId: string): Promise<void> {
  await trx.insertInto('membership').values({ hub_id: hubId, user_id: userId, role: 'owner' }).execute();
}
