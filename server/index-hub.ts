import { sql } from 'kysely';
import { INDEX_FORM, INDEX_SUBMISSIONS } from '#server/forms/submissions/queue-form-indexing.ts';
import { INDEX_COMMENTS, INDEX_POST } from '#server/items/discussions/indexing/queue-discussion-indexing.ts';
import { recountItems } from '#server/items/item/item-counts.repo.ts';
import { INDEX_ITEM, INDEX_STORED_TEXT } from '#server/items/item/queue-item-indexing.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { IndexSource } from '#server/platform/indexing/index-source.ts';
import { PASSAGES_WITH_TITLE } from '#server/platform/indexing/lexemes.ts';
import { INDEX_TABLE } from '#server/tables/indexing/queue-row-indexing.ts';

/** Items, forms or posts of a hub that are noted in one transaction. */
const PAGE = 500;
/** While so many entries of the hub wait, no more are added: looking for the next ones stays cheap. */
const WAITING_MAX = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Page = { last: string | null };

async function hasManyWaiting(trx: Transaction, hubId: string): Promise<boolean> {
  const { rows } = await sql`
    select from index_outbox where hub_id = ${hubId} and (not_before is null or not_before <= now())
    limit ${WAITING_MAX + 1}`.execute(trx);
  return rows.length > WAITING_MAX;
}

/** Notes the next items of a hub with all that is found of them, comments too. @returns the last one; null where there are no more */
async function queueItems(trx: Transaction, hubId: string, after: string): Promise<string | null> {
  // By two conditions on the hub, since each has an index: of items in the trash, and of all others.
  const { rows } = await sql<Page>`
    with next as (
      select id, content is null as is_stored_text, exists (select from user_table where item_id = item.id) as has_rows
      from item
      where ((hub_id = ${hubId} and trashed_at is null) or (hub_id = ${hubId} and trashed_at is not null)) and id > ${after}
      order by id limit ${PAGE}
    ), noted as (
      insert into index_outbox (hub_id, kind, target_id, bulk)
      select ${hubId}::uuid, part.kind, next.id, true from next cross join lateral (values
        (${INDEX_ITEM}::text, true),
        (${INDEX_TABLE}, has_rows),
        (${INDEX_COMMENTS}, exists (select from comment where item_id = next.id)),
        (${INDEX_STORED_TEXT}, is_stored_text and not has_rows and exists (
          select from passage where item_id = next.id and number >= ${PASSAGES_WITH_TITLE}))
      ) as part (kind, is_there) where part.is_there
      order by next.id
    )
    select (array_agg(id order by id desc))[1] as last from next`.execute(trx);
  return rows[0]?.last ?? null;
}

/** Notes the next forms of a hub with their submissions. @returns the last one; null where there are no more */
async function queueForms(trx: Transaction, hubId: string, after: string): Promise<string | null> {
  const { rows } = await sql<Page>`
    with next as (
      select id, published_version is not null as is_published from form
      where hub_id = ${hubId} and id > ${after} order by id limit ${PAGE}
    ), noted as (
      insert into index_outbox (hub_id, kind, target_id, bulk)
      select ${hubId}::uuid, part.kind, next.id, true from next cross join lateral (values
        (${INDEX_FORM}::text, is_published),
        (${INDEX_SUBMISSIONS}, exists (select from submission where form_id = next.id))
      ) as part (kind, is_there) where part.is_there
      order by next.id
    )
    select (array_agg(id order by id desc))[1] as last from next`.execute(trx);
  return rows[0]?.last ?? null;
}

/** Notes the next posts of a hub with their replies. @returns the last one; null where there are no more */
async function queuePosts(trx: Transaction, hubId: string, after: string): Promise<string | null> {
  const { rows } = await sql<Page>`
    with next as (
      select id, replies > 0 as has_replies from post
      where hub_id = ${hubId} and id > ${after} order by id limit ${PAGE}
    ), noted as (
      insert into index_outbox (hub_id, kind, target_id, bulk)
      select ${hubId}::uuid, part.kind, next.id, true from next cross join lateral (values
        (${INDEX_POST}::text, true),
        (${INDEX_COMMENTS}, has_replies)
      ) as part (kind, is_there) where part.is_there
      order by next.id
    )
    select (array_agg(id order by id desc))[1] as last from next`.execute(trx);
  return rows[0]?.last ?? null;
}

const STAGES = { items: queueItems, forms: queueForms, posts: queuePosts };
type Stage = keyof typeof STAGES;
const AFTER: Record<Stage, Stage | null> = { items: 'forms', forms: 'posts', posts: null };
const isStage = (name: string): name is Stage => Object.hasOwn(STAGES, name);

/**
 * Everything of a hub: counts its items again, then notes its items, its forms and its discussions, some in each turn and only when those before are nearly done. All of it
 * comes after what users have written meanwhile.
 */
export function hubSource(): IndexSource {
  return {
    batch: 1,
    indexes: [],
    async prepare(_database, hubId, [entry]) {
      return {
        async write(trx) {
          if (!entry || (await hasManyWaiting(trx, hubId))) return { done: [] };
          if (entry.progress === null) await recountItems(trx, hubId);
          const [stage = 'items', after = FIRST_ID] = entry.progress?.split(' ') ?? [];
          if (!isStage(stage)) return { done: [entry.id] };
          const last = await STAGES[stage](trx, hubId, after);
          if (last !== null) return { done: [], continued: new Map([[entry.id, `${stage} ${last}`]]) };
          const next = AFTER[stage];
          return next ? { done: [], continued: new Map([[entry.id, next]]) } : { done: [entry.id] };
        },
      };
    },
  };
}
