import { sql } from 'kysely';
import type { ItemRole, Visibility } from '#lib/access/roles.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { GainedAccess } from './access-changes.ts';
import { assignItemScopes, type ScopeSubject } from './assign-scopes.ts';
import { rewriteScope } from './rewrite-scopes.ts';

/** A space's own scope; its access list is written by `rewriteScope` once the space's members are stored. */
export async function createSpaceScope(
  trx: Transaction,
  space: { id: string; hub_id: string },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('scope')
    .values({ id, hub_id: space.hub_id, space_id: space.id, parent_id: null })
    .execute();
  return id;
}

/**
 * Locks a space's tree for a change of access or parents: one such change at a time, and none while something
 * is being put into a folder. To be taken before what the change depends on is read.
 */
export async function lockSpaceTreeExclusive(trx: Transaction, spaceId: string): Promise<void> {
  await sql`select from space where id = ${spaceId} for update`.execute(trx);
}

/** `lockSpaceTreeExclusive` of several spaces, in an order that is the same for all callers. */
export async function lockSpaceTreesExclusive(trx: Transaction, spaceIds: readonly string[]): Promise<void> {
  await sql`select from space where id = any(${spaceIds}::uuid[]) order by id for update`.execute(trx);
}

/**
 * The same for a batch of a job, which must not block others from putting something into a space: folders
 * keep their parents, and only items are written that nobody can reach, or whose readers stay the same.
 */
export async function lockSpaceTreesForBatch(trx: Transaction, spaceIds: readonly string[]): Promise<void> {
  await sql`select from space where id = any(${spaceIds}::uuid[]) order by id for no key update`.execute(trx);
}

/**
 * Keeps the folders of a space, and their access, unchanged until the transaction ends; the lock is shared.
 * To be taken before the folder that something is put into is read.
 */
export async function lockSpaceTreeShared(trx: Transaction, spaceId: string): Promise<void> {
  await sql`select from space where id = ${spaceId} for key share`.execute(trx);
}

/** The names in the access lists of scopes, by scope. */
export async function principalsOnScopes(
  trx: Transaction,
  scopeIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ scope_id: string; principal: string }>`
    select distinct scope_id, principal from scope_access where scope_id = any(${scopeIds}::uuid[])`.execute(
    trx,
  );
  const lists = new Map<string, string[]>(scopeIds.map((id) => [id, []]));
  for (const { scope_id, principal } of rows) lists.get(scope_id)?.push(principal);
  return lists;
}

/** The names in a scope's access list. */
export async function principalsOnScope(trx: Transaction, scopeId: string): Promise<string[]> {
  return (await principalsOnScopes(trx, [scopeId])).get(scopeId) ?? [];
}

/** Grants somebody a role on an item or a form by name, or changes it. */
export async function grantResourceRole(
  trx: Transaction,
  { kind, id }: { kind: 'item' | 'form'; id: string },
  { userId, role, addedBy }: { userId: string; role: ItemRole; addedBy: string | null },
): Promise<void> {
  const resourceId = sql.ref(`${kind}_id`);
  await sql`insert into ${sql.table(`${kind}_grant`)} (${resourceId}, user_id, role, added_by)
    values (${id}, ${userId}, ${role}, ${addedBy})
    on conflict (${resourceId}, user_id) do update set role = excluded.role`.execute(trx);
}

/** The scope of a resource that was placed, and who was added to the lists below it. */
export type ScopeAssignment = { scopeId: string; below: GainedAccess[] };

/** `assignItemScopes` of one. */
export async function assignItemScope(trx: Transaction, item: ScopeSubject): Promise<ScopeAssignment> {
  const { scopes, below } = await assignItemScopes(trx, [item]);
  const scopeId = scopes.get(item.id);
  if (!scopeId) throw new Error('an item that was placed has a scope');
  return { scopeId, below };
}

/** What a form's access depends on. */
export type FormScopeSubject = { id: string; hub_id: string; space_id: string; visibility: Visibility };

/**
 * Puts a form into the scope that its visibility, grants and links require: its space's, or one of its own
 * below it, by the same rules as an item's. To be called under `lockSpaceTreeExclusive` after any of them
 * changed.
 */
export async function assignFormScope(trx: Transaction, form: FormScopeSubject): Promise<ScopeAssignment> {
  const { scope_id: holder } = await trx
    .selectFrom('space')
    .select('scope_id')
    .where('id', '=', form.space_id)
    .executeTakeFirstOrThrow();
  const { rows: named } = await sql`
    select from form_grant where form_id = ${form.id}
    union all select from group_grant where form_id = ${form.id}
    union all select from share_link where form_id = ${form.id} and revoked_at is null
    limit 1`.execute(trx);
  const differs = form.visibility !== 'shared' || named.length > 0;
  const own = differs ? await ownScope(trx, form, holder) : null;
  await trx
    .updateTable('form')
    .set({ scope_id: own ?? holder })
    .where('id', '=', form.id)
    .execute();
  if (own) await rewriteScope(trx, own);
  else await trx.deleteFrom('scope').where('form_id', '=', form.id).execute();
  return { scopeId: own ?? holder, below: [] };
}

async function ownScope(trx: Transaction, form: FormScopeSubject, holder: string): Promise<string> {
  const { id, hub_id, space_id } = form;
  const { rows } = await sql<{ id: string }>`
    insert into scope (id, hub_id, space_id, parent_id, form_id)
    values (${newId()}, ${hub_id}, ${space_id}, ${holder}, ${id})
    on conflict (form_id) where form_id is not null do update set parent_id = excluded.parent_id
    returning id`.execute(trx);
  const [scope] = rows;
  if (!scope) throw new Error('a scope was neither made nor found');
  return scope.id;
}
