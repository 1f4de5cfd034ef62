import { expect, it } from 'vitest';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { field } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

async function twoPeople() {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createTable(owner, place, [field('name', 'Name', 'text')]);
  const boats = await createTable(owner, place, [field('boat', 'Boat', 'text')]);
  for (const column of [
    { name: 'boats', label: 'Boats', type: 'link', table: boats.id },
    { name: 'contact', label: 'Contact', type: 'person', required: false },
    { name: 'number', label: 'Number', type: 'auto_number' },
  ])
    expectData(await owner.client.post(`items/${list.id}/columns/`, column), 201);
  const [one, other] = await addRows(owner, list, [{ name: 'Ada' }, { name: 'Ada L' }]);
  const merge = (values: Values, more: object = {}) =>
    owner.client.post(`items/${list.id}/merge/`, {
      ...{ rows: [one?.id, other?.id], values },
      ...more,
    });
  return { ...place, list, boats, merge };
}

it('takes no value that other requests may not write, and changes nothing then', async () => {
  const { owner, list, boats, merge } = await twoPeople();
  const [boat] = await addRows(owner, boats, [{ boat: 'Iris' }]);
  const stranger = await registerUser(server.client);
  const before = await readRows(owner, list);
  for (const [name, value] of [
    ['boats', [boat?.id]],
    ['number', 7],
    ['contact', stranger.user.id],
    ['contact', 'nobody'],
  ] as const) {
    const refused = await merge({ [name]: value });
    expectRefusal(refused, 422);
    expect(Object.keys(refused.body.fields ?? {})).toEqual([name]);
  }
  expect(await readRows(owner, list)).toEqual(before);
  const { row } = expectData(await merge({ contact: owner.user.id }));
  expect(row.values.contact).toBe(owner.user.id);
});

it('takes a person of one of the rows who has left the hub since', async () => {
  const { owner, hub, list, merge } = await twoPeople();
  const [, other] = await readRows(owner, list);
  const { user } = await addMember(server.client, owner, hub);
  const rows = [{ id: other?.id, values: { contact: user.id } }];
  expectData(await owner.client.patch(`items/${list.id}/rows/`, { rows }));
  expect((await owner.client.delete(`hubs/${hub.domain_handle}/members/${user.id}/`)).ok).toBe(true);
  expect(expectData(await merge({ contact: user.id })).row.values.contact).toBe(user.id);
});

it('continues after a merge and belongs to a run only by ids', async () => {
  const { owner, list, merge } = await twoPeople();
  expectRefusal(await merge({}, { run_id: 'x' }), 404);
  expect(await readRows(owner, list)).toHaveLength(2);
  const { id } = expectData(await merge({}));
  const undo = (after: string) => owner.client.post(`items/${list.id}/merges/${id}/undo/`, { after });
  for (const after of ['x', id.toUpperCase()]) expectRefusal(await undo(after), 404);
  expect(await readRows(owner, list)).toHaveLength(1);
});
