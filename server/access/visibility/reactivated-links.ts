import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { rewriteScopes } from '#server/access/policy/rewrite-scopes.ts';
import { roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Transaction } from '#server/platform/database/database.ts';

const EDITOR = sql.lit(ROLE_RANK.editor);

/** Links that are active but for the role of their creator, with that role's check as `may_share`. */
const LINKS = sql`share_link link
  left join table_view on table_view.id = link.view_id
  join item on item.id = coalesce(link.item_id, table_view.item_id)
  join membership maker on maker.hub_id = link.hub_id and maker.user_id = link.created_by and maker.suspended_at is null`;
const COUNTS = sql`link.revoked_at is null and (link.expires_at is null or link.expires_at > now())`;
const MAY_SHARE = sql`coalesce(${roleOnScope('item.scope_id', 'maker')} >= ${EDITOR}, false)`;

/**
 * Links to items, and to what lies in them, that are inactive because their creator may not share the
 * resource. To be read before the items are moved: some would become active again in the new place
 * (`revokeReactivatedLinks`).
 */
export async function inactiveLinks(trx: Transaction, itemIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from item where id = any(${itemIds}::uuid[])
      union select item.id from item join below on item.parent_id = below.id
    )
    select link.id from ${LINKS}
    where item.id in (select id from below) and ${COUNTS} and not ${MAY_SHARE}`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Revokes those of the links that would become active again because their creator may share the resource in
 * its new place: nobody expects that of an inactive link, and the user who moved the resource did not confirm
 * it.
 */
export async function revokeReactivatedLinks(trx: Transaction, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length === 0) return;
  const { rows } = await sql<{
    id: string;
    role: string;
    item_id: string;
    title: string;
    hub_id: string;
    scope_id: string;
  }>`
    update share_link set revoked_at = now() from (
      select link.id, item.id as item_id, item.title, item.hub_id, item.scope_id from ${LINKS}
      where link.id = any(${linkIds}::uuid[]) and ${COUNTS} and ${MAY_SHARE}
    ) as revived
    where share_link.id = revived.id
    returning share_link.id, share_link.role, revived.item_id, revived.title, revived.hub_id, revived.scope_id`.execute(
    trx,
  );
  if (rows.length === 0) return;
  await rewriteScopes(trx, [...new Set(rows.map(({ scope_id }) => scope_id))]);
  for (const { id, role, item_id, title, hub_id, scope_id } of rows) {
    await recordAuditEvent(trx, null, {
      hubId: hub_id,
      action: 'link.revoked',
      target: { kind: 'link', id, name: title },
      scopeId: scope_id,
      details: { item_id, role },
    });
  }
}
