import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '#server/access/sessions/caller.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { newColumnName } from '#server/tables/columns/column.repo.ts';
import { prepareConversion } from '#server/tables/columns/conversion.ts';
import { findColumn } from '#server/tables/columns/plan-column.ts';
import { catchUp, planChange } from '#server/tables/columns/staged-change.ts';
import { addStagedColumns, indexRowsBehind } from '#server/tables/columns/staged-column.repo.ts';
import { requireTable, rowTableName } from '#server/tables/table/table.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { createManyRows } from '#tests/harness/column-changes.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const WITHIN = 60_000;
const ROWS = 12_000;

const VISITOR: Caller = { user: null, sessionId: null, links: [], origin: { address: '', userAgent: '' } };

const server = sharedServer();
let owner: TestAccount;
let place: Parameters<typeof createManyRows>[2];
beforeAll(async () => {
  const made = await createPlace(server.client);
  owner = made.owner;
  place = made;
});

const { signal } = new AbortController();

/** A change of the sizes to numbers, of which no row's values are there yet. */
async function stageChange(id: string, lockTimeout: number) {
  const database = openDatabase(openPool(server.databaseUrl, 2, { lock_timeout: lockTimeout }));
  onTestFinished(() => database.destroy());
  const staged = await database.transaction().execute(async (trx) => {
    const item = await trx
      .selectFrom('item')
      .select(['id', 'hub_id', 'space_id', 'scope_id', 'kind', 'title'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const table = await requireTable(trx, item);
    const { column, at } = findColumn(table, 'f_size');
    const name = (await newColumnName(trx, id)) ?? '';
    const next = { ...column, field: { ...column.field, type: 'number' as const } };
    const columns = [{ ...next, type: 'double precision' as const, name }];
    const marker = { name: (await newColumnName(trx, id)) ?? '' };
    await addStagedColumns(trx, id, columns, marker);
    const plan = planChange(table, at, next);
    const conversion = await prepareConversion(trx, VISITOR, plan.before, column, next);
    return { ...plan, columns, marker, conversion, comparison: null };
  });
  return { database, staged };
}

test('rows behind are brought up to date only as long as the change is wanted, and in its time', async () => {
  const id = await createManyRows(server.sql, owner, place, ROWS);
  const { database, staged } = await stageChange(id, 10_000);
  const behind = async () => {
    const [found] = await server.sql<{ rows: number }>(
      `select count(*)::int as rows from tables.${rowTableName(id)} where ${staged.marker.name} is distinct from revision`,
    );
    return found?.rows;
  };
  let batches = 0;
  const onBatch = async () => {
    batches += 1;
    if (batches > 2) throw new Error('cancelled');
  };
  const watch = { signal, onBatch, deadline: performance.now() + WITHIN };
  await expect(catchUp(database, staged, watch)).rejects.toThrow('cancelled');
  expect(await behind()).toBe(ROWS - 4_000);
  await catchUp(database, staged, { signal, onBatch: async () => undefined, deadline: 0 });
  expect(await behind()).toBe(ROWS - 6_000);
});

test('an index that can’t be built for others is built again, alone', async () => {
  const id = await createManyRows(server.sql, owner, place, 100);
  const { database, staged } = await stageChange(id, 200);
  let tried = 0;
  let isOpen = true;
  await server.sql('begin');
  try {
    await server.sql(`update tables.${rowTableName(id)} set position = position`);
    const onBatch = async () => {
      tried += 1;
      if (tried === 4) {
        await server.sql('commit');
        isOpen = false;
      }
    };
    await indexRowsBehind(database, id, staged.marker, { signal, onBatch });
  } finally {
    if (isOpen) await server.sql('rollback');
  }
  expect(tried).toBeGreaterThanOrEqual(4);
  const index = await server.sql(
    `select indisvalid as "isValid" from pg_index where indrelid = $1::regclass and indexrelid::regclass::text like '%behind'`,
    [`tables.${rowTableName(id)}`],
  );
  expect(index).toEqual([{ isValid: true }]);
});
