import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { ActivityQuery } from '#lib/contract/activity.ts';
import { readableBy, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database } from '#server/platform/database/database.ts';
import { beforeCursor } from './activity.repo.ts';

/** A form with its last change, as far as its reader may know. */
export type FormActivityRow = {
  id: string;
  slug: string;
  title: string;
  act: 'created' | 'changed' | 'published' | 'trashed';
  /** To the microsecond, as the next page begins by it. */
  moment: string;
  actor_id: string;
  actor_name: string;
  space_id: string;
  space_slug: string;
  space_name: string;
  sees_space: boolean;
};

/**
 * The last changes of forms that the caller may see now: to its editors every change, to others that it was
 * published. What is in the trash is shown to those who may restore it.
 */
export async function formActivityOf(
  database: Database,
  caller: HubCaller,
  { after, contents }: Pick<ActivityQuery, 'after' | 'contents'>,
  limit: number,
): Promise<FormActivityRow[]> {
  const { rows } = await sql<FormActivityRow>`
    with known as (
      select form.id, form.slug, form.title, form.space_id, form.scope_id,
        coalesce(form.trashed_at, form.updated_at) as at, coalesce(form.trashed_by, form.updated_by) as actor_id,
        case when form.trashed_at is not null then 'trashed' when form.revision = 1 then 'created'
          when form.published_version is not null and not form.is_changed then 'published' else 'changed' end as act
      from form cross join ${readableBy('form.scope_id', caller.principals)} readable
      where form.hub_id = ${caller.hub.id} and readable.role >= ${ROLE_RANK.editor} and (form.trashed_at is null or not ${contents}::boolean)
        and form.purged_at is null
      union all
      select form.id, form.slug, version.title, form.space_id, form.scope_id, version.created_at, version.published_by, 'published'
      from form cross join ${readableBy('form.scope_id', caller.principals)} readable
        join form_version version on version.form_id = form.id and version.version = form.published_version
      where form.hub_id = ${caller.hub.id} and readable.role < ${ROLE_RANK.editor} and form.trashed_at is null
    )
    select known.id, known.slug, known.title, known.act, known.actor_id,
      to_char(known.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
      trim(actor.first_name || ' ' || actor.last_name) as actor_name,
      space.id as space_id, space.slug as space_slug, space.name as space_name,
      known.scope_id = space.scope_id or ${roleOnScope('space.scope_id', 'me')} is not null as sees_space
    from known
      join space on space.id = known.space_id and space.deleted_at is null
      join app_user actor on actor.id = known.actor_id
      left join membership me on me.hub_id = space.hub_id and me.user_id = ${caller.user?.id ?? null}
    where ${beforeCursor(after, { at: 'known.at', id: 'known.id' })}
    order by known.at desc, known.id desc limit ${limit}`.execute(database);
  return rows;
}
