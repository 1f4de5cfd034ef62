import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { rowTableOf, type Table } from '../table/table.ts';
import type { RowIndexKey } from './row-index.repo.ts';
import { STORED } from './row-order.ts';
import {
  allKeys,
  linksOfOrder,
  type NotedRows,
  notedRows,
  type StoredOrder,
  someKeys,
  storedOrderName,
  storedTypeOf,
} from './stored-order.ts';

/** How long a statement that locks a table of rows waits for it, in milliseconds: others wait behind it. */
const LOCK_MS = 2_000;
/** How long a build waits for transactions that began before it, and how often it asks, in milliseconds. It is tried again later. */
const WAIT = { most: 60_000, pause: 200 };
/** Rows that are brought up to date at once, for who reads; where there are more, the order is made again. */
const ROWS_MAX = 2_000;
/** Notes that are counted: several may be of the same row. */
const NOTES_MAX = 20_000;
/** How long who reads waits for others who bring an order up to date, and for a statement of that, in milliseconds. */
const UPDATE_MS = { lock: 1_000, statement: 2_000 };

/** Triggers of each table that an order reads: of rows that are added, deleted and changed. */
const EVENTS = 3;

const tableOf = (name: string) => sql.id('tables', name);
const triggerOf = (name: string, step: number, event: string) => sql.id(`${name}_${step}_${event}`);

const withShortLocks = <T>(database: Database, work: (trx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction({ database }, async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(trx);
    return work(trx);
  });

/** Makes and drops of one order wait for each other. */
const lockOrder = (trx: Transaction, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);

/** Has changes of the rows of a table noted. */
async function noteRows(
  trx: Transaction,
  name: string,
  { itemId, step, isChanged }: NotedRows,
): Promise<void> {
  const rows = rowTableOf(itemId);
  const call = (by: string) =>
    sql`execute function ${sql.id(by)}(${sql.lit(name)}, ${sql.lit(String(step))})`;
  for (const [event, changed] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`create or replace trigger ${triggerOf(name, step, event)} after ${sql.raw(event)} on ${rows}
      referencing ${sql.raw(changed)} table as changed for each statement ${call('note_ordered_rows')}`.execute(
      trx,
    );
  await sql`create or replace trigger ${triggerOf(name, step, 'update')} after update on ${rows}
    for each row when (${isChanged}) ${call('note_ordered_row')}`.execute(trx);
}

/** Whether an order is asked for, and not made yet, or again: a job may run once more after it was done. */
async function isToBeMade(
  trx: Transaction,
  { itemId, key, down }: RowIndexKey,
  lock = sql``,
): Promise<boolean> {
  const { rows } = await sql`select from row_index where item_id = ${itemId} and key = ${key}
    and descending = ${down} and not is_ready ${lock}`.execute(trx);
  return rows.length > 0;
}

/** The table that takes the place of an order once it is made. */
const nextOf = (name: string) => `${name}_next`;

/**
 * Whether a job made the next table of an order and ended before it took its place, as while a backup reads the one before, and all
 * changes since are noted: no more of them than a read brings up to date.
 */
async function isNextMade(trx: Transaction, { name, linked }: StoredOrder): Promise<boolean> {
  const triggers = EVENTS * (1 + linksOfOrder(linked).length);
  const { rows } = await sql<{ is_made: boolean }>`
    select to_regclass(${`tables.${nextOf(name)}`}) is not null
      and (select count(*) from pg_trigger where starts_with(tgname, ${`${name}_`})) >= ${sql.lit(triggers)}
      and (select count(*) from (select from stored_order_change where order_name = ${name}
        limit ${sql.lit(ROWS_MAX + 1)}) noted) <= ${sql.lit(ROWS_MAX)} as is_made`.execute(trx);
  return rows[0]?.is_made ?? false;
}

/**
 * Has changes of an order noted from now on.
 * @returns what is to be done then: to make its next table, or to put the one that is there in its place; null where it is not to be made
 */
function noteChanges(
  database: Database,
  table: Table,
  stored: StoredOrder,
): Promise<'make' | 'replace' | null> {
  const { index, name, linked } = stored;
  return withShortLocks(database, async (trx) => {
    await lockOrder(trx, name);
    if (!(await isToBeMade(trx, index))) return null;
    if (await isNextMade(trx, stored)) return 'replace';
    // It may lack changes that were not noted.
    await sql`drop table if exists ${tableOf(nextOf(name))}`.execute(trx);
    for (const one of notedRows(table, linked)) await noteRows(trx, name, one);
    const { itemId, key, down } = index;
    await sql`insert into stored_order (name, item_id, key, descending) values (${name}, ${itemId}, ${key}, ${down})
      on conflict do nothing`.execute(trx);
    const links = linksOfOrder(linked);
    await sql`insert into stored_order_link (order_name, step, link_id, is_other)
      select ${name}, own.* from unnest(${links.map(({ step }) => step)}::smallint[],
        ${links.map((one) => one.link_id)}::uuid[], ${links.map((one) => one.is_other)}::boolean[]) as own
      on conflict do nothing`.execute(trx);
    return 'make';
  });
}

/** Waits until all transactions are done that write already: those of links may not have seen that an order is made. */
async function awaitEarlier(database: Database, signal: AbortSignal): Promise<void> {
  const { rows: now } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(database);
  for (const deadline = performance.now() + WAIT.most; ; await pause(WAIT.pause)) {
    signal.throwIfAborted();
    const { rows } = await sql<{ is_done: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${now[0]?.next ?? '0'}::xid8 as is_done`.execute(
      database,
    );
    if (rows[0]?.is_done) return;
    if (performance.now() > deadline)
      throw new Error('a transaction lasts longer than an order is waited for');
  }
}

/** Makes the next table of an order, in one transaction. @returns false where it is not to be made any more */
function makeNext(database: Database, table: Table, { index, name, linked }: StoredOrder): Promise<boolean> {
  const next = nextOf(name);
  return inTransaction({ database }, async (trx) => {
    await lockOrder(trx, name);
    if (!(await isToBeMade(trx, index))) return false;
    // Each worker would compute all of it.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
    await sql`set local work_mem = '64MB'`.execute(trx);
    await sql`drop table if exists ${tableOf(next)}`.execute(trx);
    await sql`create table ${tableOf(next)} (id uuid primary key, ${sql.id(STORED.position)} bigint not null,
      ${sql.id(STORED.key)} ${storedTypeOf(linked)})`.execute(trx);
    // What was noted before is in what is read after it.
    await sql`delete from stored_order_change where order_name = ${name}`.execute(trx);
    await sql`insert into ${tableOf(next)} ${allKeys(table, linked)}`.execute(trx);
    await sql`create index on ${tableOf(next)} ((${linked.order.own(next)}) ${sql.raw(index.down ? 'desc' : 'asc')} nulls last,
      ${sql.id(STORED.position)}, id)`.execute(trx);
    return true;
  });
}

/**
 * Stores an order that is asked for, in place of what there is of it. What is changed meanwhile is noted. A job that runs again after it
 * was stopped, or waited in vain for who reads the order, continues with the next table where that is made.
 */
export async function makeStoredOrder(
  database: Database,
  table: Table,
  stored: StoredOrder,
  signal: AbortSignal,
): Promise<void> {
  const { name, index } = stored;
  const step = await noteChanges(database, table, stored);
  if (step === null) return;
  if (step === 'make') {
    await awaitEarlier(database, signal);
    if (!(await makeNext(database, table, stored))) return;
  }
  signal.throwIfAborted();
  await sql`vacuum (analyze) ${tableOf(nextOf(name))}`.execute(database);
  await withShortLocks(database, async (trx) => {
    await lockOrder(trx, name);
    // Before its table, as who brings it up to date does.
    if (!(await isToBeMade(trx, index, sql`for no key update`)))
      throw new Error('the order was dropped, or made by another job');
    const noted = await sql`select from stored_order where name = ${name}`.execute(trx);
    if (noted.rows.length === 0) throw new Error('the order was dropped while it was made');
    await sql`drop table if exists ${tableOf(name)}`.execute(trx);
    await sql`alter table ${tableOf(nextOf(name))} rename to ${sql.id(name)}`.execute(trx);
    await sql`update row_index set is_ready = true where item_id = ${index.itemId} and key = ${index.key}
      and descending = ${index.down}`.execute(trx);
  });
}

/** Drops an order whose index is noted no more, with all that notes changes of it. */
export function dropStoredOrder(database: Database, index: RowIndexKey): Promise<void> {
  const name = storedOrderName(index);
  return withShortLocks(database, async (trx) => {
    await lockOrder(trx, name);
    const again = await sql`select from row_index where item_id = ${index.itemId} and key = ${index.key}
      and descending = ${index.down}`.execute(trx);
    if (again.rows.length > 0) return;
    const { rows } = await sql<{ trigger: string; rows: string }>`
      select tgname as trigger, relname as rows from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'tables'::regnamespace and starts_with(tgname, ${`${name}_`})`.execute(trx);
    for (const one of rows)
      await sql`drop trigger if exists ${sql.id(one.trigger)} on ${tableOf(one.rows)}`.execute(trx);
    await sql`drop table if exists ${tableOf(nextOf(name))}, ${tableOf(name)}`.execute(trx);
    await sql`delete from stored_order where name = ${name}`.execute(trx);
    await sql`delete from stored_order_change where order_name = ${name}`.execute(trx);
  });
}

/**
 * Orders whose table or index no longer exists, or a table or column that they read (the triggers of these were dropped with them), or that nobody read
 * while so many changes were noted.
 */
export async function unusedStoredOrders(database: Database, changes: number): Promise<RowIndexKey[]> {
  const { rows } = await sql<RowIndexKey>`
    select item_id as "itemId", key, descending as down from stored_order own
    where not exists (select from row_index made
        where made.item_id = own.item_id and made.key = own.key and made.descending = own.descending)
      or (select count(*) from pg_trigger where starts_with(tgname, own.name || '_')) < ${sql.lit(EVENTS)}
        * (1 + (select count(*) from stored_order_link link where link.order_name = own.name))
      or exists (select from stored_order_change noted where noted.order_name = own.name offset ${sql.lit(changes)})
        and not exists (select from row_index building where building.item_id = own.item_id and building.key = own.key
          and building.descending = own.descending and not building.is_ready)
    limit 1000`.execute(database);
  return rows;
}

/** What a stored order is: there and right, `behind` what was changed, or more than a read brings up to date; null where it is not there. */
export type StoredState = 'current' | 'behind' | 'outdated' | null;

export async function stateOfStoredOrder(
  database: Database | Transaction,
  { index: { itemId, key, down }, name }: Pick<StoredOrder, 'index' | 'name'>,
): Promise<StoredState> {
  const { rows } = await sql<{ notes: number; changed: number }>`
    select noted.* from row_index, lateral (
      select count(*)::int as notes, count(distinct (step, row_id))::int as changed
      from (select step, row_id from stored_order_change where order_name = ${name} limit ${sql.lit(NOTES_MAX + 1)}) counted) noted
    where item_id = ${itemId} and key = ${key} and descending = ${down} and is_ready`.execute(database);
  const [found] = rows;
  if (!found) return null;
  if (found.notes === 0) return 'current';
  return found.notes > NOTES_MAX || found.changed > ROWS_MAX ? 'outdated' : 'behind';
}

/** Thrown where a change concerns more rows than a read brings up to date, so that nothing is written. */
class TooManyRows extends Error {}

/** The ordered rows that lead to rows of which a change was noted. @throws TooManyRows */
async function orderedRows(
  trx: Transaction,
  { linked }: StoredOrder,
  noted: readonly { step: number; row_id: string }[],
): Promise<string[]> {
  const links = linksOfOrder(linked);
  let ids = new Set<string>();
  for (let step = links.length; step >= 0; step -= 1) {
    const link = links[step];
    if (link && ids.size > 0) {
      const { rows } = await sql<{ id: string }>`
        select distinct ${link.own} as id from row_link
        where link_id = ${link.link_id}::uuid and ${link.target} = any(${[...ids]}::uuid[])
        limit ${sql.lit(ROWS_MAX + 1)}`.execute(trx);
      ids = new Set(rows.map(({ id }) => id));
    }
    for (const one of noted) if (one.step === step) ids.add(one.row_id);
    if (ids.size > ROWS_MAX) throw new TooManyRows();
  }
  return [...ids];
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);

/**
 * Brings a stored order up to date with all changes that were noted, in a short transaction of its own: readers do so one after the
 * other, so that who computed an earlier state never writes after who computed a later one.
 * @returns its state then; `behind` where others are at it for long, `outdated` where it takes too long itself
 */
export async function updateStoredOrder(
  database: Database,
  table: Table,
  stored: StoredOrder,
): Promise<StoredState> {
  const { index, name, linked } = stored;
  try {
    return await inTransaction({ database }, async (trx) => {
      await sql`select set_config('lock_timeout', ${String(UPDATE_MS.lock)}, true),
        set_config('statement_timeout', ${String(UPDATE_MS.statement)}, true)`.execute(trx);
      const { rows: ready } =
        await sql`select from row_index where item_id = ${index.itemId} and key = ${index.key}
        and descending = ${index.down} and is_ready for no key update`.execute(trx);
      if (ready.length === 0) return null;
      const { rows: noted } = await sql<{ step: number; row_id: string }>`
        delete from stored_order_change where order_name = ${name} returning step, row_id`.execute(trx);
      const ids = await orderedRows(trx, stored, noted);
      if (ids.length === 0) return 'current' as const;
      const key = sql.id(STORED.key);
      const position = sql.id(STORED.position);
      await sql`delete from ${tableOf(name)} own where id = any(${ids}::uuid[])
        and not exists (select from ${rowTableOf(table.item.id)} r where r.id = own.id)`.execute(trx);
      await sql`insert into ${tableOf(name)} as own (id, ${position}, ${key}) ${someKeys(table, linked, ids)}
        on conflict (id) do update set ${position} = excluded.${position}, ${key} = excluded.${key}
        where (own.${position}, own.${key}) is distinct from (excluded.${position}, excluded.${key})`.execute(
        trx,
      );
      return 'current' as const;
    });
  } catch (error) {
    // PostgreSQL's `lock_not_available` and `query_canceled`.
    if (codeOf(error) === '55P03') return 'behind';
    if (error instanceof TooManyRows || codeOf(error) === '57014') return 'outdated';
    throw error;
  }
}
