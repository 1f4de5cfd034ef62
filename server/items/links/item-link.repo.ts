import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import type { BrokenLink, MentionsQuery } from '#lib/contract/item-link.ts';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import { mayView, roleByLink, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import type { Database } from '#server/platform/database/database.ts';

const readerOf = ({ user, links }: Caller) =>
  sql`(select ${user?.id ?? null}::uuid as user_id, ${links.join()}::text as links) as requester`;

/** The documents of its hub that lead to an item, as far as the caller may see them. */
export async function itemsLeadingTo(
  database: Database,
  caller: Caller,
  item: Pick<ItemView, 'id' | 'hub_id'>,
  { page, page_size }: MentionsQuery,
): Promise<ItemView[]> {
  const { rows } = await sql<{ id: string }>`
    select item.id
    from item_link link
      join item on item.id = link.item_id
      join space on space.id = item.space_id and space.deleted_at is null
      cross join ${readerOf(caller)}
      left join membership me on me.hub_id = item.hub_id and me.user_id = requester.user_id
    where link.target_id = ${item.id} and item.hub_id = ${item.hub_id} and item.trashed_at is null
      and (${roleOnScope('item.scope_id', 'me')} > 0 or ${roleByLink('item.scope_id', 'requester', 'me')} > 0)
    order by item.updated_at desc, item.id
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  const found = await Promise.all(rows.map(({ id }) => itemById(database, caller, id)));
  return found.filter((one) => one !== undefined);
}

/**
 * Links of a space's documents, as far as the caller may see those, to items that the caller can't see: whether such an item
 * exists is not revealed, nor what lies in the trash to those who can't restore it. Addresses of other sites don't count.
 */
export async function brokenLinksOf(
  database: Database,
  caller: HubCaller,
  { spaceId, origin }: { spaceId: string; origin: string },
  { page, page_size }: MentionsQuery,
): Promise<BrokenLink[]> {
  const { rows } = await sql<BrokenLink['item'] & Omit<BrokenLink, 'item'>>`
    select source.id, source.kind, source.title, link.address,
      case when coalesce(target.role, 0) >= ${sql.lit(ROLE_RANK.editor)} then 'trashed' else 'missing' end as reason
    from item source
      join item_link link on link.item_id = source.id
      left join lateral (
        select item.trashed_at,
          greatest(${roleOnScope('item.scope_id', 'me')}, ${roleByLink('item.scope_id', 'requester', 'me')}) as role
        from item
          join space on space.id = item.space_id and space.deleted_at is null
          join hub on hub.id = item.hub_id and hub.deleted_at is null
          cross join ${readerOf(caller)}
          left join membership me on me.hub_id = item.hub_id and me.user_id = requester.user_id
        where item.id = link.target_id and not ${IS_PURGED}
      ) as target on true
    where source.space_id = ${spaceId} and source.trashed_at is null
      and ${mayView('source.scope_id', caller.principals)}
      and (link.address like '/%' or starts_with(link.address, ${`${origin}/`}))
      and (coalesce(target.role, 0) = 0 or target.trashed_at is not null)
    order by source.title collate natural_order, source.id, link.address
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows.map(({ id, kind, title, ...link }) => ({ item: { id, kind, title }, ...link }));
}
