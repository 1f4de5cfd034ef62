import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { roleBesidesAnyone, roleOnScope, roleWithoutAdmin } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ResourceChange } from '#server/platform/realtime/change-events.ts';

const EDITOR = sql.lit(ROLE_RANK.editor);

/** A subscriber to the events of one hub, by a session. */
export type Listener = { sessionId: string; hubId: string };

/**
 * A subscriber's standing: their session is active and they belong to the hub; or why they are to be
 * disconnected.
 */
export type ListenerAccess =
  | { is: 'in'; userId: string; isGuest: boolean }
  | { is: 'signed out' }
  | { is: 'no member' };

/** The current standing of each of the subscribers, in their order. */
export async function listenerAccess(
  database: Database,
  listeners: readonly Listener[],
): Promise<ListenerAccess[]> {
  const { rows } = await sql<{ user_id: string | null; member: boolean; is_guest: boolean | null }>`
    select session.user_id, hub.id is not null as member, me.role = 'guest' as is_guest
    from unnest(${listeners.map((one) => one.sessionId)}::uuid[], ${listeners.map((one) => one.hubId)}::uuid[])
      with ordinality as requested (session_id, hub_id, n)
      left join session on session.id = requested.session_id and session.expires_at > now()
      left join membership me on me.hub_id = requested.hub_id and me.user_id = session.user_id and me.suspended_at is null
      left join hub on hub.id = me.hub_id and hub.deleted_at is null
    order by requested.n`.execute(database);
  return rows.map(({ user_id: userId, member, is_guest }) => {
    if (userId === null) return { is: 'signed out' };
    return member ? { is: 'in', userId, isGuest: is_guest !== false } : { is: 'no member' };
  });
}

/** Distinguishes resources: a form and its submissions have one id. */
export const changeEventKey = ({ about, id }: Pick<ResourceChange, 'about' | 'id'>): string =>
  `${about} ${id}`;

/**
 * Which of a hub's resources each of the sessions may receive events of now: what its account may see, as
 * everywhere else; of a form's draft and of its submissions only those who may see them, of comments and
 * posts those who take part, of who writes in a document those with a role there
 * (`server/access/policy/form-policy.ts`).
 * @returns the resources by session, as `changeEventKey` has them.
 */
export async function audienceOf(
  database: Database,
  changes: readonly ResourceChange[],
  sessionIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const idsOf = (about: ResourceChange['about']) =>
    changes.filter((one) => one.about === about).map((one) => one.id);
  // Resources of one access list are queried once for each session, however many they are.
  const { rows } = await sql<{ names: string[]; session_ids: string[] }>`
    with changed as (
        select 'item' as about, id, hub_id, space_id, scope_id, 1 as least, null::uuid as made_by from item
          where id = any(${idsOf('item')}::uuid[])
        union all select 'order', id, hub_id, space_id, scope_id, 1, null from item
          where id = any(${idsOf('order')}::uuid[]) and trashed_at is null
        union all select 'space', id, hub_id, id, scope_id, 1, null from space where id = any(${idsOf('space')}::uuid[])
        union all select 'form', id, hub_id, space_id, scope_id,
            case when published_version is null or trashed_at is not null then ${EDITOR} else 1 end, null
          from form where id = any(${idsOf('form')}::uuid[])
        union all select 'editors', id, hub_id, space_id, scope_id, ${EDITOR}, null
          from form where id = any(${idsOf('editors')}::uuid[]) and trashed_at is null
        union all select 'answers', id, hub_id, space_id, scope_id, ${EDITOR}, created_by from form
          where id = any(${idsOf('answers')}::uuid[]) and trashed_at is null
        union all select 'comments', id, hub_id, space_id, scope_id, 1, null from item
          where id = any(${idsOf('comments')}::uuid[]) and trashed_at is null
        union all select 'writers', id, hub_id, space_id, scope_id, 1, null from item
          where id = any(${idsOf('writers')}::uuid[]) and trashed_at is null
        union all select 'comments', post.id, post.hub_id, post.space_id, space.scope_id, 1, null
          from post join space on space.id = post.space_id where post.id = any(${idsOf('comments')}::uuid[])
        union all select 'posts', id, hub_id, id, scope_id, 1, null from space where id = any(${idsOf('posts')}::uuid[])
      ), resource as materialized (
        select about = 'answers' as is_submissions, about in ('comments', 'posts', 'writers') as is_of_people, hub_id, space_id, scope_id, least, made_by,
          array_agg(about || ' ' || id) as names
        from changed group by 2, about = 'answers', hub_id, space_id, scope_id, least, made_by
      )
    select resource.names, array_agg(session.id) as session_ids
    from resource
      join hub on hub.id = resource.hub_id and hub.deleted_at is null
      join space on space.id = resource.space_id and space.deleted_at is null
      join session on session.id = any(${sessionIds}::uuid[]) and session.expires_at > now()
      join membership me on me.hub_id = resource.hub_id and me.user_id = session.user_id and me.suspended_at is null
    where ${roleOnScope('resource.scope_id', 'me')} >= resource.least and (not resource.is_submissions
      or resource.made_by = me.user_id or ${roleWithoutAdmin('resource.scope_id', 'me')} >= ${EDITOR})
      and (not resource.is_of_people or ${roleBesidesAnyone('resource.scope_id', 'me')} is not null)
    group by resource.names`.execute(database);
  const audience = new Map<string, Set<string>>();
  for (const { names, session_ids } of rows) {
    for (const session of session_ids) {
      const listeners = audience.get(session) ?? new Set();
      for (const name of names) listeners.add(name);
      audience.set(session, listeners);
    }
  }
  return audience;
}
