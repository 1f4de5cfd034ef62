import { type RawBuilder, sql } from 'kysely';
import type { Principal } from './principals.ts';

/**
 * The strongest rank that one account has in a scope, as a subquery; null is none. `membership` is the alias of the
 * account's (left-joined) membership in the scope's hub: a grant counts only while it is there and not suspended.
 */
export function roleOnScope(scopeId: string, membership: string): RawBuilder<number | null> {
  const scope = sql.ref(scopeId);
  const role = sql.ref(`${membership}.role`);
  const suspended = sql.ref(`${membership}.suspended_at`);
  const userId = sql.ref(`${membership}.user_id`);
  return sql<number | null>`(
    select max(list.role) from scope_access as list
    where list.scope_id = ${scope} and (list.principal = '*' or (${role} is not null and ${suspended} is null and (
      list.principal = 'user:' || ${userId}
      or (list.principal = 'members' and ${role} <> 'guest')
      or (list.principal = 'admins' and ${role} in ('owner', 'admin'))))))`;
}

/** The scopes of a hub in which one of the principals has any role, with the strongest, as a subquery. */
export function readableScopes(
  hubId: string,
  principals: readonly Principal[],
): RawBuilder<{ scope_id: string; role: number }> {
  return sql<{ scope_id: string; role: number }>`(
    select scope_id, max(role) as role from scope_access
    where hub_id = ${hubId} and principal = any(${principals}) group by scope_id)`;
}
