import { expect, it } from 'vitest';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { importArchive } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

it('brings back the views of two tables that are sorted and filtered by what each looks up of the other, once', async () => {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const { client } = owner;
  const named = (id: string) => ({ id, name: 'name', label: 'Name', type: 'text', required: false });
  const boats = await createTable(owner, place, [named('c_boat')], { title: 'Boats' });
  const ports = await createTable(owner, place, [named('c_port')], { title: 'Ports' });
  const add = async ({ id }: { id: string }, column: object) =>
    expectData(await client.post(`items/${id}/columns/`, column), 201);
  const link = await add(boats, { label: 'Port', name: 'port', type: 'link', table: ports.id });
  const via = link.opposite;
  const least = { label: 'First', name: 'first', type: 'rollup', function: 'min' };
  const looked = { label: 'All', name: 'all', type: 'lookup' };
  for (const [table, own] of [
    [boats, { via: link.id, of: 'c_port' }],
    [ports, { via, of: 'c_boat' }],
  ] as const) {
    const [first, all] = [await add(table, { ...least, ...own }), await add(table, { ...looked, ...own })];
    const filter = { field: all.id, op: 'contains', value: 'a' };
    const settings = { sort: [`-${first.id}`, all.id], filter };
    expectData(await client.post(`items/${table.id}/views/`, { name: 'V', ...settings }), 201);
    expectData(await client.post(`items/${table.id}/views/`, { name: 'W', sort: [all.id] }), 201);
  }
  const viewsIn = async ({ slug }: { slug: string }) => {
    const items = expectData(await client.in(hub).get(`spaces/${slug}/items/?page_size=100`));
    const views: Record<string, object[]> = {};
    for (const { id, title } of items) {
      const found = expectData(await client.get(`items/${id}/views/`));
      views[title] = found.map(({ id: _, ...view }) => view);
    }
    return views;
  };
  const response = await client.in(hub).fetch('GET', `spaces/${space.slug}/export/?format=md`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const copy = { ...place, space: await createSpace(owner, hub, { name: 'Copy' }) };
  for (const _ of ['new', 'again']) {
    const job = await importArchive(copy, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(await viewsIn(copy.space)).toEqual(await viewsIn(space));
  }
  expect(Object.values(await viewsIn(copy.space)).map((views) => views.length)).toEqual([2, 2]);
});
