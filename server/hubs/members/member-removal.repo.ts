import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

type Either = Database | Transaction;

/** A private space whose only owner who can act is one user. */
export type SoleOwnedSpace = { id: string; scope_id: string; slug: string; name: string };

/**
 * Private spaces that would have no owner without this user; other spaces always have somebody who manages
 * them.
 */
export async function soleOwnedSpaces(
  database: Either,
  hubId: string,
  userId: string,
): Promise<SoleOwnedSpace[]> {
  const { rows } = await sql<SoleOwnedSpace>`
    select space.id, space.scope_id, space.slug, space.name
    from space_member own join space on space.id = own.space_id
    where own.user_id = ${userId} and own.role = 'owner' and space.hub_id = ${hubId}
      and space.visibility = 'private' and space.deleted_at is null
      and not exists (
        select from space_member other
          join membership on membership.hub_id = space.hub_id and membership.user_id = other.user_id
            and membership.suspended_at is null
        where other.space_id = space.id and other.user_id <> own.user_id and other.role = 'owner')
    order by space.name, space.id`.execute(database);
  return rows;
}

/** Private items of this user that are shared with nobody else in the hub. */
export async function countUnsharedPrivateItems(
  database: Either,
  hubId: string,
  userId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from item
    where item.hub_id = ${hubId} and item.created_by = ${userId} and item.visibility = 'private'
      and item.trashed_at is null
      -- A copy that is being written ends with its user's access.
      and not exists (select from item_copy_row copying where copying.item_id = item.id)
      and not exists (
        select from item_grant join membership on membership.hub_id = item.hub_id
            and membership.user_id = item_grant.user_id and membership.suspended_at is null
        where item_grant.item_id = item.id and item_grant.user_id <> ${userId})`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Open invites by this user that have not expired. */
export async function countInvitesBy(database: Either, hubId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from invite
    where hub_id = ${hubId} and invited_by = ${userId} and ended_at is null and expires_at > now()`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

export async function countLinksBy(database: Either, hubId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from share_link
    where hub_id = ${hubId} and created_by = ${userId} and revoked_at is null
      and (expires_at is null or expires_at > now())`.execute(database);
  return rows[0]?.count ?? 0;
}

/** The spaces in which a user is named, or one of their resources is in an access list, in lock order. */
export async function spacesReferencingMember(
  trx: Transaction,
  hubId: string,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select space.id from space
    where space.hub_id = ${hubId} and (
      exists (select from space_member m where m.space_id = space.id and m.user_id = ${userId})
      or space.id in (
        select item.space_id from item_grant join item on item.id = item_grant.item_id
        where item_grant.user_id = ${userId} and item.hub_id = ${hubId}
        union select form.space_id from form_grant join form on form.id = form_grant.form_id
        where form_grant.user_id = ${userId} and form.hub_id = ${hubId}
        union select coalesce(item.space_id, form.space_id) from share_link
          left join item on item.id = share_link.item_id left join form on form.id = share_link.form_id
        where share_link.created_by = ${userId} and share_link.hub_id = ${hubId} and share_link.revoked_at is null))
    order by space.id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Removes a member from every space of the hub. @returns the scopes to recompute. */
export async function deleteSpaceMemberships(
  trx: Transaction,
  hubId: string,
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ scope_id: string }>`
    delete from space_member using space
    where space.id = space_member.space_id and space.hub_id = ${hubId} and space_member.user_id = ${userId}
    returning space.scope_id`.execute(trx);
  return rows.map((row) => row.scope_id);
}

/** Deletes a user's grants on every item of the hub. @returns the items whose scopes must be recomputed. */
export async function deleteItemGrants(trx: Transaction, hubId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from item_grant using item
    where item.id = item_grant.item_id and item.hub_id = ${hubId} and item_grant.user_id = ${userId}
    returning item.id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Deletes a user's grants on every form of the hub. @returns the forms whose scopes must be recomputed. */
export async function deleteFormGrants(trx: Transaction, hubId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from form_grant using form
    where form.id = form_grant.form_id and form.hub_id = ${hubId} and form_grant.user_id = ${userId}
    returning form.id`.execute(trx);
  return rows.map((row) => row.id);
}

/**
 * Revokes every share link that a user created in the hub. @returns of each the item or form whose scope must be
 * recomputed; null for the link of a view, which is in no access list.
 */
export async function revokeLinksOfMember(
  trx: Transaction,
  hubId: string,
  userId: string,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ resource_id: string | null }>`
    update share_link set revoked_at = now()
    where hub_id = ${hubId} and created_by = ${userId} and revoked_at is null
    returning coalesce(item_id, form_id) as resource_id`.execute(trx);
  return rows.map((row) => row.resource_id);
}

/**
 * Ends the invites by a user, those to the user, and the user's own requests. @returns how many invites by
 * them.
 */
export async function deleteInvitesOfMember(
  trx: Transaction,
  hubId: string,
  userId: string,
): Promise<number> {
  const { rows } = await sql<{ by_them: boolean }>`
    update invite set ended_at = now() from app_user person
    where person.id = ${userId} and invite.hub_id = ${hubId} and invite.ended_at is null
      and (invite.invited_by = person.id or invite.email_key = person.email_key)
    returning invite.invited_by = person.id as by_them`.execute(trx);
  await sql`update access_request set ended_at = now()
    where hub_id = ${hubId} and user_id = ${userId} and ended_at is null`.execute(trx);
  return rows.filter((row) => row.by_them).length;
}

export async function deleteMembership(trx: Transaction, hubId: string, userId: string): Promise<void> {
  await trx.deleteFrom('membership').where('hub_id', '=', hubId).where('user_id', '=', userId).execute();
}

/** Records that a user was removed: neither the mail domain nor a link admits them again. */
export async function insertRemovedMember(trx: Transaction, hubId: string, userId: string): Promise<void> {
  await trx
    .insertInto('removed_member')
    .values({ hub_id: hubId, user_id: userId })
    .onConflict((on) => on.columns(['hub_id', 'user_id']).doNothing())
    .execute();
}
