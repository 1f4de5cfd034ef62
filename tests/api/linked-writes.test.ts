import { beforeAll, expect, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket } from '#tests/harness/socket.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };

/** Tasks that link to two people, and one of them. */
async function linkedTables(visibility: 'shared' | 'private' = 'shared') {
  const { owner } = place;
  const people = await createTable(owner, place, [NAME], { title: 'People', visibility });
  const tasks = await createTable(owner, place, [NAME], { title: 'Tasks' });
  const link = expectData(
    await owner.client.post(`items/${tasks.id}/columns/`, {
      ...{ name: 'who', label: 'Who', type: 'link', table: people.id },
    }),
    201,
  );
  const [ada, grace] = (await addRows(owner, people, [{ name: 'Ada' }, { name: 'Grace' }])).map(
    ({ id }) => id,
  );
  const [task] = await addRows(owner, tasks, [{ name: 'Write', who: [ada] }]);
  return { people, tasks, link, ada, grace, id: String(task?.id) };
}

it('readers of both tables get an event of a write that links their rows', async () => {
  const member = await addMember(server.client, place.owner, place.hub);
  const { people, tasks, grace, id } = await linkedTables();
  const socket = await openSocket(server.url, member, place.hub);
  const { client } = place.owner;
  const rows = [{ id, values: { who: [grace] } }];
  const at = `items/${tasks.id}/rows/`;
  for (const write of [
    () => client.patch(at, { rows }),
    () => client.post(`${at}upsert/`, { match_on: ['name'], rows: [{ values: { name: 'Write', who: [] } }] }),
    () => client.post(at, { rows: [{ values: { name: 'Read', who: [grace] } }] }),
    () => client.delete(at, { rows: [{ id }] }),
    () => client.post(`${at}restore/`, { ids: [id] }),
  ]) {
    socket.received.length = 0;
    expect((await write()).status).toBeLessThan(300);
    await socket.receives(tasks.id);
    await socket.receives(people.id);
  }
  socket.close();
});

it('a row that is matched and gets other links has them in its history, and a revision', async () => {
  const { tasks, link, ada, grace, id } = await linkedTables();
  const upsert = async (who: unknown[]) =>
    expectData(
      await place.owner.client.post(`items/${tasks.id}/rows/upsert/`, {
        match_on: ['name'],
        rows: [{ values: { name: 'Write', who } }],
      }),
    )[0];
  expect(await upsert([ada, grace])).toMatchObject({
    row: { id, revision: 2, values: { who: [ada, grace] } },
  });
  expect((await upsert([ada, grace]))?.row?.revision).toBe(2);
  const history = expectData(await place.owner.client.get(`items/${tasks.id}/rows/${id}/history/`));
  expect(history[0]?.changes).toEqual([
    { column_id: link.id, name: 'who', label: 'Who', from: [ada], to: [ada, grace] },
  ]);
  const stale = expectData(
    await place.owner.client.patch(`items/${tasks.id}/rows/`, {
      rows: [{ id, revision: 1, values: { who: [] } }],
    }),
  );
  expect(stale[0]?.status).toBe('stale');
});

it('links to a table that the writer may not see stay where their row is matched', async () => {
  const editor = await addMember(server.client, place.owner, place.hub);
  const member = { user_id: editor.user.id, role: 'editor' };
  await place.owner.client.in(place.hub).post(`spaces/${place.space.slug}/members/`, member);
  const { tasks, ada } = await linkedTables('private');
  const [outcome] = expectData(
    await editor.client.post(`items/${tasks.id}/rows/upsert/`, {
      match_on: ['name'],
      rows: [{ values: { name: 'Write', who: [] } }],
    }),
  );
  expect(outcome?.status).toBe('refused');
  expect(Object.keys(outcome?.errors ?? {})).toEqual(['who']);
  const [task] = await readRows(place.owner, tasks);
  expect(task?.values.who).toEqual([ada]);
});

it('a column says which tables it reads behind the linked one, to who may read them all, and they alone get their events', async () => {
  const { owner } = place;
  const member = await addMember(server.client, owner, place.hub);
  const [countries, customers, orders] = [
    await createTable(owner, place, [NAME]),
    await createTable(owner, place, [NAME]),
    await createTable(owner, place, [NAME]),
  ];
  const add = async ({ id }: { id: string }, column: object) =>
    expectData(await owner.client.post(`items/${id}/columns/`, column), 201).id;
  const link = ({ id: table }: { id: string }) => ({ name: 'link', label: 'Link', type: 'link', table });
  const lookup = { name: 'country', label: 'Country', type: 'lookup' };
  const home = await add(customers, link(countries));
  const middle = await add(customers, { ...lookup, via: home, of: 'f_name' });
  const by = await add(orders, link(customers));
  await add(orders, { ...lookup, via: by, of: middle });
  const readsOf = async ({ id }: { id: string }, name: string) =>
    expectData(await member.client.get(`items/${id}/columns/`)).find((column) => column.name === name)?.reads;
  expect(await readsOf(orders, 'country')).toEqual([countries.id]);
  expect(await readsOf(customers, 'country')).toBeUndefined();

  const socket = await openSocket(server.url, member, place.hub);
  await addRows(owner, countries, [{ name: 'India' }]);
  await socket.receives(countries.id);
  expectData(await owner.client.patch(`items/${countries.id}/`, { visibility: 'private' }));
  expect(await readsOf(orders, 'country')).toBeUndefined();
  const columns = await member.client.get(`items/${orders.id}/columns/`);
  expect(JSON.stringify(columns.body)).not.toContain(countries.id);
  socket.received.length = 0;
  await addRows(owner, countries, [{ name: 'Malta' }]);
  await addRows(owner, orders, [{ name: 'One' }]);
  await socket.receives(orders.id);
  expect(socket.received.map(({ id }) => id)).not.toContain(countries.id);
  socket.close();
});
