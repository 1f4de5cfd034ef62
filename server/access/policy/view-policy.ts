import { sql } from 'kysely';
import type { ItemKind } from '#lib/text/upload-types.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { ACTIVE_LINKS, LINK_IS_ACTIVE } from './active-link.ts';
import { type Authorized, authorized } from './authorized.ts';
import type { LinkPrincipal } from './principals.ts';

/** A saved view that a share link opens, and the table that it is of. */
export type LinkedView = {
  id: string;
  item: { id: string; hub_id: string; space_id: string; scope_id: string; kind: ItemKind; title: string };
  /** The number of rows of the table. */
  rows: number | null;
};

export type AuthorizedView = Authorized<LinkedView, 'view.read'>;

/**
 * A view with the proof that the caller opened an active link to it. It is no proof of anything about the view's
 * table: its other rows and columns are not shown by it.
 * @throws ApiError 404 without such a link
 */
export async function authorizeLinkedView(
  database: Database,
  { links }: { links: readonly LinkPrincipal[] },
  viewId: string,
): Promise<AuthorizedView> {
  const ids = links.map((principal) => principal.slice('link:'.length));
  if (ids.length === 0 || !isId(viewId)) throw notFound('This view');
  const { rows } = await sql<LinkedView>`
    select link.view_id as id, (
      select (item.meta ->> 'rows')::int
      from table_view join item on item.id = table_view.item_id where table_view.id = link.view_id) as rows, (
      select json_build_object('id', item.id, 'hub_id', item.hub_id, 'space_id', item.space_id,
        'scope_id', item.scope_id, 'kind', item.kind, 'title', item.title)
      from table_view join item on item.id = table_view.item_id where table_view.id = link.view_id) as item
    from ${ACTIVE_LINKS}
    where link.id = any(${ids}::uuid[]) and link.view_id = ${viewId}::uuid and ${LINK_IS_ACTIVE}
    limit 1`.execute(database);
  const [found] = rows;
  if (!found) throw notFound('This view');
  return authorized<'view.read', LinkedView>(found);
}
