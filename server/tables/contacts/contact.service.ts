import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ContactKeys, findDuplicates } from '#lib/contacts/contact-duplicates.ts';
import type { ContactDuplicate, MergeRequest } from '#lib/contract/contacts.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import { conflict, invalid, invalidFields, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { DELETED_ROW_DAYS } from '../rows/deleted-row.repo.ts';
import { listRows, rowsByIds, type TableRow } from '../rows/row.repo.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { restoreRows } from '../writes/restore-rows.ts';
import { changeRows, deleteRows } from '../writes/row.service.ts';
import { type WrittenRows, writerOf, writeToTable } from '../writes/write-rows.ts';

type Item = Authorized<ItemView, 'item.change'>;

/** Entries that are compared; of longer lists the first ones. */
const COMPARED_MAX = 200_000;
const BATCH = 2_000;
/** Pairs that one search returns. */
const PAIRS_MAX = 2_000;

type ContactColumns = Partial<Record<'name' | 'email' | 'phone' | 'address', TableColumn>>;

/** The columns that people are known by: those of a contact's record, else the first of their types. */
function contactColumns({ columns }: Table): ContactColumns {
  const named = (name: string) => columns.find(({ field }) => field.name === name);
  const ofType = (type: string) =>
    columns.find(({ field, type: stored }) => field.type === type && stored === 'text');
  const found = {
    name: named('name') ?? ofType('text'),
    email: named('email') ?? ofType('email'),
    phone: named('contact_number') ?? ofType('phone'),
    address: named('address'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, column]) => column?.type === 'text'));
}

async function contactKeys(
  database: Database,
  table: Table,
  columns: ContactColumns,
): Promise<ContactKeys[]> {
  const own = Object.values(columns);
  const narrow: Table = { ...table, columns: own, fields: own.map(({ field }) => field) };
  const keys: ContactKeys[] = [];
  let last: TableRow | undefined;
  while (keys.length < COMPARED_MAX) {
    const where = last ? [sql`r.id > ${last.id}::uuid`] : [];
    const page = await listRows(database, narrow, {
      where,
      order: sql`r.id`,
      keys: [],
      limit: BATCH,
      offset: 0,
    });
    for (const { row } of page) {
      const text = (column: TableColumn | undefined) => {
        const value = column ? row.values[column.field.name] : undefined;
        return typeof value === 'string' ? value.trim() : '';
      };
      keys.push({
        id: row.id,
        name: text(columns.name),
        email: text(columns.email).toLowerCase(),
        phone: text(columns.phone),
        address: text(columns.address),
      });
    }
    last = page.at(-1)?.row;
    if (page.length < BATCH) break;
  }
  return keys;
}

/** Pairs of entries that may be one person, the likeliest first, with their rows. */
export async function listDuplicates(
  database: Database,
  table: Table,
  { min_score, page, page_size }: { min_score: number; page: number; page_size: number },
): Promise<{
  pairs: Omit<ContactDuplicate, 'rows'>[];
  ids: [string, string][];
  rows: Map<string, TableRow>;
  count: number;
}> {
  const keys = await contactKeys(database, table, contactColumns(table));
  const all = await findDuplicates(keys, { least: min_score, most: PAIRS_MAX, rest: () => setImmediate() });
  const shown = all.slice((page - 1) * page_size, page * page_size);
  const rows = await rowsByIds(database, table, [
    ...new Set(shown.flatMap(({ one, other }) => [one, other])),
  ]);
  return {
    pairs: shown.map(({ score, reasons }) => ({ score, reasons })),
    ids: shown.map(({ one, other }) => [one, other]),
    rows,
    count: all.length,
  };
}

/** Values of several rows as one: the first row's, and of the others what it does not have. */
function mergedValues({ fields }: Table, rows: readonly TableRow[], given: Values): Values {
  const merged: Values = {};
  for (const { name } of fields) {
    const filled = rows
      .map(({ values }) => values[name])
      .find((value) => value !== undefined && value !== null);
    if (filled !== undefined) merged[name] = filled;
  }
  return { ...merged, ...given };
}

type StoredMerge = {
  id: string;
  row_id: string;
  merged: string[];
  before: Values;
  after: Values;
  undone_at: Date | null;
};

const byColumns = ({ fields }: Table, values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(({ id, name }) => (values[name] === undefined ? [] : [[id, values[name]]])),
  );

/**
 * Merges rows into the first one; the others are deleted, and come back where it is undone.
 * @throws ApiError 404 for a row that is not there, 422 for values that the columns refuse
 */
export async function mergeRows(
  services: Services,
  caller: SignedIn,
  item: Item,
  { rows: ids, values }: MergeRequest,
): Promise<{ id: string; written: WrittenRows; row: TableRow }> {
  const id = newId();
  const written = await writeToTable(services, caller, item, async (trx, table) => {
    const found = await rowsByIds(trx, table, ids.filter(isId), { lock: true });
    const rows = ids.map((one) => found.get(one));
    const present = rows.filter((row) => row !== undefined);
    const [retained, ...others] = present;
    if (!retained || present.length < ids.length || new Set(ids).size < ids.length)
      throw notFound('This row');
    const merged = mergedValues(table, present, values);
    const writer = await writerOf(trx, caller);
    // The others first: a unique value moves from one of them to the row that is retained.
    await deleteRows(trx, caller, table, others);
    const [outcome] = await changeRows(trx, table, [{ id: retained.id, values: merged }], writer);
    if (outcome?.status === 'refused')
      throw outcome.details ? invalidFields([...outcome.details]) : invalid(outcome.errors);
    if (outcome?.status !== 'done') throw notFound('This row');
    await trx
      .insertInto('row_merge')
      .values({
        id,
        item_id: table.item.id,
        row_id: retained.id,
        merged: others.map((row) => row.id),
        before: JSON.stringify(byColumns(table, retained.values)),
        after: JSON.stringify(byColumns(table, outcome.row.values)),
        made_by: caller.user.id,
      })
      .execute();
    return [outcome];
  });
  const [outcome] = written.outcomes;
  if (outcome?.status !== 'done') throw notFound('This row');
  return { id, written, row: outcome.row };
}

async function lockedMerge(trx: Transaction, itemId: string, id: string): Promise<StoredMerge> {
  const { rows } = await sql<StoredMerge>`select id, row_id, merged, before, after, undone_at from row_merge
    where item_id = ${itemId} and id = ${isId(id) ? id : null}::uuid for update`.execute(trx);
  const [merge] = rows;
  if (!merge) throw notFound('This merge');
  if (merge.undone_at) throw conflict('already_undone', 'This merge was undone already.');
  return merge;
}

/**
 * Undoes a merge: the other rows come back, and the cells of the row that was retained are again what they were, but for
 * those that were changed since.
 * @throws ApiError 404, and 409 where it was undone before
 */
export function undoMerge(
  services: Services,
  caller: SignedIn,
  item: Item,
  id: string,
): Promise<WrittenRows> {
  return writeToTable(services, caller, item, async (trx, table) => {
    const merge = await lockedMerge(trx, table.item.id, id);
    const writer = await writerOf(trx, caller);
    const retained = (await rowsByIds(trx, table, [merge.row_id], { lock: true })).get(merge.row_id);
    const values: Values = {};
    for (const { id: column, name } of table.fields) {
      const now = JSON.stringify(retained?.values[name] ?? null);
      const isAsMerged = now === JSON.stringify(merge.after[column] ?? null);
      if (isAsMerged && now !== JSON.stringify(merge.before[column] ?? null))
        values[name] = merge.before[column] ?? null;
    }
    const changed = retained ? await changeRows(trx, table, [{ id: retained.id, values }], writer) : [];
    const restored = await restoreRows(trx, table, merge.merged, writer);
    await sql`update row_merge set undone_at = now() where id = ${merge.id}`.execute(trx);
    return [...changed, ...restored];
  });
}

/** A merge with the name of whoever made it. */
export type MergeEntry = {
  id: string;
  row_id: string;
  merged: number;
  made_at: Date;
  made_by: string | null;
  name: string | null;
  undone_at: Date | null;
};

/** A page of a table's merges, the newest first, and of their rows those that are still there. */
export async function listMerges(
  database: Database,
  table: Table,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ merges: MergeEntry[]; rows: Map<string, TableRow> }> {
  const { rows: merges } = await sql<MergeEntry>`
    select row_merge.id, row_id, cardinality(merged) as merged, made_at, made_by, undone_at,
      nullif(trim(account.first_name || ' ' || account.last_name), '') as name
    from row_merge left join app_user account on account.id = row_merge.made_by
    where item_id = ${table.item.id} and made_at > now() - make_interval(days => ${DELETED_ROW_DAYS})
    order by made_at desc, row_merge.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return { merges, rows: await rowsByIds(database, table, [...new Set(merges.map(({ row_id }) => row_id))]) };
}
