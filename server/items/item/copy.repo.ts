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
  /** The document that a file was put into. */
  document_id: string | null;
  depth: number;
  kind: ItemKind;
  title: string;
  visibility: Visibility;
  content: string | null;
  file_sha256: string | null;
  file_name: string | null;
  mime: string | null;
  size: number;
  /** Among those of its folder in the tree; null where it is there by its title. */
  tree_position: number | null;
  /** Of a table; null for other kinds. */
  rows: number | null;
};

/**
 * An item with what lies in it and the files of its documents, wherever in the space these lie: anybody who reads a document
 * reads them. A file may be found both ways, so twice as many are looked at.
 */
const treeOf = (caller: Caller, id: string, most: number) => sql`
  with recursive requester as (
    select ${caller.user?.id ?? null}::uuid as user_id, ${caller.links.join()}::text as links
  ), tree as (
    select item.id, 0 as depth, false as is_of_document from item where item.id = ${id}
    union all
    select item.id, tree.depth + 1, item.is_of_document
    from tree
      cross join lateral (
        select id, hub_id, scope_id, false as is_of_document from item
        where parent_id = tree.id and trashed_at is null
        union all
        select id, hub_id, scope_id, true from item where document_id = tree.id and trashed_at is null
      ) item
      cross join requester
      left join membership me on me.hub_id = item.hub_id and me.user_id = requester.user_id
    where item.is_of_document or ${roleOnScope('item.scope_id', 'me')} > 0
      or ${roleByLink('item.scope_id', 'requester', 'me')} > 0
  ), chosen as (
    select distinct on (id) id, depth from (select * from tree limit ${2 * most}) found
    order by id, depth desc limit ${most}
  )`;

/** The rows of a table; null for other kinds. */
const ROWS = sql`case when user_table.item_id is not null then coalesce((item.meta ->> 'rows')::int, 0) end as rows`;

/** The columns of a `CopySource` but for its depth, of `item` and `user_table`. */
export const COPY_SOURCE_COLUMNS = sql`item.id, item.parent_id, item.document_id, item.kind, item.title, item.visibility, item.content,
  item.file_sha256, item.file_name, item.mime, item.size, item.position as tree_position, ${ROWS}`;

/** Below what it lies in, if that is copied, and its document: these are written before it. */
const DEPTH = sql`greatest(chosen.depth, above.depth + 1) as depth`;

/** An item and its contents that the caller may see, from the top down; `most` of them. */
export async function copySources(
  trx: Transaction,
  caller: Caller,
  id: string,
  most: number,
): Promise<CopySource[]> {
  const { rows } = await sql<CopySource>`${treeOf(caller, id, most)}
    select ${COPY_SOURCE_COLUMNS}, ${DEPTH}
    from chosen join item using (id) left join chosen above on above.id = item.parent_id
      left join user_table on user_table.item_id = item.id
    order by depth, item.id`.execute(trx);
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
    select item.id, item.parent_id, ${DEPTH}, ${ROWS}
    from chosen join item using (id) left join chosen above on above.id = item.parent_id
      left join user_table on user_table.item_id = item.id
    order by depth, item.id`.execute(trx);
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

/** Copies of files are those of the copies of their documents. */
export async function attachCopiedFiles(
  trx: Transaction,
  copies: readonly { original: Pick<CopySource, 'id' | 'document_id'>; row: { id: string } }[],
): Promise<void> {
  const ids = new Map(copies.map(({ original, row }) => [original.id, row.id]));
  const files = copies.flatMap(({ original, row }) => {
    const documentId = ids.get(original.document_id ?? '');
    return documentId ? [{ id: row.id, documentId }] : [];
  });
  if (files.length === 0) return;
  await sql`update item set document_id = file.document_id
    from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ documentId }) => documentId)}::uuid[]) as file (id, document_id)
    where item.id = file.id`.execute(trx);
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
