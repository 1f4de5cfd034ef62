import { sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import type { ItemKind } from '#lib/text/upload-types.ts';
import { roleByLink, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What is copied of an item. */
export type CopySource = {
  id: string;
  parent_id: string | null;
  depth: number;
  kind: ItemKind;
  title: string;
  visibility: Visibility;
  content: string | null;
  file_sha256: string | null;
  file_name: string | null;
  mime: string | null;
  size: number;
  /** Of a table; null for other kinds. */
  rows: number | null;
};

const treeOf = (caller: Caller, id: string, most: number) => sql`
  with recursive asked as (
    select ${caller.user?.id ?? null}::uuid as user_id, ${caller.links.join()}::text as links
  ), tree as (
    select item.id, 0 as depth from item where item.id = ${id}
    union all
    select item.id, tree.depth + 1
    from tree join item on item.parent_id = tree.id and item.trashed_at is null
      cross join asked
      left join membership me on me.hub_id = item.hub_id and me.user_id = asked.user_id
    where ${roleOnScope('item.scope_id', 'me')} > 0 or ${roleByLink('item.scope_id', 'asked', 'me')} > 0
  ), chosen as (select id, depth from tree limit ${most})`;

/** The rows of a table; null for other kinds. */
const ROWS = sql`case when user_table.item_id is not null then coalesce((item.meta ->> 'rows')::int, 0) end as rows`;

/** The columns of a `CopySource` but for its depth, of `item` and `user_table`. */
export const COPY_SOURCE_COLUMNS = sql`item.id, item.parent_id, item.kind, item.title, item.visibility, item.content,
  item.file_sha256, item.file_name, item.mime, item.size, ${ROWS}`;

/** An item and its contents that the caller may see, from the top down; `most` of them. */
export async function copySources(
  trx: Transaction,
  caller: Caller,
  id: string,
  most: number,
): Promise<CopySource[]> {
  const { rows } = await sql<CopySource>`${treeOf(caller, id, most)}
    select ${COPY_SOURCE_COLUMNS}, chosen.depth
    from chosen join item using (id) left join user_table on user_table.item_id = item.id
    order by chosen.depth, item.id`.execute(trx);
  return rows;
}

/** A place in a tree that is copied. */
export type CopyTreeEntry = Pick<CopySource, 'id' | 'parent_id' | 'depth' | 'rows'>;

/** The same without what they contain. */
export async function copyTree(
  trx: Transaction,
  caller: Caller,
  id: string,
  most: number,
): Promise<CopyTreeEntry[]> {
  const { rows } = await sql<CopyTreeEntry>`${treeOf(caller, id, most)}
    select item.id, item.parent_id, chosen.depth, ${ROWS}
    from chosen join item using (id) left join user_table on user_table.item_id = item.id
    order by chosen.depth, item.id`.execute(trx);
  return rows;
}

/** Copies of documents that are shown at full width are, too. */
export async function copyWidths(
  trx: Transaction,
  copies: readonly { original: Pick<CopySource, 'id'> | null; row: { id: string } }[],
): Promise<void> {
  await sql`update item as copy set meta = copy.meta || '{"full_width": true}'
    from unnest(${copies.map(({ original }) => original?.id ?? null)}::uuid[], ${copies.map(({ row }) => row.id)}::uuid[]) as pair (original_id, copy_id),
      item as original
    where copy.id = pair.copy_id and original.id = pair.original_id
      and original.meta -> 'full_width' = 'true'`.execute(trx);
}

/** Titles in a folder or space that begin as those of copies do, as far as those who add to it see them. */
export async function siblingTitles(
  trx: Transaction,
  place: { spaceId: string; parent: string | null; scopeId: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ title: string }>`
    select title from item
    where space_id = ${place.spaceId} and parent_id is not distinct from ${place.parent}::uuid
      and scope_id = ${place.scopeId} and trashed_at is null and title like 'Copy of %'`.execute(trx);
  return new Set(rows.map((row) => row.title));
}
