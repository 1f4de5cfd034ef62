import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { IndexCounts } from '#server/platform/indexing/index-counts.ts';
import {
  type IndexedRow,
  onlyRows,
  type PreparedRows,
  prepareRows,
  writeRowPassages,
} from '#server/platform/indexing/index-rows.ts';
import type { IndexOutcome, IndexSource, OutboxEntry } from '#server/platform/indexing/index-source.ts';
import { lockForIndexing } from '#server/platform/indexing/write-items.ts';
import { listRows, rowsByIds, type TableRow } from '../rows/row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { namesOf, rowText } from '../table/cell-text.ts';
import { PEOPLE } from '../table/people-columns.ts';
import { findTable, rowTableOf, type Table } from '../table/table.ts';
import { queueRowIndexing } from './queue-row-indexing.ts';

/** Rows that are indexed in one transaction: of a whole table or an import more, since larger batches take less time. */
const ROWS = 1_000;
const BULK_ROWS = 4_000;
/** Whole tables that are looked at for one that is not busy. */
const TABLES = 20;
/** Entries of a turn: of many small writes to the same table. */
const ENTRIES = 500;

/** The table of an item as it is now; null where it no longer exists, 'busy' while its columns are being changed. */
async function tableNow(trx: Transaction, itemId: string): Promise<Table | null | 'busy'> {
  const { rows } = await sql<Table['item']>`
    select id, hub_id, space_id, scope_id, kind, title from item
    where id = ${itemId} and exists (select from user_table where item_id = item.id)`.execute(trx);
  const [item] = rows;
  if (!item) return null;
  const { rows: locked } = await sql`
    select from user_table where item_id = ${itemId} for key share skip locked`.execute(trx);
  return locked.length === 0 ? 'busy' : findTable(trx, item);
}

/** Whether all that is left of the rows is being changed or deleted: they are looked at again when that is over. */
async function areLocked(trx: Transaction, { item }: Table, ids: readonly string[]): Promise<boolean> {
  const wanted = sql`select from ${rowTableOf(item.id)} where id = any(${ids}::uuid[])`;
  const { rows: free } = await sql`${wanted} limit 1 for key share skip locked`.execute(trx);
  if (free.length > 0) return false;
  const { rows: present } = await sql`${wanted} limit 1`.execute(trx);
  return present.length > 0;
}

/** Reads rows while no column of theirs changes, and not all of them are locked. */
async function readRows(
  database: Database,
  itemId: string,
  read: (trx: Transaction, table: Table) => Promise<TableRow[] | 'busy'>,
): Promise<{ table: Table; rows: (IndexedRow & { id: string })[] } | null | 'busy'> {
  return database.transaction().execute(async (trx) => {
    const table = await tableNow(trx, itemId);
    if (table === null || table === 'busy') return table;
    const present = await read(trx, table);
    if (present === 'busy') return present;
    const rows = await withFiles(trx, table, present);
    // Ids of people are no text that anybody looks for.
    const fields = table.columns.flatMap(({ field, options }) =>
      PEOPLE.has(options.type ?? '') ? [] : [field],
    );
    return {
      table,
      rows: rows.map(({ id, number, values, files }) => ({
        id,
        number,
        text: rowText(fields, values, namesOf(files)),
      })),
    };
  });
}

/**
 * Writes what was computed for those of the rows that are still there, and keeps them until that is committed: one that was
 * deleted meanwhile must not be found again. One that is being changed or deleted right now has an entry of its own for later.
 */
async function writeExistingRows(
  trx: Transaction,
  { item }: Table,
  prepared: PreparedRows,
  { rows, gone, bulk }: { rows: readonly IndexedRow[]; gone: readonly number[]; bulk: boolean },
): Promise<IndexCounts> {
  const into = rowTableOf(item.id);
  const ids = rows.map(({ id }) => id);
  // Nobody waits for the indexer, and it waits for nobody.
  const { rows: free } = await sql<{ id: string }>`
    select id from ${into} where id = any(${ids}::uuid[]) order by id for key share skip locked`.execute(trx);
  const existing = new Set(free.map(({ id }) => id));
  const missing = rows.filter(({ id }) => !existing.has(id));
  if (missing.length === 0) {
    return writeRowPassages(trx, prepared, [...gone, ...rows.map(({ number }) => number)]);
  }
  const { rows: locked } = await sql<{ id: string }>`
    select id from ${into} where id = any(${missing.map(({ id }) => id)}::uuid[])`.execute(trx);
  const later = new Set(locked.map(({ id }) => id));
  const waiting = missing.filter(({ id }) => later.has(id));
  await queueRowIndexing(trx, { item }, waiting, { bulk });
  const isLeft = new Set(waiting.map(({ number }) => number));
  const numbers = [...gone, ...rows.map(({ number }) => number)].filter((number) => !isLeft.has(number));
  return writeRowPassages(trx, onlyRows(prepared, existing), numbers);
}

const nothing = (outcome: IndexOutcome) => ({ write: async () => outcome });

/** The first entries of a table, with no more rows than a batch has. */
function firstRows(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const taken: OutboxEntry[] = [];
  let rows = 0;
  for (const entry of entries) {
    rows += entry.parts?.length ?? 0;
    if (taken.length > 0 && rows > (entry.numbers ? ROWS : BULK_ROWS)) break;
    taken.push(entry);
  }
  return taken;
}

/** What is read of the first table that is not busy. */
async function firstFree<Entries, Found>(
  byTable: ReadonlyMap<string, Entries>,
  read: (itemId: string, entries: Entries) => Promise<Found | 'busy'>,
): Promise<Found | 'busy'> {
  for (const [itemId, entries] of byTable) {
    const found = await read(itemId, entries);
    if (found !== 'busy') return found;
  }
  return 'busy';
}

/** Rows that were added, changed or deleted. */
export function rowSource(): IndexSource {
  return {
    batch: ENTRIES,
    indexes: ['passage_lexemes'],
    async prepare(database, _hubId, entries, signal) {
      // A table whose columns change must not keep the others of its hub from their turn.
      const free = await firstFree(
        Map.groupBy(entries, ({ target_id }) => target_id),
        async (itemId, own) => {
          const taken = firstRows(own);
          const ids = [...new Set(taken.flatMap(({ parts }) => parts ?? []))];
          const found = await readRows(database, itemId, async (trx, table) =>
            (await areLocked(trx, table, ids)) ? 'busy' : [...(await rowsByIds(trx, table, ids)).values()],
          );
          return found === 'busy' ? found : { itemId, taken, found };
        },
      );
      if (free === 'busy') return nothing({ done: [] });
      const { itemId, taken, found } = free;
      const done = taken.map(({ id }) => id);
      if (found === null) return nothing({ done });
      const prepared = await prepareRows(database, found.table.item, found.rows, signal);
      // Deleted rows are named by their entries alone.
      const gone = taken.flatMap((entry) => entry.numbers ?? []);
      const bulk = taken.every((entry) => entry.bulk);
      return {
        async write(trx) {
          const { locked, existing } = await lockForIndexing(trx, [itemId], 'existence');
          if (!locked.has(itemId)) return { done: existing.has(itemId) ? [] : done };
          return {
            done,
            counts: await writeExistingRows(trx, found.table, prepared, { rows: found.rows, gone, bulk }),
          };
        },
      };
    },
  };
}

async function nextRows(trx: Transaction, table: Table, after: string | null): Promise<TableRow[]> {
  const where = after ? [sql`r.id > ${after}::uuid`] : [];
  const request = { where, order: sql`r.id`, keys: [], limit: BULK_ROWS, offset: 0 };
  return (await listRows(trx, table, request)).map(({ row }) => row);
}

/** All rows of a table, in the order of their ids, some in each turn. */
export function tableSource(): IndexSource {
  return {
    batch: TABLES,
    indexes: ['passage_lexemes'],
    async prepare(database, _hubId, entries, signal) {
      const byTable = new Map(entries.map((entry) => [entry.target_id, entry]));
      const free = await firstFree(byTable, async (table, { id: entryId, progress }) => {
        const read = await readRows(database, table, (trx, columns) => nextRows(trx, columns, progress));
        return read === 'busy' ? read : { id: entryId, itemId: table, found: read };
      });
      if (free === 'busy') return nothing({ done: [] });
      const { id, itemId, found } = free;
      const last = found?.rows.at(-1);
      if (found === null || !last) return nothing({ done: [id] });
      const prepared = await prepareRows(database, found.table.item, found.rows, signal);
      return {
        async write(trx) {
          const { locked, existing } = await lockForIndexing(trx, [itemId], 'existence');
          if (!locked.has(itemId)) return { done: existing.has(itemId) ? [] : [id] };
          const counts = await writeExistingRows(trx, found.table, prepared, {
            rows: found.rows,
            gone: [],
            bulk: true,
          });
          if (found.rows.length < BULK_ROWS) return { done: [id], counts };
          return { done: [], continued: new Map([[id, last.id]]), counts };
        },
      };
    },
  };
}
