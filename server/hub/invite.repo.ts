import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { normalizedEmail } from '#lib/email.ts';
import type { HubRole } from '#lib/policy/roles.ts';
import type { Database, Transaction } from '../database/database.ts';
import { newId } from '../database/id.ts';

type Either = Database | Transaction;

const TOKEN_BYTES = 32;
const LIFETIME_DAYS = 14;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** An invitation that can still be accepted: its inviter may still invite to that role. */
export type OpenInvite = {
  id: string;
  hub_id: string;
  hub_name: string;
  hub_handle: string;
  hub_description: string;
  logo_sha256: string | null;
  email: string;
  email_key: string;
  role: HubRole;
  inviter: { first_name: string; last_name: string; email: string };
  created_at: Date;
  expires_at: Date;
};

/** Open ones: a right that the inviter has lost since is not handed on. */
export function openInvites(database: Either) {
  return database
    .selectFrom('invite')
    .innerJoin('hub as of', 'of.id', 'invite.hub_id')
    .innerJoin('app_user as inviter', 'inviter.id', 'invite.invited_by')
    .innerJoin('membership as by', (join) =>
      join
        .onRef('by.hub_id', '=', 'invite.hub_id')
        .onRef('by.user_id', '=', 'invite.invited_by')
        .on('by.suspended_at', 'is', null),
    )
    .select([
      'invite.id',
      'invite.hub_id',
      'of.name as hub_name',
      'of.handle as hub_handle',
      'of.description as hub_description',
      'of.logo_sha256',
      'invite.email',
      'invite.email_key',
      'invite.role',
      sql<OpenInvite['inviter']>`json_build_object(
        'first_name', inviter.first_name, 'last_name', inviter.last_name, 'email', inviter.email)`.as(
        'inviter',
      ),
      'invite.created_at',
      'invite.expires_at',
    ])
    .where('invite.ended_at', 'is', null)
    .where('invite.expires_at', '>', sql<Date>`now()`)
    .where('of.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('by.role', '=', 'owner'),
        where.and([where('by.role', '=', 'admin'), where('invite.role', '!=', 'owner')]),
      ]),
    );
}

export function inviteByToken(database: Either, token: string): Promise<OpenInvite | undefined> {
  return openInvites(database).where('invite.token_hash', '=', hashOf(token)).executeTakeFirst();
}

/** The invitation of an address to a hub. */
export function inviteOfAddress(
  database: Either,
  hubId: string,
  email: string,
): Promise<OpenInvite | undefined> {
  return openInvites(database)
    .where('invite.hub_id', '=', hubId)
    .where('invite.email_key', '=', normalizedEmail(email))
    .executeTakeFirst();
}

/** The newest invitation of an address. */
export function newestInvite(database: Either, emailKey: string): Promise<OpenInvite | undefined> {
  return openInvites(database)
    .where('invite.email_key', '=', emailKey)
    .orderBy('invite.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function inviteById(database: Either, hubId: string, id: string): Promise<OpenInvite | undefined> {
  return openInvites(database)
    .where('invite.hub_id', '=', hubId)
    .where('invite.id', '=', id)
    .executeTakeFirst();
}

/** A page of a hub's open invitations, newest first. */
export function invitesOf(
  database: Either,
  hubId: string,
  page: { limit: number; offset: number },
): Promise<OpenInvite[]> {
  return openInvites(database)
    .where('invite.hub_id', '=', hubId)
    .orderBy('invite.created_at', 'desc')
    .orderBy('invite.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Invites an address; an invitation that is still open is made anew, and its old link ends. */
export async function insertInvite(
  trx: Transaction,
  invite: { hubId: string; email: string; role: HubRole; invitedBy: string },
): Promise<{ id: string; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const again = {
    email: invite.email,
    role: invite.role,
    token_hash: hashOf(token),
    invited_by: invite.invitedBy,
    expires_at: new Date(Date.now() + LIFETIME_DAYS * 24 * 3_600_000),
  };
  const { id } = await trx
    .insertInto('invite')
    .values({ id: newId(), hub_id: invite.hubId, email_key: normalizedEmail(invite.email), ...again })
    .onConflict((on) =>
      on
        .columns(['hub_id', 'email_key'])
        .where('ended_at', 'is', null)
        .doUpdateSet({ ...again, created_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** Ends an invitation; false when it had ended already. */
export async function endInvite(trx: Either, hubId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invite')
    .set({ ended_at: sql`now()` })
    .where('hub_id', '=', hubId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Which of these addresses belong to a hub already, suspended ones too. */
export async function memberAddresses(database: Either, hubId: string, keys: string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('app_user.email_key')
    .where('membership.hub_id', '=', hubId)
    .where('app_user.email_key', 'in', keys)
    .execute();
  return new Set(rows.map((row) => row.email_key));
}
