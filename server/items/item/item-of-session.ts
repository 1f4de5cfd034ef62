import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import { SESSION_COLUMNS, type SessionRow } from '#server/access/sessions/caller.ts';
import {
  atMost,
  createBatchLoader,
  inRequestOrder,
  limitOfKeys,
} from '#server/platform/database/batch-loader.ts';
import { ITEM_VIEW_COLUMNS, type ItemView, itemViewJoins } from './item.repo.ts';

type SessionQuestion = { sessionId: string; itemId: string; links: string };

/** A session with an item as its account may see it; null where there is no such item, or it is a file of a document. */
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

/** What stands for the values of a statement while its text is made. */
const SESSIONS: readonly string[] = Object.freeze(['sessions']);
const IDS: readonly string[] = Object.freeze(['ids']);
const LINKS: readonly string[] = Object.freeze(['links']);

/**
 * Loads sessions that have not ended, each with the item that its request reads: one statement in place of two (docs/decisions/0176), which
 * asks who may see the item as `itemById` does, at the same time. Files of documents, which are read by the rights of these too, are not found by it. Whether
 * they see its space and its folder, which a request for what it contains doesn't need, is not asked.
 * @param more what else is selected of the `item` and its `hub`, for items with these columns
 */
export function loadSessionsWithItems<Item extends ItemView>(more: RawBuilder<unknown>) {
  type Found = SessionWithItem<Item> & { n: number };
  // To put a long text together for each request takes as long as to read its result.
  const compiled = new Map<string, CompiledQuery<Found>>();

  function statement(keys: readonly SessionQuestion[], withLinks: boolean): RawBuilder<Found> {
    return sql<Found>`
        select requested.n, ${SESSION_COLUMNS}, case when found.id is not null then row_to_json(found) end as item
        from (
            select * from unnest(${SESSIONS}::uuid[], ${IDS}::uuid[], ${LINKS}::text[]) with ordinality
            limit ${limitOfKeys(keys)}
          ) as requested (session_id, item_id, links, n)
          join session on session.id = requested.session_id and session.expires_at > now()
          join app_user on app_user.id = session.user_id
          left join lateral (
            select ${ITEM_VIEW_COLUMNS} ${more}
            from (select app_user.id as user_id, requested.links, requested.item_id as id offset 0) as requested
              join item on item.id = requested.id and item.document_id is null and not ${IS_PURGED}
              ${itemViewJoins({ withLinks, withDocuments: false })}
          ) as found on true`;
  }

  return createBatchLoader<SessionQuestion, SessionWithItem<Item>>(
    async (database, keys) => {
      const withLinks = keys.some(({ links }) => links !== '');
      const name = `${atMost(keys)} ${withLinks}`;
      const known = compiled.get(name) ?? statement(keys, withLinks).compile(database);
      compiled.set(name, known);
      const values = new Map<unknown, unknown>([
        [SESSIONS, keys.map(({ sessionId }) => sessionId)],
        [IDS, keys.map(({ itemId }) => itemId)],
        [LINKS, keys.map(({ links }) => links)],
      ]);
      const { rows } = await database.executeQuery<Found>({
        ...known,
        parameters: known.parameters.map((one) => values.get(one) ?? one),
      });
      return inRequestOrder(rows, keys).map((row) => row && { ...row, item: row.item && asView(row.item) });
    },
    // A program sends many requests at the same time.
    ({ sessionId, itemId, links }) => `${sessionId} ${itemId} ${links}`,
  );
}
