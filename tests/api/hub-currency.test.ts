import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

test('gives new columns of amounts the hub’s currency, and leaves existing ones as they are', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, hub } = place;
  const path = `hubs/${hub.domain_handle}/`;
  const cost = (name: string, more = {}) => ({
    name,
    label: name,
    type: 'currency',
    required: false,
    ...more,
  });
  const before = await createTable(member, place, [cost('cost')]);
  expect(expectData(await member.client.get<Hub>(path)).currency).toBe('INR');
  const changed = expectData(await owner.client.patch<Hub>(path, { currency: 'EUR' }));
  expect(changed.currency).toBe('EUR');
  const refused = await owner.client.patch(path, { currency: 'euro' });
  expectRefusal(refused, 422);
  expect(Object.keys(refused.body.fields ?? {})).toEqual(['currency']);
  expectRefusal(await member.client.patch(path, { currency: 'USD' }), 403);
  const plan = await member.client.in(hub).get('wallet/subscription-detail/');
  expect(expectData(plan).currency).toBe('EUR');

  const columns = `items/${before.id}/columns/`;
  expectData(await member.client.post(columns, cost('later')), 201);
  expectData(await member.client.post(columns, cost('dollars', { currency: 'USD' })), 201);
  const after = await createTable(member, place, [cost('cost'), { name: 'a', label: 'A', type: 'text' }]);
  const currencies = async (id: string) =>
    expectData(await member.client.get(`items/${id}/columns/`)).map(({ currency }) => currency);
  expect(await currencies(before.id)).toEqual(['INR', 'EUR', 'USD']);
  expect(await currencies(after.id)).toEqual(['EUR', undefined]);
  // A column that is to have none of its own has the hub's, also a number that becomes an amount.
  const [first] = expectData(await member.client.get(`items/${before.id}/columns/`));
  expect(
    expectData(await member.client.patch(`items/${before.id}/columns/${first?.id}/`, { currency: null })),
  ).toMatchObject({
    currency: 'EUR',
  });
  const number = expectData(
    await member.client.post(`items/${before.id}/columns/`, cost('count', { type: 'number' })),
    201,
  );
  expect(
    expectData(await member.client.patch(`items/${before.id}/columns/${number.id}/`, { type: 'currency' })),
  ).toMatchObject({ currency: 'EUR' });
});

test('writes amounts of a column without a currency of its own in the hub’s, in exports and in what describes it', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, hub } = place;
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { currency: 'CHF' }));
  const table = await createTable(member, place, [
    { id: 'f_cost', name: 'cost', label: 'Cost', type: 'currency', required: false },
  ]);
  await addRows(member, table, [{ cost: 1234.5 }]);
  const path = `items/${table.id}/export/`;
  const response = await member.client.fetch('GET', path, undefined, { query: { format: 'xlsx' } });
  const book = await readXlsx(Buffer.from(await response.arrayBuffer()), { readStyles: true });
  expect(book.sheets[0]?.cells?.get('1,0')?.style?.numFmt).toBe('[$CHF] #,##0.00');
  // As a text, an amount says which currency it is of.
  expectData(await member.client.patch(`items/${table.id}/columns/f_cost/`, { type: 'text' }));
  expect((await readRows(member, table))[0]?.values.cost).toMatch(/^CHF\s1,234\.50$/);
  const described = await (await server.client.fetch('GET', 'openapi.json')).json();
  const { NewColumn, ColumnChange } = described.components.schemas;
  for (const schema of [NewColumn, ColumnChange])
    expect(JSON.stringify(schema)).toContain('An ISO 4217 code; the hub’s where there is none.');
});
