import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK, type Visibility } from '#lib/access/roles.ts';
import type { ItemKind } from '#lib/text/upload-types.ts';
import { effectiveVisibility } from '#server/access/policy/effective-visibility.ts';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import type { Principal } from '#server/access/policy/principals.ts';
import {
  mayView,
  principalsIn,
  rankOfColumn,
  rankOfColumnBesidesAnyone,
  readableBy,
  roleByLink,
  roleOnScope,
} from '#server/access/policy/role-on-scope.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { createBatchLoader, inRequestOrder, limitOfKeys } from '#server/platform/database/batch-loader.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { isLockOrStatementTimeout } from '#server/platform/database/lock-timeout.ts';
import type { ProcessingState } from '#server/platform/database/schema/items.ts';
import { hubTenant, withTenant } from '#server/platform/database/tenant.ts';
import { wakeAfterCommit } from '#server/platform/indexing/outbox.ts';
import { INDEX_ITEM } from './queue-item-indexing.ts';

/** An item with one caller's role. */
export type ItemView = {
  id: string;
  hub_id: string;
  space_id: string;
  space_slug: string;
  space_name: string;
  space_archived_at: Date | null;
  scope_id: string;
  parent_id: string | null;
  kind: ItemKind;
  title: string;
  visibility: Visibility;
  effective_visibility: Visibility;
  file_sha256: string | null;
  file_name: string | null;
  mime: string | null;
  size: number;
  processing_state: ProcessingState;
  processing_code: string | null;
  processing_reason: string | null;
  processing_progress: number | null;
  meta: Record<string, unknown>;
  version: number;
  revision: number;
  created_by: string;
  creator_name: string;
  created_at: Date;
  updated_at: Date;
  trashed_at: Date | null;
  archived_at: Date | null;
  position: number | null;
  /** The caller's strongest, also by a share link. */
  rank: number | null;
  /** Without links; absent where no link is used. */
  own_rank?: number | null;
  /** The caller does not belong to the item's hub, or only as a guest who was not given this item. */
  is_outsider?: boolean;
  /** Whether the caller may see its space; absent where that is already known. */
  sees_space?: boolean;
  /** Whether the caller may see its folder; absent where that is already known. */
  sees_folder?: boolean;
};

/** The columns of an item's row and its creator. */
export const ITEM_PLAIN_COLUMNS = sql`item.id, item.scope_id, item.parent_id, item.kind, item.title, item.visibility, item.file_sha256,
   item.file_name, item.mime, item.size,
   item.processing_state, item.processing_code, item.processing_reason, item.processing_progress, item.meta,
   item.version, item.revision, item.created_by, trim(creator.first_name || ' ' || creator.last_name) as creator_name,
   item.created_at, item.updated_at, item.trashed_at, item.archived_at, item.position`;

const OWN = sql`${ITEM_PLAIN_COLUMNS}, ${effectiveVisibility('item.scope_id')} as effective_visibility`;

/** The columns of an `ItemView` except its rank and those of its space, of `item` and `creator`. */
export const ITEM_OWN_COLUMNS = OWN;
/** The columns of an `ItemView` but for its rank, of `item`, `space` and `creator`. */
export const ITEM_COLUMNS = sql`item.hub_id, item.space_id, space.slug as space_slug, space.name as space_name,
   space.archived_at as space_archived_at, ${OWN}`;

const VIEWER = sql.lit(ROLE_RANK.viewer);

/** The columns of an `ItemView` but for whether its space and its folder are seen, of what {@link itemViewJoins} joins. */
export const ITEM_VIEW_COLUMNS = sql`${ITEM_COLUMNS}, ranks.own as own_rank, greatest(ranks.own, ranks.by_link) as rank,
  me.role is null or me.suspended_at is not null or (me.role = 'guest' and ranks.beside_anyone is null) as is_outsider`;

/** Whether the reader sees the item's space and its folder. */
const SEEN_AROUND = sql`item.scope_id = space.scope_id or ${rankOfColumn('space.scope_id', 'reader.principals')} is not null as sees_space,
  item.parent_id is null or exists (
    select from item folder where folder.id = item.parent_id and (folder.scope_id = item.scope_id
      or ${rankOfColumn('folder.scope_id', 'reader.principals')} > 0 or ${roleByLink('folder.scope_id', 'requested', 'me')} > 0)
  ) as sees_folder`;

const JOINED_DOCUMENT = sql`left join item document on document.id = item.document_id and document.trashed_at is null
    and exists (select from space home where home.id = document.space_id and home.deleted_at is null)`;

/** Which rights the readers of items may have: a statement that is to look for fewer is set up sooner. */
type PossibleRights = {
  /** Whether somebody has opened share links. */
  withLinks: boolean;
  /** Whether files of documents may be among the items, which are read by the rights of their document too. */
  withDocuments: boolean;
};

/** What an `item` is joined with, of a space and a hub that are not deleted, for its reader: `requested`, with `user_id` and `links`. */
export const itemViewJoins = ({ withLinks, withDocuments }: PossibleRights): RawBuilder<unknown> => {
  const byDocument = (rank: (scopeId: string) => RawBuilder<number | null>) =>
    withDocuments
      ? sql`, case when item.document_id is not null and ${rank('document.scope_id')} > 0 then ${VIEWER} end`
      : sql``;
  const own = (scopeId: string) => rankOfColumn(scopeId, 'reader.principals');
  const besidesAnyone = (scopeId: string) => rankOfColumnBesidesAnyone(scopeId, 'reader.principals');
  const byLink = (scopeId: string) => roleByLink(scopeId, 'requested', 'me');
  return sql`join space on space.id = item.space_id and space.deleted_at is null
  join hub on hub.id = item.hub_id and hub.deleted_at is null
  join app_user creator on creator.id = item.created_by
  left join membership me on me.hub_id = item.hub_id and me.user_id = requested.user_id
  cross join lateral (select ${principalsIn('me')} as principals offset 0) as reader
  ${withDocuments ? JOINED_DOCUMENT : sql``}
  -- Whoever reads the document that a file was put into reads the file.
  cross join lateral (select greatest(${own('item.scope_id')}${byDocument(own)}) as own,
    ${withLinks ? sql`greatest(${byLink('item.scope_id')}${byDocument(byLink)})` : sql`null::integer`} as by_link,
    -- A guest who sees it only because everybody does, or by a link, learns no more of the hub's people than others do.
    case when me.role = 'guest' then greatest(${besidesAnyone('item.scope_id')}${byDocument(besidesAnyone)}) end as beside_anyone) as ranks`;
};

type ItemQuestion = { id: string; userId: string | null; links: string };

const itemOf = createBatchLoader<ItemQuestion, ItemView & { n: number }>(async (database, questions) => {
  const ids = questions.map(({ id }) => id);
  const users = questions.map(({ userId }) => userId);
  const links = questions.map((question) => question.links);
  const { rows } = await sql<ItemView & { n: number }>`
    select requested.n, ${ITEM_VIEW_COLUMNS}, ${SEEN_AROUND}
    from (
        select * from unnest(${ids}::uuid[], ${users}::uuid[], ${links}::text[]) with ordinality
        limit ${limitOfKeys(questions)}
      ) as requested (id, user_id, links, n)
      join item on item.id = requested.id and not ${IS_PURGED}
      ${itemViewJoins({ withLinks: links.some((one) => one !== ''), withDocuments: true })}`.execute(
    database,
  );
  return inRequestOrder(rows, questions);
});

/**
 * An item of a space and hub that are not deleted by its id, with the caller's rank; even if the rank is
 * null.
 */
export async function itemById(
  database: Database | Transaction,
  caller: Caller,
  id: string,
): Promise<ItemView | undefined> {
  return isId(id)
    ? itemOf(database, { id, userId: caller.user?.id ?? null, links: caller.links.join() })
    : undefined;
}

/** Whether one of the principals may see the space of an item's row, as a condition. */
export function canSeeSpace(principals: readonly Principal[]): RawBuilder<boolean> {
  return sql<boolean>`(item.scope_id = space.scope_id or ${mayView('space.scope_id', principals)})`;
}

/** Whether one of the principals may see the folder of an item's row, as a condition. */
export function canSeeFolder(principals: readonly Principal[]): RawBuilder<boolean> {
  return sql<boolean>`(item.parent_id is null or exists (
    select from item folder where folder.id = item.parent_id and (folder.scope_id = item.scope_id or ${mayView('folder.scope_id', principals)})))`;
}

/** Those of the items that the caller may see in a hub, in no order. */
export async function itemsByIds(
  database: Database,
  caller: HubCaller,
  ids: readonly string[],
): Promise<ItemView[]> {
  const { rows } = await sql<ItemView>`
    select ${ITEM_COLUMNS}, readable.role as rank, ${canSeeSpace(caller.principals)} as sees_space,
      ${canSeeFolder(caller.principals)} as sees_folder, ${caller.hubRole === null}::boolean as is_outsider
    from item
      join space on space.id = item.space_id and space.deleted_at is null
      join app_user creator on creator.id = item.created_by
      cross join ${readableBy('item.scope_id', caller.principals)} readable
    where item.hub_id = ${caller.hub.id} and item.id = any(${ids}::uuid[]) and item.trashed_at is null`.execute(
    database,
  );
  return rows;
}

/** Whether a list shows an `item`: one that is not archived, or lies in a folder that is. */
const isNotSetAside = sql<boolean>`(item.archived_at is null or exists (
  select from item folder where folder.id = item.parent_id and folder.archived_at is not null))`;

/** How many items of a folder the caller may see, for each folder. */
export async function countChildren(
  database: Database | Transaction,
  caller: Caller,
  folderIds: readonly string[],
): Promise<Map<string, number>> {
  if (folderIds.length === 0) return new Map();
  const { rows } = await sql<{ parent_id: string; count: number }>`
    -- The rights are asked once for each scope that something in a folder has, not for each thing.
    select counted.parent_id, sum(counted.count)::int as count
    from (
        select item.parent_id, item.scope_id, item.hub_id, count(*) as count from item
        where item.parent_id = any(${folderIds}::uuid[]) and item.trashed_at is null and ${isNotSetAside}
        group by item.parent_id, item.scope_id, item.hub_id
      ) as counted
      cross join (select ${caller.user?.id ?? null}::uuid as user_id, ${caller.links.join()}::text as links) as requester
      left join membership me on me.hub_id = counted.hub_id and me.user_id = requester.user_id
    where ${roleOnScope('counted.scope_id', 'me')} > 0 or ${roleByLink('counted.scope_id', 'requester', 'me')} > 0
    group by counted.parent_id`.execute(database);
  return new Map(rows.map((row) => [row.parent_id, row.count]));
}

/** A new item's row. */
export type NewItem = {
  id: string;
  hub_id: string;
  space_id: string;
  scope_id: string;
  parent_id: string | null;
  kind: ItemKind;
  title: string;
  visibility: Visibility;
  content: string | null;
  file_sha256: string | null;
  file_name: string | null;
  mime: string | null;
  size: number;
  processing_state: ProcessingState;
  created_by: string;
  /** Among those of its folder in the tree; by default it is there by its title. */
  position?: number | null;
};

type Made = { creator_name: string; created_at: Date };
type Written = Made | { error: unknown };

/** Writes items of one space, and that they are to be indexed, in one statement: all or none. */
async function writeItems(
  database: Database | Transaction,
  spaceId: string,
  hubId: string,
  all: readonly NewItem[],
): Promise<Map<string, Made>> {
  const of = <Column extends keyof NewItem>(column: Column) => all.map((item) => item[column]);
  const { rows } = await sql<Made & { id: string }>`
    with input as materialized (
      select * from unnest(${of('id')}::uuid[], ${of('scope_id')}::uuid[], ${of('parent_id')}::uuid[],
        ${of('kind')}::text[], ${of('title')}::text[], ${of('visibility')}::text[], ${of('content')}::text[],
        ${of('file_sha256')}::text[], ${of('file_name')}::text[], ${of('mime')}::text[], ${of('size')}::bigint[],
        ${of('processing_state')}::text[], ${of('created_by')}::uuid[], ${all.map(({ position }) => position ?? null)}::int[])
        as row (id, scope_id, parent_id, kind, title, visibility, content, file_sha256, file_name, mime, size,
          processing_state, created_by, position)
      limit ${limitOfKeys(all)}
    ), made as (
      insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, visibility, content, file_sha256,
        file_name, mime, size, processing_state, created_by, updated_by, position)
      select id, ${hubId}, ${spaceId}, scope_id, parent_id, kind, title, visibility, content, file_sha256,
        file_name, mime, size, processing_state, created_by, created_by, position from input
      returning id, created_at, created_by
    ), noted as (
      insert into index_outbox (hub_id, kind, target_id) select ${hubId}, ${INDEX_ITEM}, id from input
    )
    select made.id, trim(creator.first_name || ' ' || creator.last_name) as creator_name, made.created_at
    from made join app_user creator on creator.id = made.created_by`.execute(database);
  return new Map(rows.map(({ id, ...made }) => [id, made]));
}

/** Where one of several can't be written, each is tried separately: none fails because of another. */
async function writeItemsOrFail(
  database: Database | Transaction,
  all: readonly NewItem[],
): Promise<[string, Written][]> {
  const [first] = all;
  if (!first) return [];
  const { space_id, hub_id } = first;
  try {
    return [...(await writeItems(database, space_id, hub_id, all))];
  } catch (error) {
    // A failure within a transaction has aborted it for all; after a lock timeout a retry would only wait
    // again.
    if (all.length === 1 || database.isTransaction || isLockOrStatementTimeout(error))
      return all.map(({ id }) => [id, { error }]);
    return (await Promise.all(all.map((one) => writeItemsOrFail(database, [one])))).flat();
  }
}

/**
 * For each space separately, so that no space waits for locks of another; as work of its hub, so that no hub
 * waits for the connections of another.
 */
const writeInBatch = createBatchLoader<NewItem, Written>(
  async (database, all) => {
    const tenant = hubTenant(all[0]?.hub_id ?? '');
    const outcomes = new Map(await withTenant(tenant, () => writeItemsOrFail(database, all)));
    return all.map(({ id }) => outcomes.get(id));
  },
  undefined,
  ({ space_id }) => space_id,
);

/**
 * Writes an item, which is indexed soon. Items that are created at the same time share a statement
 * and its commit; within a transaction, only those of that transaction.
 * @returns its creator's name and its time.
 */
export async function insertItem(database: Database | Transaction, item: NewItem): Promise<Made> {
  const written = await writeInBatch(database, item);
  if (!written) throw new Error('an item without a creator');
  if ('error' in written) throw written.error;
  await wakeAfterCommit(database);
  return written;
}

/** An item's own Markdown, or null where it has a file. */
export async function itemContent(database: Database | Transaction, id: string): Promise<string | null> {
  const row = await database.selectFrom('item').select('content').where('id', '=', id).executeTakeFirst();
  return row?.content ?? null;
}

/** The same with the revision that it is of. */
export async function contentOfRevision(
  database: Database,
  id: string,
): Promise<{ content: string | null; revision: number } | undefined> {
  return database.selectFrom('item').select(['content', 'revision']).where('id', '=', id).executeTakeFirst();
}

/** A folder and everything below it, by id; without what was permanently deleted. */
export async function descendantIds(trx: Transaction, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from item where id = ${id}
      union select item.id from item join below on item.parent_id = below.id where item.purged_at is null
    ) select id from below`.execute(trx);
  return rows.map((row) => row.id);
}
