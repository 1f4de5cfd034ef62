import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { HubRole } from '#lib/access/roles.ts';
import type { InvitesQuery } from '#lib/contract/invite.ts';
import { normalizedEmail } from '#lib/text/email.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';

type Either = Database | Transaction;

const TOKEN_BYTES = 32;
export const INVITE_DAYS = 14;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export type InviteStatus = 'invited' | 'expired' | 'lapsed';

/** An invite that was neither answered nor revoked; it can be accepted only while it is `invited`. */
export type OpenInvite = {
  id: string;
  hub_id: string;
  hub_name: string;
  hub_handle: string;
  hub_description: string;
  logo_sha256: string | null;
  /** Null for a link that several people can join by. */
  email: string | null;
  email_key: string | null;
  role: HubRole;
  /** Grants single resources (`pending_grant`); its inviter was allowed to share them. */
  is_to_things: boolean;
  invited_by: string;
  joined: number;
  /** The link was sent to the address, and shown to nobody. */
  was_mailed: boolean;
  inviter: { first_name: string; last_name: string; email: string };
  created_at: Date;
  expires_at: Date;
  status: InviteStatus;
};

/** Neither answered nor revoked: what the hub's admins see. */
function unansweredInvites(database: Either) {
  return database
    .selectFrom('invite')
    .innerJoin('hub as of', 'of.id', 'invite.hub_id')
    .innerJoin('app_user as inviter', 'inviter.id', 'invite.invited_by')
    .leftJoin('membership as by', (join) =>
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
      'invite.is_to_things',
      'invite.invited_by',
      'invite.joined',
      'invite.was_mailed',
      sql<OpenInvite['inviter']>`json_build_object(
        'first_name', inviter.first_name, 'last_name', inviter.last_name, 'email', inviter.email)`.as(
        'inviter',
      ),
      'invite.created_at',
      'invite.expires_at',
      sql<InviteStatus>`case when invite.expires_at <= now() then 'expired'
        when ${INVITER_MAY} then 'invited' else 'lapsed' end`.as('status'),
    ])
    .where('invite.ended_at', 'is', null)
    .where('of.deleted_at', 'is', null);
}

/** False once the inviter has lost the role that the invite requires. */
const INVITER_MAY = sql<boolean>`coalesce(
  by.role = 'owner' or (by.role = 'admin' and invite.role <> 'owner') or (by.role = 'member' and invite.is_to_things),
  false)`;

/** Invites that can be accepted. */
export function acceptableInvites(database: Either) {
  return unansweredInvites(database).where('invite.expires_at', '>', sql<Date>`now()`).where(INVITER_MAY);
}

export function inviteByToken(database: Either, token: string): Promise<OpenInvite | undefined> {
  return acceptableInvites(database).where('invite.token_hash', '=', hashOf(token)).executeTakeFirst();
}

/**
 * The invites of an address to a hub: at most one to the hub itself, and one for each user who invited it to
 * resources.
 */
export function openInvitesOfAddress(database: Either, hubId: string, email: string): Promise<OpenInvite[]> {
  return acceptableInvites(database)
    .where('invite.hub_id', '=', hubId)
    .where('invite.email_key', '=', normalizedEmail(email))
    .execute();
}

/** The newest acceptable invite of an address. */
export function latestInviteOfAddress(database: Either, emailKey: string): Promise<OpenInvite | undefined> {
  return acceptableInvites(database)
    .where('invite.email_key', '=', emailKey)
    .orderBy('invite.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** An invite that was neither answered nor revoked, even if it can't be accepted any more. */
export function openInviteById(database: Either, hubId: string, id: string): Promise<OpenInvite | undefined> {
  return unansweredInvites(database)
    .where('invite.hub_id', '=', hubId)
    .where('invite.id', '=', id)
    .executeTakeFirst();
}

/** A page of a hub's invites that were neither answered nor revoked, newest first, and their total number. */
export async function invitesOf(
  database: Either,
  hubId: string,
  { page, page_size, q, kind }: InvitesQuery,
): Promise<{ invites: OpenInvite[]; count: number }> {
  let wanted = unansweredInvites(database).where('invite.hub_id', '=', hubId);
  if (kind) wanted = wanted.where('invite.email', kind === 'link' ? 'is' : 'is not', null);
  if (q) wanted = wanted.where(sql<boolean>`strpos(lower(invite.email), lower(${q})) > 0`);
  const [invites, counted] = await Promise.all([
    wanted
      .orderBy('invite.created_at', 'desc')
      .orderBy('invite.id', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    wanted
      .clearSelect()
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { invites, count: counted.count };
}

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 3_600_000);

/** An invite and the token of its link, which is not stored. */
export type NewInvite = { id: string; token: string; expiresAt: Date };

/** Invites an address to the hub; an open invite is renewed, and its old link becomes invalid. */
export async function insertInvite(
  trx: Transaction,
  invite: { hubId: string; email: string; role: HubRole; invitedBy: string },
): Promise<NewInvite> {
  const token = newToken();
  const expiresAt = inDays(INVITE_DAYS);
  const again = {
    email: invite.email,
    role: invite.role,
    token_hash: hashOf(token),
    invited_by: invite.invitedBy,
    expires_at: expiresAt,
    was_mailed: false,
  };
  const { id } = await trx
    .insertInto('invite')
    .values({ id: newId(), hub_id: invite.hubId, email_key: normalizedEmail(invite.email), ...again })
    .onConflict((on) =>
      on
        .columns(['hub_id', 'email_key'])
        .where(sql<boolean>`ended_at is null and not is_to_things`)
        .doUpdateSet({ ...again, created_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}

/**
 * Invites an address, as a guest, to what will be inserted into `pending_grant`; the same inviter's earlier
 * link becomes invalid.
 */
export async function insertResourceInvite(
  trx: Transaction,
  invite: { hubId: string; email: string; invitedBy: string },
): Promise<NewInvite> {
  const token = newToken();
  const expiresAt = inDays(INVITE_DAYS);
  const again = { email: invite.email, token_hash: hashOf(token), expires_at: expiresAt, was_mailed: false };
  const { id } = await trx
    .insertInto('invite')
    .values({
      id: newId(),
      hub_id: invite.hubId,
      email_key: normalizedEmail(invite.email),
      role: 'guest',
      is_to_things: true,
      invited_by: invite.invitedBy,
      ...again,
    })
    .onConflict((on) =>
      on
        .columns(['hub_id', 'email_key', 'invited_by'])
        .where(sql<boolean>`ended_at is null and is_to_things`)
        .doUpdateSet({ ...again, created_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token, expiresAt };
}

/** Creates a link that several people can join by. */
export async function insertInviteLink(
  trx: Transaction,
  invite: { hubId: string; role: HubRole; invitedBy: string; days: number },
): Promise<NewInvite> {
  const token = newToken();
  const id = newId();
  const expiresAt = inDays(invite.days);
  await trx
    .insertInto('invite')
    .values({
      id,
      hub_id: invite.hubId,
      email: null,
      email_key: null,
      role: invite.role,
      token_hash: hashOf(token),
      invited_by: invite.invitedBy,
      expires_at: expiresAt,
    })
    .execute();
  return { id, token, expiresAt };
}

/**
 * Renews an invite in the name of the user who does so: with a new link and expiry date; the old link becomes
 * invalid.
 */
export async function renewInvite(
  trx: Transaction,
  invite: { id: string; invitedBy: string; days: number },
): Promise<NewInvite | null> {
  const token = newToken();
  const expiresAt = inDays(invite.days);
  const row = await trx
    .updateTable('invite')
    .set({
      token_hash: hashOf(token),
      invited_by: invite.invitedBy,
      created_at: sql`now()`,
      expires_at: expiresAt,
      was_mailed: false,
    })
    .where('id', '=', invite.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row ? { id: row.id, token, expiresAt } : null;
}

/** Counts a user who joined by a link. */
export async function incrementJoinCount(trx: Transaction, id: string): Promise<void> {
  await trx
    .updateTable('invite')
    .set((update) => ({ joined: update('joined', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Locks an invite's row until the transaction ends; false when it has ended already. */
export async function lockInvite(trx: Transaction, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('invite')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends an invitation; false when it had ended already. */
export async function deleteInvite(trx: Either, hubId: string, id: string): Promise<boolean> {
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
export async function addressesOfMembers(
  database: Either,
  hubId: string,
  keys: string[],
): Promise<Set<string>> {
  const rows = await database
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select('app_user.email_key')
    .where('membership.hub_id', '=', hubId)
    .where('app_user.email_key', 'in', keys)
    .execute();
  return new Set(rows.map((row) => row.email_key));
}

/**
 * Whether the token can only be known from a mail to the invited address: then its holder has verified the
 * address.
 */
export async function tokenProvesAddress(database: Either, token: string): Promise<boolean> {
  const row = await database
    .selectFrom('invite')
    .select('was_mailed')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row?.was_mailed ?? false;
}
