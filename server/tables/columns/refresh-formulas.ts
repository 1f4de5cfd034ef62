import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import type { Task } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { queueRowIndexing } from '../indexing/queue-row-indexing.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { findTable, type Table } from '../table/table.ts';
import { writeColumnValues } from './column-values.repo.ts';
import { currentKeys, formulasFor } from './formulas-for.ts';
import { computed } from './rewrite-rows.ts';
import { rowsAfter } from './staged-column.repo.ts';

export const REFRESH_FORMULAS = 'refresh-formulas';

/** Rows that are read together; fewer are written, since the results of most stay the same. */
const BATCH = 1_000;
/** Time zones begin their days at quarters of an hour of UTC. */
const TIMES = '*/15 * * * *';

/** A job for each table, so that a large one keeps no other waiting. */
const optionsOf = (itemId: string, hubId: string) => ({
  key: `${REFRESH_FORMULAS} ${itemId}`,
  tenant: hubTenant(hubId),
  exclusive: itemId,
});

type Outdated = { item_id: string; hub_id: string };

/** Tables with formulas of another day or time zone than their hub's now, or of whose formulas it is not known. */
async function outdatedTables(database: Database, now: Date): Promise<Outdated[]> {
  const zones = await sql<{ zone: string }>`
    select distinct coalesce(time_zone, 'UTC') as zone from hub`.execute(database);
  const known = zones.rows.flatMap(({ zone }) => currentKeys(zone, now).map((key) => ({ zone, key })));
  const { rows } = await sql<Outdated>`
    select item.id as item_id, item.hub_id from user_table
      join item on item.id = user_table.item_id join hub on hub.id = item.hub_id
    where exists (select from table_column c where c.item_id = item.id and c.definition ? 'formula')
      and not exists (
        select from unnest(${known.map(({ zone }) => zone)}::text[], ${known.map(({ key }) => key)}::text[]) k (zone, key)
        where k.zone = coalesce(hub.time_zone, 'UTC') and k.key = user_table.formulas_for)`.execute(database);
  return rows;
}

/** The formulas whose results are stored. */
function storedFormulas(table: Table) {
  const late = lateFormulas(table);
  return table.columns.filter(({ field }) => field.formula !== undefined && !late.has(field.id));
}

/** Whether a formula of a row has another result by now. */
const differs = (table: Table, before: TableRow, values: TableRow['values']) =>
  storedFormulas(table).some(({ field }) => before.values[field.name] !== values[field.name]);

/**
 * Computes the formulas of some rows, of a table that is locked. Neither revisions nor times of change follow: nobody changed the
 * rows. One that was written meanwhile has its results.
 * @returns the last of them, and which changed
 */
async function computeRows(
  trx: Transaction,
  table: Table,
  after: string | null,
): Promise<{ last: string | null; changed: TableRow[] }> {
  if (storedFormulas(table).length === 0) return { last: null, changed: [] };
  const rows = await rowsAfter(trx, table, after, BATCH);
  const changed = rows
    .map((row) => ({ row, values: computed(table, row.values) }))
    .filter(({ row, values }) => differs(table, row, values))
    .map(({ row, values }) => ({ ...row, values }));
  if (changed.length > 0)
    await writeColumnValues(trx, table.item.id, { columns: storedFormulas(table), waits: true }, changed);
  return { last: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null), changed };
}

/** Computes the formulas of all rows, of a table that is locked and has few. */
export async function computeStoredFormulas(trx: Transaction, table: Table): Promise<void> {
  for (let last: string | null = null; ; ) {
    const done: Awaited<ReturnType<typeof computeRows>> = await computeRows(trx, table, last);
    last = done.last;
    if (last === null) return;
  }
}

/** Computes the formulas of some rows. @returns the last of them, and whether something changed */
function refreshRows(
  services: Services,
  item: Table['item'],
  after: string | null,
): Promise<{ last: string | null; isChanged: boolean }> {
  return inTransaction(services, async (trx) => {
    const table = await findTable(trx, item, 'rows');
    if (!table) return { last: null, isChanged: false };
    const { last, changed } = await computeRows(trx, table, after);
    if (changed.length > 0) await queueRowIndexing(trx, table, changed, { bulk: true });
    return { last, isChanged: changed.length > 0 };
  });
}

/** Has the stored formulas of a table computed again by a job. */
export async function queueFormulaRefresh(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction,
  { id, hub_id }: Pick<Table['item'], 'id' | 'hub_id'>,
): Promise<void> {
  await jobs.add(REFRESH_FORMULAS, { item: id }, { transaction: trx, ...optionsOf(id, hub_id) });
}

async function refreshTable(services: Services, itemId: string, signal: AbortSignal): Promise<void> {
  const { database, changeEvents } = services;
  const { rows } = await sql<Table['item']>`
    select id, hub_id, space_id, scope_id, kind, title from item where id = ${itemId}`.execute(database);
  const [item] = rows;
  const before = item ? await findTable(database, item) : null;
  if (!item || !before) return;
  // Before the rows are read: a day that begins meanwhile is done the next time.
  const key = formulasFor(before, new Date());
  let isChanged = false;
  for (let last: string | null = null; ; ) {
    signal.throwIfAborted();
    const done = await refreshRows(services, item, last);
    isChanged ||= done.isChanged;
    last = done.last;
    if (last === null) break;
  }
  await inTransaction(services, async (trx) => {
    const after = await findTable(trx, item, 'rows');
    const isSame = JSON.stringify(after?.columns) === JSON.stringify(before.columns);
    if (!after || !isSame || formulasFor(after, new Date()) !== key) return;
    await trx.updateTable('user_table').set({ formulas_for: key }).where('item_id', '=', itemId).execute();
  });
  if (isChanged) changeEvents.publish({ about: 'item', hubId: item.hub_id, id: item.id });
}

/**
 * Computes stored formulas again whose results follow from the day or the hub's time zone, soon after a day begins there; a job
 * for each table, so that a large one keeps no other waiting.
 */
export function refreshFormulasTask(services: Services): Task {
  const { database, jobs } = services;
  return {
    times: TIMES,
    async run({ item }, { signal }) {
      if (typeof item === 'string') return refreshTable(services, item, signal);
      for (const { item_id, hub_id } of await outdatedTables(database, new Date()))
        await jobs.add(REFRESH_FORMULAS, { item: item_id }, optionsOf(item_id, hub_id));
    },
  };
}
