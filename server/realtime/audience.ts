import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { roleOnScope } from '../policy/role-on-scope.ts';

/** Somebody who listens, by a session, for what happens in one hub. */
export type Listener = { sessionId: string; hubId: string };

/** How a listener stands: their session lives and they belong to the hub; or why they are to be cut off. */
export type Standing = 'in' | 'signed out' | 'no member';

/** How each of the listeners stands now, in their order. */
export async function standingOf(database: Database, listeners: readonly Listener[]): Promise<Standing[]> {
  const { rows } = await sql<{ n: number; signed_in: boolean; member: boolean }>`
    select asked.n, session.id is not null as signed_in, hub.id is not null as member
    from unnest(${listeners.map((one) => one.sessionId)}::uuid[], ${listeners.map((one) => one.hubId)}::uuid[])
      with ordinality as asked (session_id, hub_id, n)
      left join session on session.id = asked.session_id and session.expires_at > now()
      left join membership me on me.hub_id = asked.hub_id and me.user_id = session.user_id and me.suspended_at is null
      left join hub on hub.id = me.hub_id and hub.deleted_at is null
    order by asked.n`.execute(database);
  return rows.map((row) => (row.member ? 'in' : row.signed_in ? 'no member' : 'signed out'));
}

/** Which of the sessions may be told of a thing now: those whose account may see it, as everywhere else. */
export async function audienceOf(
  database: Database,
  thing: { about: 'item' | 'space'; id: string },
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const table = sql.table(thing.about);
  const { rows } = await sql<{ session_id: string }>`
    select session.id as session_id
    from ${table} thing
      join hub on hub.id = thing.hub_id and hub.deleted_at is null
      join session on session.id = any(${sessionIds}::uuid[]) and session.expires_at > now()
      join membership me on me.hub_id = thing.hub_id and me.user_id = session.user_id and me.suspended_at is null
    where thing.id = ${thing.id} and ${roleOnScope('thing.scope_id', 'me')} is not null`.execute(database);
  return new Set(rows.map((row) => row.session_id));
}
