import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { migrations } from '#server/platform/database/migrations/index.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

test('finds mail addresses by an index in tables that were made before, also where rows are alike', async () => {
  const place = await createPlace(server.client);
  const mail = { id: 'f_mail', name: 'mail', label: 'Mail', type: 'email', unique: true, required: false };
  const table = await createTable(place.owner, place, [mail]);
  await addRows(place.owner, table, [{ mail: 'ada@example.org' }, { mail: 'grace@example.org' }]);
  const name = `t_${table.id.replaceAll('-', '')}`;
  const indexes = () =>
    server.sql<{ indexname: string; indexdef: string }>(
      "select indexname, indexdef from pg_indexes where tablename = $1 and indexname like '%unique_email'",
      [name],
    );
  const made = await indexes();
  expect(made).toHaveLength(1);
  await server.sql(`drop index tables.${made[0]?.indexname}`);
  const [column] = await server.sql<{ name: string }>('select name from table_column where item_id = $1', [
    table.id,
  ]);
  await server.sql(`update tables.${name} set ${column?.name} = 'Ada@example.org' where number = 2`);
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  await migrations['0035-unique-mail-indexes']?.up(database);
  expect(await indexes()).toEqual(made);
});
