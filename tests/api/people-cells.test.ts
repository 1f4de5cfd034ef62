import { beforeAll, expect, it } from 'vitest';
import type { Values } from '#lib/fields/definition.ts';
import { newId } from '#server/platform/database/id.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false },
  { id: 'f_team', name: 'team', label: 'Team', type: 'person', multiple: true, required: false },
];

const leave = async (userId: string) =>
  expectData(await place.owner.client.delete(`hubs/${place.hub.domain_handle}/members/${userId}/`));

it('a row that has somebody who left the hub is written again with them, and no other row is', async () => {
  const { owner, hub } = place;
  const table = await createTable(owner, place, COLUMNS);
  const [gone, member] = [
    await addMember(server.client, owner, hub),
    await addMember(server.client, owner, hub),
  ];
  const names = [{ name: 'a', lead: gone.user.id, team: [gone.user.id] }, { name: 'b' }];
  const [row, other] = await addRows(owner, table, names);
  await leave(gone.user.id);
  const change = async (id: string | undefined, values: Values) =>
    expectData(await owner.client.patch(`items/${table.id}/rows/`, { rows: [{ id, values }] }))[0];
  const team = [gone.user.id, member.user.id];
  const changed = await change(row?.id, { lead: gone.user.id, team });
  expect(changed?.status).toBe('done');
  expect(changed?.row?.values).toMatchObject({ lead: gone.user.id, team });
  const body = { match_on: ['name'], rows: [{ values: { name: 'a', team: team.toReversed() } }] };
  const upserted = expectData(await owner.client.post(`items/${table.id}/rows/upsert/`, body));
  expect(upserted.map(({ row }) => row?.values.team)).toEqual([team.toReversed()]);
  // They are of one column of one row.
  expect((await change(other?.id, { team }))?.errors).toEqual({
    team: ['Team is not a member of this hub'],
  });
});

it('lets only the member who took a former member out of a cell put them back by undo', async () => {
  const { owner, hub } = place;
  const table = await createTable(owner, place, COLUMNS);
  const [gone, other] = [
    await addMember(server.client, owner, hub),
    await addMember(server.client, owner, hub, 'admin'),
  ];
  const people = { lead: gone.user.id, team: [gone.user.id, other.user.id] };
  const [row, second] = await addRows(owner, table, [{ name: 'a', ...people }, { name: 'b' }]);
  await leave(gone.user.id);
  const change = async (id: string | undefined, values: Values, by = owner) =>
    expectData(await by.client.patch(`items/${table.id}/rows/`, { rows: [{ id, values }] }))[0];
  const refused = { team: ['Team is not a member of this hub'] };
  const { team } = people;
  expect((await change(row?.id, { name: 'x', lead: null, team: [other.user.id] }))?.status).toBe('done');
  // Another writer, another row and another cell of the same row are no undo.
  expect((await change(row?.id, { team }, other))?.errors).toEqual(refused);
  expect((await change(second?.id, { team }))?.errors).toEqual(refused);
  const undone = await change(row?.id, { name: 'a', ...people });
  expect(undone?.row?.values).toEqual({ name: 'a', ...people });
  // Redo, and undo again.
  expect((await change(row?.id, { lead: null, team: [] }))?.status).toBe('done');
  expect((await change(row?.id, people))?.row?.values).toMatchObject(people);
  // After a day it is no undo any more.
  await change(row?.id, { team: [] });
  await server.sql(`update row_change set made_at = made_at - interval '2 days' where item_id = $1`, [
    table.id,
  ]);
  expect((await change(row?.id, { team }))?.errors).toEqual(refused);
});

it('somebody who was in one cell of a row does not come into another one by undo', async () => {
  const { owner, hub } = place;
  const table = await createTable(owner, place, COLUMNS);
  const gone = await addMember(server.client, owner, hub);
  const [row] = await addRows(owner, table, [{ name: 'a', lead: gone.user.id }]);
  await leave(gone.user.id);
  const change = async (values: Values) =>
    expectData(await owner.client.patch(`items/${table.id}/rows/`, { rows: [{ id: row?.id, values }] }))[0];
  await change({ lead: null });
  expect((await change({ team: [gone.user.id] }))?.errors).toEqual({
    team: ['Team is not a member of this hub'],
  });
});

it('rows bring the names of their people, of every member and of who left, and to nobody outside', async () => {
  const { owner, hub } = place;
  const table = await createTable(owner, place, COLUMNS, { visibility: 'public' });
  const ids = Array.from({ length: 510 }, () => newId());
  await server.sql(
    `insert into app_user (id, email, email_key, first_name, last_name)
     select id, id || '@example.test', id || '@example.test', 'Person', 'Number ' || n
     from unnest($1::uuid[]) with ordinality as made (id, n)`,
    [ids],
  );
  await server.sql(
    `insert into membership (hub_id, user_id, role) select $1, id, 'member' from unnest($2::uuid[]) as made (id)`,
    [hub.id, ids],
  );
  const [gone, last] = [ids[507] ?? '', ids[509] ?? ''];
  const [written] = await addRows(owner, table, [{ name: 'a', lead: gone, team: [last, gone] }]);
  const people = { [gone]: 'Person Number 508', [last]: 'Person Number 510' };
  expect(written?.people).toEqual(people);
  await leave(gone);
  expect((await readRows(owner, table))[0]?.people).toEqual(people);
  expect((await readRows(owner, table, { fields: 'team,name' }))[0]?.people).toEqual(people);
  expect((await readRows(owner, table, { fields: 'name' }))[0]?.people).toBeUndefined();
  const path = `items/${table.id}/rows/` as const;
  expect(expectData(await owner.client.get(`${path}${written?.id}/`)).people).toEqual(people);
  const link = await shareByLink(owner, table.id, { role: 'editor' });
  const guest = await linkHolder(server, link, { person: await registerUser(server.client) });
  for (const reader of [server.client, guest]) {
    const [shown] = expectData(await reader.get(path));
    expect(shown?.values).toEqual({ name: 'a' });
    expect(shown?.people).toBeUndefined();
    expect(JSON.stringify(shown)).not.toContain('Person Number');
  }
});

it('a column of texts that becomes one of people keeps its values, and names nobody but people of the hub', async () => {
  const { owner, hub } = place;
  const stranger = await registerUser(server.client, { first_name: 'Unknown', last_name: 'Stranger' });
  const member = await addMember(server.client, owner, hub);
  const texts = [stranger.user.id, member.user.id, 'somebody'];
  const who = { id: 'f_who', name: 'who', label: 'Who', type: 'text', required: false };
  const table = await createTable(owner, place, [...COLUMNS.slice(0, 1), who]);
  await addRows(
    owner,
    table,
    texts.map((text, at) => ({ name: `${at}`, who: text })),
  );
  const path = `items/${table.id}/columns/f_who/` as const;
  const preview = expectData(await owner.client.patch(`${path}?preview`, { type: 'person' }));
  const problem = 'Who is not a member of this hub';
  const values = [stranger.user.id, 'somebody'].map((value) => ({ value, problem }));
  expect(preview).toMatchObject({ rows: 3, converted: 1, kept: 2, values });
  expectData(await owner.client.patch(path, { type: 'person' }));
  const rows = await readRows(owner, table);
  expect(rows.map(({ values }) => values.who)).toEqual(texts);
  expect(rows.map(({ people }) => Object.keys(people ?? {}))).toEqual([[], [member.user.id], []]);
  expect(JSON.stringify(rows)).not.toContain('Stranger');
  const file = await owner.client.fetch('GET', `items/${table.id}/export/`, undefined, {
    query: { format: 'csv' },
  });
  expect(await file.text()).not.toContain('Stranger');
});

it('an editor from outside of the hub does not learn whom a cell had before', async () => {
  const { owner } = place;
  const table = await createTable(owner, place, COLUMNS);
  const [row] = await addRows(owner, table, [{ name: 'a', lead: owner.user.id }]);
  const shared = await shareByLink(owner, table.id, { role: 'editor' });
  const guest = await linkHolder(server, shared, { person: await registerUser(server.client) });
  const rows = [{ id: row?.id, values: { name: 'b', lead: null } }];
  const [outcome] = expectData(await guest.patch(`items/${table.id}/rows/`, { rows }));
  expect(outcome?.status).toBe('done');
  expect(outcome?.previous).toEqual({ name: 'a' });
  const change = { rows: [{ id: row?.id, values: { lead: owner.user.id } }] };
  const [own] = expectData(await owner.client.patch(`items/${table.id}/rows/`, change));
  expect(own?.previous).toEqual({ lead: null });
});
