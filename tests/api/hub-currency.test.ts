import { expect, test } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

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
});
