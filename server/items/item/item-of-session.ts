import { type RawBuilder, sql } from 'kysely';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import { SESSION_COLUMNS, type SessionRow } from '#server/access/sessions/caller.ts';
import { createBatchLoader, inRequestOrder, limitOfKeys } from '#server/platform/database/batch-loader.ts';
import { ITEM_VIEW_COLUMNS, ITEM_VIEW_JOINS, type ItemView } from './item.repo.ts';

type SessionQuestion = { sessionId: string; itemId: string; links: string };

/** A session with an item as its account may see it; null where there is no such item. */
export type SessionWithItem<Item extends ItemView> = SessionRow & { item: Item | null };

const TIMES = ['space_archived_at', 'created_at', 'updated_at', 'trashed_at', 'archived_at'] as const;

/** JSON has times as text. What was not asked about the reader is answered with no. */
function asView<Item extends ItemView>(item: Item): Item {
  const times = TIMES.flatMap((name) => {
    const time = item[name];
    return time === null ? [] : [[name, new Date(time)]];
  });
  return Object.assign(item, Object.fromEntries(times), { sees_space: false, sees_folder: false });
}

/**
 * Loads sessions that have not ended, each with the item that its request reads: one statement in place of two (docs/decisions/0176), which
 * asks who may see the item as `itemById` does, at the same time. Whether they see its space and its folder, which a request for what it contains doesn't need, is not asked.
 * @param more what else is selected of the `item` and its `hub`, for items with these columns
 */
export const loadSessionsWithItems = <Item extends ItemView>(more: RawBuilder<unknown>) =>
  createBatchLoader<SessionQuestion, SessionWithItem<Item>>(
    async (database, keys) => {
      const sessions = keys.map(({ sessionId }) => sessionId);
      const ids = keys.map(({ itemId }) => itemId);
      const links = keys.map((key) => key.links);
      const { rows } = await sql<SessionWithItem<Item> & { n: number }>`
        select requested.n, ${SESSION_COLUMNS}, case when found.id is not null then row_to_json(found) end as item
        from (
            select * from unnest(${sessions}::uuid[], ${ids}::uuid[], ${links}::text[]) with ordinality
            limit ${limitOfKeys(keys)}
          ) as requested (session_id, item_id, links, n)
          join session on session.id = requested.session_id and session.expires_at > now()
          join app_user on app_user.id = session.user_id
          left join lateral (
            select ${ITEM_VIEW_COLUMNS} ${more}
            from (select app_user.id as user_id, requested.links, requested.item_id as id offset 0) as requested
              join item on item.id = requested.id and not ${IS_PURGED}
              ${ITEM_VIEW_JOINS}
          ) as found on true`.execute(database);
      return inRequestOrder(rows, keys).map((row) => row && { ...row, item: row.item && asView(row.item) });
    },
    // A program sends many requests at the same time.
    ({ sessionId, itemId, links }) => `${sessionId} ${itemId} ${links}`,
  );
