import { type RawBuilder, sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/**
 * Who can really see what lies in a scope, as a subquery: everybody, the hub's members, or only people who
 * were added. A resource's own visibility is a setting that its folders and its space narrow or widen; the
 * scope's list is the result, and what every read checks. `scopeId` is a column.
 */
export function effectiveVisibility(scopeId: string): RawBuilder<Visibility> {
  const sees = (principal: '*' | 'members') => sql`exists (
    select from scope_access seen where seen.scope_id = ${sql.ref(scopeId)} and seen.principal = ${sql.lit(principal)})`;
  return sql<Visibility>`case when ${sees('*')} then 'public' when ${sees('members')} then 'shared' else 'private' end`;
}

/** Who can really see what lies in a scope. */
export async function visibilityOfScope(
  database: Database | Transaction,
  scopeId: string,
): Promise<Visibility> {
  const { rows } = await sql<{ seen: Visibility }>`
    select ${effectiveVisibility('scope.id')} as seen from scope where id = ${scopeId}`.execute(database);
  return rows[0]?.seen ?? 'private';
}
