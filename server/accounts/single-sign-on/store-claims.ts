import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { claimValues } from './claims.ts';

/** Names of claims that are read at a sign-in, at most: those of the person's own hubs first. */
const NAMES_MAX = 200;

type SignedIn = { userId: string; identityId: string; claims: Readonly<Record<string, unknown>> };

/**
 * Stores what the provider says now, of the claims that groups' rules name, in place of what it said before. Of another
 * provider nothing is left: an account is in a group by what is true at its last sign-in.
 * @returns the hubs of the account, where that may change who is in a group
 */
export async function storeClaims(
  trx: Transaction,
  { userId, identityId, claims }: SignedIn,
): Promise<string[]> {
  const { rows: named } = await sql<{ name: string }>`
    select group_claim.name from group_claim join hub_group on hub_group.id = group_claim.group_id
      left join membership on membership.hub_id = hub_group.hub_id and membership.user_id = ${userId}
    group by group_claim.name order by count(membership.user_id) = 0, group_claim.name limit ${NAMES_MAX}`.execute(
    trx,
  );
  const found = named.flatMap(({ name }) => claimValues(claims, name).map((value) => ({ name, value })));
  const names = found.map(({ name }) => name);
  const values = found.map(({ value }) => value);
  const wanted = sql`unnest(${names}::text[], ${values}::text[]) as wanted (name, value)`;
  const { rows: removed } = await sql`
    delete from identity_claim using identity
    where identity.id = identity_claim.identity_id and identity.user_id = ${userId}
      and (identity.id <> ${identityId} or not exists (
        select from ${wanted} where wanted.name = identity_claim.name and wanted.value = identity_claim.value))
    returning identity_claim.name`.execute(trx);
  const { rows: added } = await sql`
    insert into identity_claim (identity_id, name, value) select ${identityId}::uuid, name, value from ${wanted}
    on conflict do nothing returning name`.execute(trx);
  if (removed.length + added.length === 0) return [];
  const { rows } = await sql<{ hub_id: string }>`
    select hub_id from membership where user_id = ${userId} and exists (
      select from hub_group join group_claim on group_claim.group_id = hub_group.id
      where hub_group.hub_id = membership.hub_id)`.execute(trx);
  return rows.map(({ hub_id }) => hub_id);
}
