import { ok, rejects, strictEqual } from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { CSV_LINES } from '#server/tables/export/rows-as-text.ts';
import { type WrittenBatch, writtenBatches } from '#server/tables/export/written-rows.ts';
import type { Table } from '#server/tables/table/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

/*
 * The database reads the next rows of an export while those before them are sent. What changes meanwhile holds for them:
 * rights, columns, and the labels of options.
 */

const ROWS = 2300;
const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_price', name: 'price', label: 'Price', type: 'number', required: false },
  {
    id: 'f_state',
    name: 'state',
    label: 'State',
    type: 'select',
    required: false,
    options: [{ id: 'open', label: 'Still open' }],
  },
];

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let database: Database;
beforeAll(async () => {
  place = await createPlace(server.client);
  database = openDatabase(openPool(server.databaseUrl, 3));
});
afterAll(() => database.destroy());

/** A table whose row 7 is `row 7,7,Still open`. */
async function createRows(): Promise<Item> {
  const table = await createTable(place.owner, place, COLUMNS);
  const columns = await server.sql<{ name: string }>(
    'select name from table_column where item_id = $1 order by position',
    [table.id],
  );
  await server.sql(
    `insert into tables.t_${table.id.replaceAll('-', '')} (id, position, ${columns.map(({ name }) => name).join()})
    select gen_random_uuid(), 10 * n, 'row ' || n, n, 'open' from generate_series(1, ${ROWS}) n`,
  );
  return table;
}

/** Begins an export, and waits until the rows after its first ones are read. */
async function beginExport({ id }: Item, sort?: string) {
  const [item] = await server.sql<Table['item']>(
    'select id, hub_id, space_id, scope_id, kind, title from item where id = $1',
    [id],
  );
  if (!item) throw new Error('the item is there');
  const access = { isAllowed: true };
  const itemAnew = async () => {
    if (!access.isAllowed) throw new Error('the right ended');
    return item;
  };
  const batches = writtenBatches(database, itemAnew, sort ? { sort } : {}, CSV_LINES);
  const first = await batches.next();
  strictEqual(linesOf(first.value ?? null).length, 1000);
  await eventually(async () => {
    const reading = await server.sql(
      `select from pg_stat_activity where state = 'active' and query like '%string_agg(line%' and pid <> pg_backend_pid()`,
    );
    strictEqual(reading.length, 0);
  });
  return { batches, access };
}

function linesOf(batch: WrittenBatch | null): string[] {
  const parts = batch?.parts ?? [];
  return parts.flatMap((part) => {
    ok('text' in part, 'the database writes all rows of this table');
    return part.text.split('\r\n').slice(0, -1);
  });
}

async function remainingLines(batches: AsyncGenerator<WrittenBatch>): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of batches) lines.push(...linesOf(batch));
  return lines;
}

const expected = (line: (row: number) => string) =>
  Array.from({ length: ROWS - 1000 }, (_, at) => line(at + 1001)).join('\n');

describe('rows of an export that were read ahead', () => {
  it('are not sent once the right to read them ended', async () => {
    const { batches, access } = await beginExport(await createRows());
    access.isAllowed = false;
    await rejects(batches.next(), /the right ended/);
    strictEqual((await batches.next()).done, true);
  });

  it('are not sent in another order once the column that they are sorted by was deleted', async () => {
    const table = await createRows();
    const { batches } = await beginExport(table, '-f_price');
    expectData(await place.owner.client.delete(`items/${table.id}/columns/f_price/`));
    await rejects(batches.next(), { status: 422 });
  });

  it('have no value of a column that was deleted meanwhile', async () => {
    const table = await createRows();
    const { batches } = await beginExport(table);
    expectData(await place.owner.client.delete(`items/${table.id}/columns/f_price/`));
    strictEqual(
      (await remainingLines(batches)).join('\n'),
      expected((row) => `row ${row},,Still open`),
    );
  });

  it('have the labels of options that were renamed meanwhile', async () => {
    const table = await createRows();
    const { batches } = await beginExport(table);
    const options = [{ id: 'open', label: 'Waiting' }];
    expectData(await place.owner.client.patch(`items/${table.id}/columns/f_state/`, { options }));
    strictEqual(
      (await remainingLines(batches)).join('\n'),
      expected((row) => `row ${row},${row},Waiting`),
    );
  });

  it('have the values of a column whose type was changed meanwhile', async () => {
    const table = await createRows();
    const { batches } = await beginExport(table);
    expectData(await place.owner.client.patch(`items/${table.id}/columns/f_price/`, { type: 'text' }));
    strictEqual(
      (await remainingLines(batches)).join('\n'),
      expected((row) => `row ${row},${row},Still open`),
    );
  });
});
