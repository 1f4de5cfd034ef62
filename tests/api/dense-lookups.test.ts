import { expect, it } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { linkedIdsThrough } from '#server/tables/rows/row-links.ts';
import { isLink } from '#server/tables/table/link-column.ts';
import { findTable } from '#server/tables/table/table.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };

it('a lookup of links that all lead to the same rows reads what is new, of many rows in parts', async () => {
  const place = await createPlace(server.client);
  const harbours = await createTable(place.owner, place, [NAME]);
  const ships = await createTable(place.owner, place, [NAME]);
  const lies = { name: 'lies', label: 'Lies', type: 'link', table: harbours.id };
  expectData(await place.owner.client.post(`items/${ships.id}/columns/`, lies), 201);
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Row ${n}` }));
  const idsOf = (added: { id: string }[]) => added.map(({ id }) => id);
  const there = idsOf(await addRows(place.owner, harbours, rows(400)));
  const fleet = idsOf(await addRows(place.owner, ships, rows(250)));

  const database = openDatabase(openPool(server.databaseUrl, 2));
  try {
    let most = 0;
    const counted = database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        most = Math.max(most, result.rows.length);
        return result;
      },
    });
    const item = { id: ships.id, kind: 'table', title: ships.title, scope_id: ships.id } as const;
    const inPlace = { ...item, hub_id: place.hub.id, space_id: place.space.id };
    const table = await findTable(database, inPlace);
    const column = table?.columns.find(isLink);
    if (!column) throw new Error('The table has no links.');
    await server.sql(
      `insert into row_link (link_id, one_row, other_row, position)
       select $1, ship, harbour, at from unnest($2::uuid[]) ship, unnest($3::uuid[]) with ordinality harbours (harbour, at)`,
      [column.options.link, fleet, there],
    );
    const found = await linkedIdsThrough(counted, column, new Map([['a trip', fleet]]));
    expect(found.get('a trip')).toEqual(there);
    expect(most).toBe(400);
    const each = await linkedIdsThrough(counted, column, new Map(fleet.map((id) => [id, [id]])));
    expect([...each.values()]).toEqual(fleet.map(() => there));
    expect(most).toBe(100 * 400);
  } finally {
    await database.destroy();
  }
});
