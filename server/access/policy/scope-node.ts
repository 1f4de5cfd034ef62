import { type RawBuilder, sql } from 'kysely';
import { ITEM_ROLES, ROLE_RANK } from '#lib/access/roles.ts';

/**
 * Scopes with the settings of the item or form that they belong to, as a lateral subquery: `visibility` and
 * `created_by` are null for a space's own. Found by key for each row before it, however many the planner expects.
 */
export function scopeNodes(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (
    select scope.id, scope.hub_id, scope.space_id, scope.parent_id, scope.item_id, scope.form_id,
      coalesce(item.visibility, form.visibility) as visibility, coalesce(item.created_by, form.created_by) as created_by,
      space.visibility as space_visibility, space.default_role, space.deleted_at is not null as is_deleted,
      case when coalesce(item.visibility, form.visibility) = 'private' then null else scope.parent_id end as holder_id
    from scope join space on space.id = scope.space_id
      left join item on item.id = scope.item_id left join form on form.id = scope.form_id
    where ${where} offset 0)`;
}

const byRank = [...ITEM_ROLES].sort((a, b) => ROLE_RANK[a] - ROLE_RANK[b]);

/** The rank of a column with a role (`ROLE_RANK`). */
export function rankOfRole(column: string): RawBuilder<number> {
  return sql<number>`array_position(array[${sql.join(byRank.map((role) => sql.lit(role)))}], ${sql.ref(column)})`;
}
