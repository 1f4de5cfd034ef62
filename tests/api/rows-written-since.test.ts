import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { migrations } from '#server/platform/database/migrations/index.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

test('notes all rows of a unique column that got values before each row was noted, and none of others', async () => {
  const place = await createPlace(server.client);
  const column = (id: string, more: object) => ({
    id,
    name: id,
    label: id,
    type: 'text',
    required: false,
    ...more,
  });
  const table = await createTable(place.owner, place, [
    column('a', {}),
    column('b', {}),
    column('c', { unique: true }),
    column('d', { unique: true }),
  ]);
  const rows = await addRows(place.owner, table, [
    { c: 'one', d: 'one' },
    { c: 'two', d: 'two' },
  ]);
  for (const id of ['b', 'c', 'd'])
    expectData(await place.owner.client.delete(`items/${table.id}/columns/${id}/`));
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  const undone = new Error('the schema stays as it is');
  let noted: unknown[] = [];
  const migrate = database.transaction().execute(async (trx) => {
    await sql`drop table deleted_column_row`.execute(trx);
    await sql`drop index deleted_column_of_linked_table`.execute(trx);
    await sql`alter table deleted_column add has_new_values boolean not null default false`.execute(trx);
    await sql`update deleted_column set has_new_values = column_id <> 'd' where item_id = ${table.id}`.execute(
      trx,
    );
    await migrations['0075-rows-written-since']?.up(trx);
    noted = (
      await sql`select column_id, row_id from deleted_column_row where item_id = ${table.id} order by row_id`.execute(
        trx,
      )
    ).rows;
    throw undone;
  });
  await expect(migrate).rejects.toBe(undone);
  const ids = rows.map(({ id }) => id).toSorted();
  expect(noted).toEqual(ids.map((row_id) => ({ column_id: 'c', row_id })));
});
