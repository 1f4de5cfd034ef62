import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { roleOnScope } from '../policy/role-on-scope.ts';

/** Somebody who listens, by a session, for what happens in one hub. */
export type Listener = { sessionId: string; hubId: string };

/** How a listener stands: their session lives and they belong to the hub; or why they are to be cut off. */
export type Standing = { is: 'in'; userId: string } | { is: 'signed out' } | { is: 'no member' };

/** How each of the listeners stands now, in their order. */
export async function standingOf(database: Database, listeners: readonly Listener[]): Promise<Standing[]> {
  const { rows } = await sql<{ n: number; user_id: string | null; member: boolean }>`
    select asked.n, session.user_id, hub.id is not null as member
    from unnest(${listeners.map((one) => one.sessionId)}::uuid[], ${listeners.map((one) => one.hubId)}::uuid[])
      with ordinality as asked (session_id, hub_id, n)
      left join session on session.id = asked.session_id and session.expires_at > now()
      left join membership me on me.hub_id = asked.hub_id and me.user_id = session.user_id and me.suspended_at is null
      left join hub on hub.id = me.hub_id and hub.deleted_at is null
    order by asked.n`.execute(database);
  return rows.map(({ user_id: userId, member }) => {
    if (userId === null) return { is: 'signed out' };
    return member ? { is: 'in', userId } : { is: 'no member' };
  });
}

/** A thing that changed. */
export type Thing = { about: 'item' | 'space'; hubId: string; id: string };

/**
 * Which of a hub's things each of the sessions may be told of now: what its account may see, as everywhere else.
 * @returns the ids by session.
 */
export async function audienceOf(
  database: Database,
  things: readonly Thing[],
  sessionIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const idsOf = (about: Thing['about']) => things.filter((one) => one.about === about).map((one) => one.id);
  const { rows } = await sql<{ id: string; session_id: string }>`
    select thing.id, session.id as session_id
    from (
        select id, hub_id, scope_id from item where id = any(${idsOf('item')}::uuid[])
        union all select id, hub_id, scope_id from space where id = any(${idsOf('space')}::uuid[])
      ) as thing
      join hub on hub.id = thing.hub_id and hub.deleted_at is null
      join session on session.id = any(${sessionIds}::uuid[]) and session.expires_at > now()
      join membership me on me.hub_id = thing.hub_id and me.user_id = session.user_id and me.suspended_at is null
    where ${roleOnScope('thing.scope_id', 'me')} is not null`.execute(database);
  const audience = new Map<string, Set<string>>();
  for (const { id, session_id } of rows) {
    const told = audience.get(session_id) ?? new Set();
    audience.set(session_id, told.add(id));
  }
  return audience;
}
