import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { roleOnScope } from './role-on-scope.ts';

/**
 * A share link is active while it was neither revoked nor expired, its item, form or view and all that contains it
 * are not deleted, its view is nobody's personal one, and its creator belongs to the hub and may still share the resource. Checked at each use,
 * so that every change takes effect immediately.
 *
 * A `from` clause with the aliases `link`, `resource`, `space`, `hub` and `maker` (the membership of the
 * creator).
 */
export const ACTIVE_LINKS: RawBuilder<unknown> = sql`share_link link
  join lateral (
    select space_id, scope_id from item where item.id = link.item_id and item.trashed_at is null
    union all
    select space_id, scope_id from form where form.id = link.form_id and form.trashed_at is null
    union all
    select space_id, scope_id from table_view join item on item.id = table_view.item_id
    where table_view.id = link.view_id and table_view.owner_id is null and item.trashed_at is null
  ) as resource on true
  join space on space.id = resource.space_id and space.deleted_at is null
  join hub on hub.id = link.hub_id and hub.deleted_at is null
  join membership maker on maker.hub_id = link.hub_id and maker.user_id = link.created_by
    and maker.suspended_at is null`;

/** The condition that completes `ACTIVE_LINKS`. */
export const LINK_IS_ACTIVE: RawBuilder<boolean> = sql<boolean>`(link.revoked_at is null
  and (link.expires_at is null or link.expires_at > now())
  and ${roleOnScope('resource.scope_id', 'maker')} >= ${sql.lit(ROLE_RANK.editor)})`;
