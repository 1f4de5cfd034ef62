import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createEditorAndPlace>>;
beforeAll(async () => {
  place = await createEditorAndPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };

/** Trips that show the names of their ships, which only their owner sees. */
async function createTrips() {
  const { owner } = place;
  const ships = await createTable(owner, place, [NAME]);
  const trips = await createTable(owner, place, [NAME]);
  const add = async (column: object) =>
    expectData(await owner.client.post(`items/${trips.id}/columns/`, column), 201).id;
  const via = await add({ name: 'ships', label: 'Ships', type: 'link', table: ships.id });
  const lookup = await add({ name: 'names', label: 'Names', type: 'lookup', via, of: 'f_name' });
  return { ships, trips, via, column: `items/${trips.id}/columns/${lookup}/` as const };
}

it('a lookup is renamed by who may change its table, whatever they may see of the linked one', async () => {
  const { owner, other } = place;
  const { ships, column } = await createTrips();
  expectData(await owner.client.patch(`items/${ships.id}/`, { visibility: 'private' }));
  const renamed = expectData(await other.client.patch(column, { label: 'Boats' }));
  expect(renamed).toMatchObject({ label: 'Boats', type: 'lookup', of: 'f_name' });
  expectRefusal(await other.client.patch(column, { type: 'rollup', function: 'max' }), 422);
});

it('a lookup is renamed while another one of the hub is changed', async () => {
  const { owner, hub } = place;
  const { column } = await createTrips();
  const connection = new pg.Client(server.databaseUrl);
  await connection.connect();
  onTestFinished(() => connection.end());
  const { rows } = await connection.query('select id from hub where handle = $1', [hub.domain_handle]);
  await connection.query('begin');
  const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
  await connection.query(lock, [`lookups ${rows[0]?.id}`]);
  expectData(await owner.client.patch(column, { label: 'Boats', help: 'Those of the trip' }));
  await connection.query('rollback');
});

it('links that the other table still shows remain after their column was purged, and go with the last', async () => {
  const { owner, other } = place;
  const { ships, trips, via } = await createTrips();
  const [ship] = await addRows(owner, ships, [{ name: 'Dhow' }]);
  await addRows(owner, trips, [{ name: 'Out', ships: [ship?.id] }]);
  const columns = expectData(await owner.client.get(`items/${trips.id}/columns/`));
  const lookup = columns.find(({ type }) => type === 'lookup');
  const linkId = await server.sql<{ link: string }>(
    `select options ->> 'link' as link from table_column where item_id = $1 and column_id = $2`,
    [trips.id, via],
  );
  const left = async () =>
    (await server.sql('select from row_link where link_id = $1', [linkId[0]?.link])).length;
  const purge = async () => {
    await server.sql(
      `update deleted_column set deleted_at = now() - interval '31 days' where item_id = any($1)`,
      [[trips.id, ships.id]],
    );
    await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
    await eventually(async () =>
      expect(
        await server.sql('select from deleted_column where item_id = any($1)', [[trips.id, ships.id]]),
      ).toEqual([]),
    );
  };
  expectData(await owner.client.delete(`items/${trips.id}/columns/${lookup?.id}/`));
  expectData(await owner.client.patch(`items/${ships.id}/`, { visibility: 'private' }));
  expectData(await other.client.delete(`items/${trips.id}/columns/${via}/`));
  const [opposite] = expectData(await owner.client.get(`items/${ships.id}/columns/`)).filter(
    ({ type }) => type === 'link',
  );
  expect((await readRows(owner, ships))[0]?.values[opposite?.name ?? '']).toHaveLength(1);
  await purge();
  expect(await left()).toBe(1);
  expectData(await owner.client.delete(`items/${ships.id}/columns/${opposite?.id}/`));
  await purge();
  expect(await left()).toBe(0);
});
