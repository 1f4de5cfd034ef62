import { type RawBuilder, sql } from 'kysely';
import type { HubRole, ItemRole } from '#lib/access/roles.ts';
import type { SpaceMember } from '#lib/contract/space-member.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

type Either = Database | Transaction;

/** A member of a space, who belongs to its hub. */
export type MemberRow = {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: ItemRole;
  hub_role: HubRole;
  suspended: boolean;
  reason: SpaceMember['reason'];
  added_by: string;
  added_by_name: string | null;
  created_at: Date;
};

/** Whether a name, or an address, contains the query; `user` is the alias of the account. */
function matchesMember(user: string, q: string | undefined, byAddress = true): RawBuilder<boolean> {
  if (!q) return sql`true`;
  const [first, last, email] = ['first_name', 'last_name', 'email'].map((column) =>
    sql.ref(`${user}.${column}`),
  );
  const address = byAddress ? sql`|| ' ' || ${email}` : sql``;
  return sql`strpos(lower(${first} || ' ' || ${last} ${address}), lower(${q})) > 0`;
}

function members(spaceId: string, condition: RawBuilder<unknown>): RawBuilder<MemberRow> {
  return sql<MemberRow>`
    select person.id as user_id, person.email, person.first_name, person.last_name, member.role, me.role as hub_role,
      me.suspended_at is not null as suspended, member.reason, member.added_by,
      trim(adder.first_name || ' ' || adder.last_name) as added_by_name, member.created_at
    from space_member member
      join space on space.id = member.space_id
      join membership me on me.hub_id = space.hub_id and me.user_id = member.user_id
      join app_user person on person.id = member.user_id
      left join app_user adder on adder.id = member.added_by
    where member.space_id = ${spaceId} and ${condition}
    order by array_position(array['owner', 'editor', 'commenter', 'viewer'], member.role),
      lower(person.first_name || ' ' || person.last_name), person.id`;
}

/** A page of a space's members, owners first, then by name. */
export async function membersOfSpace(
  database: Either,
  spaceId: string,
  at: { q: string | undefined; byAddress: boolean; limit: number; offset: number },
): Promise<MemberRow[]> {
  const found = members(spaceId, matchesMember('person', at.q, at.byAddress));
  const { rows } = await sql<MemberRow>`${found} limit ${at.limit} offset ${at.offset}`.execute(database);
  return rows;
}

export async function memberOfSpace(
  database: Either,
  spaceId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const { rows } = await members(spaceId, sql`person.id = ${userId}`).execute(database);
  return rows[0];
}

/**
 * Adds a member, or changes their role. The reason of their membership stays, unless they took the space
 * over.
 */
export async function upsertSpaceMember(
  trx: Transaction,
  member: { spaceId: string; userId: string; role: ItemRole; addedBy: string; reason: SpaceMember['reason'] },
): Promise<void> {
  await trx
    .insertInto('space_member')
    .values({
      space_id: member.spaceId,
      user_id: member.userId,
      role: member.role,
      added_by: member.addedBy,
      reason: member.reason,
    })
    .onConflict((on) =>
      on.columns(['space_id', 'user_id']).doUpdateSet({
        role: member.role,
        ...(member.reason === 'took_over'
          ? { reason: member.reason, added_by: member.addedBy, created_at: new Date() }
          : {}),
      }),
    )
    .execute();
}

export async function deleteSpaceMember(trx: Transaction, spaceId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('space_member')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Whether a space has an owner who can act besides this one. */
export async function hasOtherOwner(trx: Transaction, spaceId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from space_member member
      join space on space.id = member.space_id
      join membership me on me.hub_id = space.hub_id and me.user_id = member.user_id and me.suspended_at is null
    where member.space_id = ${spaceId} and member.role = 'owner' and member.user_id <> ${userId}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** A member of a hub, with what is needed to add them to a space. */
export type HubMemberRow = {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  suspended: boolean;
};

const HUB_PERSON = sql.raw(
  'person.id, person.email, person.first_name, person.last_name, me.suspended_at is not null as suspended',
);

/** A member of the hub by id or by the key of an address. */
export async function hubMemberBy(
  database: Either,
  hubId: string,
  by: { userId: string } | { emailKey: string },
): Promise<HubMemberRow | undefined> {
  const who = 'userId' in by ? sql`person.id = ${by.userId}` : sql`person.email_key = ${by.emailKey}`;
  const { rows } = await sql<HubMemberRow>`
    select ${HUB_PERSON} from membership me join app_user person on person.id = me.user_id
    where me.hub_id = ${hubId} and ${who}`.execute(database);
  return rows[0];
}

/** Members of the hub who are not in the space yet, by name or address. */
export async function candidatesFor(
  database: Either,
  space: { id: string; hub_id: string },
  at: { q: string | undefined; limit: number },
): Promise<HubMemberRow[]> {
  const { rows } = await sql<HubMemberRow>`
    select ${HUB_PERSON} from membership me join app_user person on person.id = me.user_id
    where me.hub_id = ${space.hub_id} and me.suspended_at is null and ${matchesMember('person', at.q)}
      and not exists (select from space_member member where member.space_id = ${space.id} and member.user_id = me.user_id)
    order by lower(person.first_name || ' ' || person.last_name), person.id
    limit ${at.limit}`.execute(database);
  return rows;
}
