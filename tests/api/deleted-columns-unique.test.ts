import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { lockBy } from '#tests/harness/locked-row.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let owner: TestAccount;
beforeAll(async () => {
  place = await createPlace(server.client);
  owner = place.owner;
});

type TableId = { id: string };
const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false };
const unique = (id: string, more: object = {}) => ({
  ...NAME,
  id,
  name: id,
  label: id,
  unique: true,
  ...more,
});
const remove = async ({ id }: TableId, columnId: string) =>
  expectData(await owner.client.delete(`items/${id}/columns/${columnId}/`));
const restore = async ({ id }: TableId, columnId: string) =>
  expectData(await owner.client.post(`items/${id}/deleted-columns/${columnId}/restore/`, {}));
const removeRow = async ({ id }: TableId, row: string | undefined) =>
  expectData(await owner.client.delete(`items/${id}/rows/`, { rows: [{ id: row }] }));
const requestRow = ({ id }: TableId, row: string | undefined) =>
  owner.client.post(`items/${id}/rows/restore/`, { ids: [row] });
const restoreRow = async (table: TableId, row: string | undefined) =>
  expectData(await requestRow(table, row));
const noted = ({ id }: TableId) =>
  server.sql('select column_id, row_id from deleted_column_row where item_id = $1 order by column_id', [id]);

/** How many other rows there are: a large and a small part of the rows are compared in different ways. */
describe.each([1, 40])('a unique column that is restored, of a table with %i further rows,', (others) => {
  const further = Array.from({ length: others }, (_, at) => ({ f_x: `other ${at}` }));

  it.each([
    ['text', 'text', 'same', 'same'],
    ['mail address', 'email', 'ada@example.com', 'Ada@example.com'],
  ])(
    'is unique no more where a row that came back has the %s of another one',
    async (_, type, one, other) => {
      const table = await createTable(owner, place, [NAME, unique('f_x', { type })]);
      const [row] = await addRows(owner, table, [{ f_x: one }]);
      await removeRow(table, row?.id);
      const mails = type === 'email' ? further.map((_one, at) => ({ f_x: `a${at}@example.com` })) : further;
      await addRows(owner, table, [{ f_x: other }, ...mails]);
      await remove(table, 'f_x');
      await restoreRow(table, row?.id);
      expect((await restore(table, 'f_x')).notes).toEqual(['not_unique']);
    },
  );

  it('stays unique where values of rows that stayed are alike, and the one that came back has its own', async () => {
    const table = await createTable(owner, place, [NAME, unique('f_x')]);
    const [row] = await addRows(owner, table, [{ f_x: 'own' }, { f_x: 'a' }, { f_x: 'b' }, ...further]);
    const [column] = await server.sql<{ name: string }>(
      "select name from table_column where item_id = $1 and column_id = 'f_x'",
      [table.id],
    );
    const rows = `tables.t_${table.id.replaceAll('-', '')}`;
    await server.sql(`update ${rows} set ${column?.name} = 'a' where ${column?.name} = 'b'`);
    await remove(table, 'f_x');
    await removeRow(table, row?.id);
    await restoreRow(table, row?.id);
    expect(await noted(table)).toEqual([{ column_id: 'f_x', row_id: row?.id }]);
    expect((await restore(table, 'f_x')).notes).toEqual([]);
  });
});

describe('of rows that are written while unique columns are deleted', () => {
  it('those alone are noted that come back with a value of one', async () => {
    const table = await createTable(owner, place, [NAME, unique('f_x'), unique('f_y')]);
    const [one, other] = await addRows(owner, table, [{ name: 'A', f_y: 'y' }, { name: 'B' }]);
    for (const id of ['f_x', 'f_y']) await remove(table, id);
    for (const row of [one, other]) {
      await removeRow(table, row?.id);
      await restoreRow(table, row?.id);
    }
    expect(await noted(table)).toEqual([{ column_id: 'f_y', row_id: one?.id }]);
  });

  it('a merged one is noted for the cells that changed', async () => {
    const table = await createTable(owner, place, [NAME, unique('f_x'), unique('f_y')]);
    const rows = await addRows(owner, table, [{ f_x: 'mine' }, { f_x: 'theirs', f_y: 'theirs' }]);
    for (const id of ['f_x', 'f_y']) await remove(table, id);
    expectData(
      await owner.client.post(`items/${table.id}/merge/`, { rows: rows.map(({ id }) => id), values: {} }),
    );
    expect(await noted(table)).toEqual([{ column_id: 'f_y', row_id: rows[0]?.id }]);
  });

  it('one comes back while a column is purged', async () => {
    const table = await createTable(owner, place, [NAME, unique('f_x')]);
    const [row] = await addRows(owner, table, [{ name: 'A', f_x: 'x' }]);
    await remove(table, 'f_x');
    await removeRow(table, row?.id);
    const purge = 'delete from deleted_column where item_id = $1';
    const locked = await lockBy(server.databaseUrl, purge, [table.id]);
    const requested = requestRow(table, row?.id);
    await locked.untilWaitedFor();
    await locked.commit();
    expect(expectData(await requested)).toMatchObject([{ status: 'done', row: { values: { name: 'A' } } }]);
  });
});
