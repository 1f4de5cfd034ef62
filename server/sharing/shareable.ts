import { type RawBuilder, sql } from 'kysely';
import type { ItemRole } from '#lib/access/roles.ts';
import { assignFormScope, assignItemScope, type ScopeAssignment } from '#server/access/policy/scope.repo.ts';
import {
  type AuthorizedToShare,
  authorizeFormSharing,
  authorizeItemSharing,
  type Shareable,
} from '#server/access/policy/share-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

export type ShareableKind = Shareable['kind'];
type Which = Pick<Shareable, 'kind' | 'id'>;

/**
 * An item or a form with the caller's current role, to share it.
 * @throws ApiError 404 where the caller may not see it, 403 where they may see but not share it.
 */
export async function findShareable(
  database: Database | Transaction,
  caller: Caller,
  { kind, id }: Which,
): Promise<AuthorizedToShare> {
  return kind === 'item'
    ? authorizeItemSharing(await itemById(database, caller, id))
    : authorizeFormSharing(await formById(database, caller, id));
}

/** Locks the resource's row for a change, until the transaction ends. */
export async function lockShareable(trx: Transaction, { kind, id }: Which): Promise<void> {
  await sql`select from ${sql.table(kind)} where id = ${id} for update`.execute(trx);
}

/**
 * Puts the resource into the scope that its visibility, grants, links and parent require, under
 * `lockSpaceTreeExclusive`.
 */
export function assignShareableScope(trx: Transaction, resource: Shareable): Promise<ScopeAssignment> {
  return resource.kind === 'item' ? assignItemScope(trx, resource) : assignFormScope(trx, resource);
}

/** The table of grants by name to resources of a kind. */
export const grantTableOf = (kind: ShareableKind): RawBuilder<unknown> => sql.table(`${kind}_grant`);

/** The column by which other tables refer to resources of a kind. */
export const idColumnOf = (kind: ShareableKind): RawBuilder<string> => sql.ref(`${kind}_id`);

/** The grants by name to a resource, with their roles. */
export async function namedRoles(trx: Transaction, { kind, id }: Which): Promise<Map<string, ItemRole>> {
  const { rows } = await sql<{ user_id: string; role: ItemRole }>`
    select user_id, role from ${grantTableOf(kind)} where ${idColumnOf(kind)} = ${id}`.execute(trx);
  return new Map(rows.map(({ user_id, role }) => [user_id, role]));
}
