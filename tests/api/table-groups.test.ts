import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

test('points in time are grouped by the days or months of the hub, dates by months', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { time_zone: 'Europe/Berlin' }));
  const table = await createTable(owner, place, [
    { name: 'at', label: 'At', type: 'datetime', required: false },
    { name: 'due', label: 'Due', type: 'date', required: false },
    { name: 'n', label: 'N', type: 'number', required: false },
  ]);
  await addRows(owner, table, [
    { at: '2026-04-30T21:59:00Z', due: '2026-04-30' },
    { at: '2026-04-30T22:00:00Z', due: '2026-05-01' },
    { at: '2026-05-01T09:00:00+02:00', due: '2026-05-31' },
    {},
  ]);
  const groups = async (group: string) => {
    const query = { group, metrics: 'count' };
    const found = expectData(await owner.client.get(`items/${table.id}/aggregate/`, { query }));
    return found.map(({ group: value, values }) => [value, values.count]);
  };
  expect(await groups('at:day')).toEqual([
    ['2026-04-30', 1],
    ['2026-05-01', 2],
    [null, 1],
  ]);
  expect(await groups('at:month')).toEqual([
    ['2026-04', 1],
    ['2026-05', 2],
    [null, 1],
  ]);
  expect(await groups('due:month')).toEqual([
    ['2026-04', 1],
    ['2026-05', 2],
    [null, 1],
  ]);
  expect((await groups('due:day')).map(([day]) => day)).toEqual([
    '2026-04-30',
    '2026-05-01',
    '2026-05-31',
    null,
  ]);
  const days = (await groups('-due:day')).map(([day]) => day);
  expect(days).toEqual(['2026-05-31', '2026-05-01', '2026-04-30', null]);
  const made = { label: 'Made', name: 'made', type: 'created_at', required: false };
  expectData(await owner.client.post(`items/${table.id}/columns/`, made), 201);
  const created = await groups('made:day');
  expect(created.map(([, count]) => count)).toEqual([4]);
  expectRefusal(await owner.client.get(`items/${table.id}/aggregate/`, { query: { group: 'n:day' } }), 422);
});

test('days are those of a zone that is an offset, and of UTC where the database does not know the zone', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  const table = await createTable(owner, place, [{ name: 'at', label: 'At', type: 'datetime' }]);
  await addRows(owner, table, [{ at: '2026-04-30T20:00:00Z' }]);
  const days = async () => {
    const query = { group: 'at:day', metrics: 'count' };
    return expectData(await owner.client.get(`items/${table.id}/aggregate/`, { query })).map(
      ({ group }) => group,
    );
  };
  for (const [zone, day] of [
    ['+05:30', '2026-05-01'],
    ['-05:30', '2026-04-30'],
  ]) {
    expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { time_zone: zone }));
    expect(await days()).toEqual([day]);
  }
  await server.sql("update hub set time_zone = 'Europe/Nowhere' where id = $1", [hub.id]);
  expect(await days()).toEqual(['2026-04-30']);
});
