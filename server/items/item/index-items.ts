import { sql } from 'kysely';
import { itemSource as sourceOfDocument } from '#lib/contract/item.ts';
import { documentPassages, withTags } from '#server/items/documents/document-passages.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { moveIndexedItems } from '#server/platform/indexing/index-item.ts';
import type { IndexSource, OutboxEntry } from '#server/platform/indexing/index-source.ts';
import { type IndexedItem, prepareItems } from '#server/platform/indexing/prepare-items.ts';
import { prepareTitles, writeTitles } from '#server/platform/indexing/title-index.ts';
import { lockForIndexing, writeItems } from '#server/platform/indexing/write-items.ts';
import { INDEX_ITEM } from './queue-item-indexing.ts';

/** Items of a batch. */
const ITEMS = 500;
/** The bytes of a batch's documents: it is written within some tens of milliseconds. Of many that wait, larger batches cost less each. */
const DOCUMENT_BYTES = 256 * 1024;
const BACKLOG_BYTES = 768 * 1024;
const BACKLOG_ITEMS = 200;
/** Of items whose text is stored in the index: up to fifty passages of each are written again. */
const STORED_TEXTS = 20;
/** Passages of moved items that are written in one transaction. */
const MOVED_PASSAGES = 1_000;

type Loaded = IndexedItem & { content: string | null; has_text: boolean; source: unknown };

/**
 * Those of the items that fit into a batch, in the order of their ids; those that are deleted are missing.
 * @returns also the ids that are left for another
 */
async function loadItems(
  database: Database,
  ids: readonly string[],
): Promise<{ items: Loaded[]; later: ReadonlySet<string> }> {
  const most = ids.length > BACKLOG_ITEMS ? BACKLOG_BYTES : DOCUMENT_BYTES;
  const { rows } = await sql<Loaded & { fits: boolean }>`
    with requested as (
      select item.id, hub_id, space_id, kind, title, content, content is null and kind <> 'folder' as has_text,
        meta -> 'source' as source,
        n = 1 or coalesce(sum(case when content is null then 0 else size end) over before_it, 0) < ${most}
          and coalesce(count(*) filter (where content is null and kind <> 'folder') over before_it, 0) < ${STORED_TEXTS}
          as fits
      from unnest(${ids}::uuid[]) with ordinality as requested (id, n) join item on item.id = requested.id
      window before_it as (order by n rows between unbounded preceding and 1 preceding)
    )
    select id, hub_id, space_id, kind, title, case when fits then content end as content, has_text, source, fits
    from requested`.execute(database);
  return {
    items: rows.filter(({ fits }) => fits),
    later: new Set(rows.filter(({ fits }) => !fits).map(({ id }) => id)),
  };
}

/**
 * Items that were created or edited are ready once they are found; one with a file once that is read, too. Only a later entry
 * of this kind marks them again: one of rows, comments or another space must not make them wait for it.
 */
async function markReady(
  trx: Transaction,
  ids: readonly string[],
  entryIds: readonly number[],
): Promise<void> {
  await sql`update item set processing_state = 'ready'
    where id = any(${ids}::uuid[]) and processing_state = 'queued' and file_sha256 is null
      and not exists (select from index_outbox other where other.target_id = item.id and other.kind = ${INDEX_ITEM}
        and not other.bulk and not other.id = any(${entryIds}::bigint[]))`.execute(trx);
}

const idsOf = (entries: readonly OutboxEntry[]) => [...new Set(entries.map(({ target_id }) => target_id))];

/** Documents by their content, and all other items by their title, with the text that is stored of them. */
export function itemSource(): IndexSource {
  return {
    batch: ITEMS,
    indexes: ['passage_lexemes'],
    async prepare(database, _hubId, entries, signal) {
      const { items, later } = await loadItems(database, idsOf(entries));
      const documents = await prepareItems(
        database,
        items.flatMap(({ content, source, ...item }) =>
          content === null
            ? []
            : [
                {
                  item,
                  passages: withTags(
                    documentPassages(content),
                    sourceOfDocument.safeParse(source).data?.tags,
                  ),
                },
              ],
        ),
        signal,
      );
      const titles = await prepareTitles(
        database,
        items.filter(({ content }) => content === null),
        signal,
      );
      return {
        async write(trx) {
          const ids = items.map(({ id }) => id);
          const { locked, existing } = await lockForIndexing(trx, ids);
          const done = entries
            .filter(({ target_id: id }) => !later.has(id) && (locked.has(id) || !existing.has(id)))
            .map(({ id }) => id);
          const counts = await writeItems(
            trx,
            documents.filter(({ item }) => locked.has(item.id)),
          );
          counts.add(await writeTitles(trx, titles, locked));
          await markReady(trx, [...locked], done);
          return { done, counts };
        },
      };
    },
  };
}

/** Items that another space has now: all of their passages are put under it. */
export function movedItemSource(): IndexSource {
  return {
    batch: ITEMS,
    indexes: ['passage_lexemes'],
    async prepare(_database, _hubId, entries) {
      return {
        async write(trx) {
          const ids = idsOf(entries);
          const { locked, existing } = await lockForIndexing(trx, ids);
          const { rows: spaces } = await sql<{ space_id: string; ids: string[] }>`
            select space_id, array_agg(id) as ids from item where id = any(${[...locked]}::uuid[])
            group by space_id`.execute(trx);
          let left = MOVED_PASSAGES;
          const moved = new Set<string>();
          for (const space of spaces) {
            if (left > 0) left -= await moveIndexedItems(trx, space.ids, space.space_id, left);
            if (left > 0) for (const id of space.ids) moved.add(id);
          }
          const isDone = (id: string) => moved.has(id) || !existing.has(id);
          const here = entries.filter(({ target_id: id }) => locked.has(id) && !moved.has(id));
          return {
            done: entries.filter(({ target_id }) => isDone(target_id)).map(({ id }) => id),
            continued: new Map(here.map(({ id }) => [id, ''])),
          };
        },
      };
    },
  };
}
