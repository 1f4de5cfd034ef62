import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { CellChanges } from '#server/platform/database/schema/tables.ts';

/** Longer texts are cut in the history: it tells what was changed, and is no copy of every version. */
const TEXT_MAX = 2_000;
/** Characters of one change: of a row with very many long values the first ones are listed. */
const CHANGE_MAX = 100_000;

/** The first entries of a long list; of a first one that is long itself its beginning. */
function shortenedList(list: readonly unknown[]): unknown[] {
  let size = 0;
  const fitting = list.findIndex((one) => {
    size += JSON.stringify(one)?.length ?? 0;
    return size > TEXT_MAX;
  });
  if (fitting === 0) return [shortened(list[0]), '…'];
  return [...list.slice(0, fitting < 0 ? list.length : fitting), '…'];
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX).toWellFormed()}…` : value;
  const text = JSON.stringify(value);
  if (text !== undefined && text.length > TEXT_MAX && Array.isArray(value)) return shortenedList(value);
  return text !== undefined && text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : value;
}

/** Changes of cells as the history stores them: JSON of limited size. */
export function historyOf(cells: CellChanges): string {
  const stored: CellChanges = {};
  let size = 0;
  for (const [id, [before, after]] of Object.entries(cells)) {
    const pair: [unknown, unknown] = [shortened(before), shortened(after)];
    size += JSON.stringify(pair).length;
    if (size > CHANGE_MAX) break;
    stored[id] = pair;
  }
  return JSON.stringify(stored);
}

/** A change of a row, with who made it. */
export type RowChangeEntry = {
  id: number;
  revision: number;
  kind: 'changed' | 'deleted' | 'restored';
  made_at: Date;
  made_by: string | null;
  name: string | null;
  cells: CellChanges;
};

/** The changes of a row, the newest first. */
export async function listRowChanges(
  database: Database,
  itemId: string,
  rowId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<RowChangeEntry[]> {
  const { rows } = await sql<RowChangeEntry>`
    select change.id, change.revision, kind, made_at, made_by, cells,
      trim(maker.first_name || ' ' || maker.last_name) as name
    from row_change change left join app_user maker on maker.id = change.made_by
    where change.item_id = ${itemId} and change.row_id = ${rowId}
    order by change.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows;
}

/**
 * Those of some rows that anybody but this user has changed, as far as their history goes back.
 * @param since the revision of a row after which changes count; 0 for all of them
 */
export async function changedByOthers(
  trx: Transaction,
  itemId: string,
  since: ReadonlyMap<string, number>,
  userId: string | null,
): Promise<Set<string>> {
  if (since.size === 0) return new Set();
  const { rows } = await sql<{ row_id: string }>`
    select distinct change.row_id
    from unnest(${[...since.keys()]}::uuid[], ${[...since.values()]}::bigint[]) wanted (id, revision)
      join row_change change on change.item_id = ${itemId} and change.row_id = wanted.id
    where change.revision > wanted.revision and made_by is distinct from ${userId}`.execute(trx);
  return new Set(rows.map(({ row_id }) => row_id));
}
