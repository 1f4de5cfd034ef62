import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';
import { accessChangesBelow, type GainedAccess } from './access-changes.ts';
import { type EntryChanges, rewriteEntries } from './scope-entries.ts';
import { rebuildSources, sourcesOf } from './scope-sources.ts';

/**
 * Brings the access list of a scope up to date after something that it depends on changed; what inherits it
 * follows. To be called under `lockSpaceTreeExclusive`.
 */
export async function rewriteScope(trx: Transaction, scopeId: string): Promise<void> {
  await rewriteScopes(trx, [scopeId]);
}

/**
 * The same for many, also of several spaces, in few statements. To be called under `lockSpaceTreeExclusive` of
 * all of them.
 * @returns who entered or left the scopes' own entries.
 */
export async function rewriteScopes(trx: Transaction, scopeIds: readonly string[]): Promise<EntryChanges[]> {
  await rebuildSources(trx, scopeIds, scopeIds);
  return rewriteEntries(trx, scopeIds);
}

/**
 * `rewriteScope` of a space's own scope, after its visibility or default role changed.
 * @returns who gained and lost access to what inherits it.
 */
export async function rewriteSpaceScope(trx: Transaction, scopeId: string): Promise<GainedAccess[]> {
  const { rows } = await sql<{ id: string }>`select id from scope where parent_id = ${scopeId}`.execute(trx);
  const below = rows.map(({ id }) => id);
  const before = (await sourcesOf(trx, [scopeId])).get(scopeId) ?? [];
  const entries = await rewriteScopes(trx, [scopeId]);
  return accessChangesBelow(trx, [{ before, scopeId, below }], entries);
}
