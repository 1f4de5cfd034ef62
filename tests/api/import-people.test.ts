import { expect, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const COLUMNS = [
  { id: 'c_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'c_lead', name: 'lead', label: 'Lead', type: 'person', required: false },
  { id: 'c_team', name: 'team', label: 'Team', type: 'person', multiple: true, required: false },
];

async function newTable() {
  const place = await createPlace(server.client);
  const table = await createTable(place.owner, place, COLUMNS);
  const member = async (first_name: string, last_name: string) => {
    const person = await addMember(server.client, place.owner, place.hub);
    expectData(await person.client.patch('auth/me/', { first_name, last_name }));
    return person;
  };
  return { ...place, table, member };
}

const refusedOf = async (by: Client, id: string) => (await by.fetch('GET', `jobs/${id}/errors/`)).text();

it('a file names people by their name or verified address, and others are refused with the reason', async () => {
  const { owner, table, member } = await newTable();
  const grace = await member('Grace', 'Hopper');
  const alan = await member('Alan', 'Turing');
  await server.sql('update app_user set is_email_verified = true where id = $1', [alan.user.id]);
  await member('Sam', 'Same');
  await member('Sam', 'Same');
  const csv = [
    'Name,Lead,Team',
    `First,grace  hopper,"${alan.email.toUpperCase()}, Grace Hopper"`,
    `Second,"Alan Turing","Grace Hopper; Alan Turing"`,
    'Third,Nobody Known,',
    'Fourth,Sam Same,',
    'Fifth,,',
  ].join('\n');
  const job = await importFile(owner, table, csv);
  const reasons = await refusedOf(owner.client, job.id);
  expect([job.done, job.rejected], reasons).toEqual([3, 2]);
  expect((await readRows(owner, table)).map(({ values }) => values)).toEqual([
    { name: 'First', lead: grace.user.id, team: [alan.user.id, grace.user.id] },
    { name: 'Second', lead: alan.user.id, team: [grace.user.id, alan.user.id] },
    { name: 'Fifth' },
  ]);
  expect(reasons).toContain('Lead names “nobody known”, who is not a member of this hub');
  expect(reasons).toContain('Lead names several members of this hub');
  // What is exported is read again as it was.
  const exported = await (await owner.client.fetch('GET', `items/${table.id}/export/?format=csv`)).text();
  const again = await importFile(owner, table, exported, { match_on: 'name' });
  expect([again.done, again.rejected]).toEqual([3, 0]);
  expect((await readRows(owner, table)).map(({ revision }) => revision)).toEqual([1, 1, 1]);
  const lines = [
    ['Name', 'Lead'],
    ['First', 'Grace Hopper'],
    ['Second', 'Nobody'],
  ];
  const check = expectData(await owner.client.post(`items/${table.id}/import/check/`, { lines }));
  expect(check.refused.map(({ line }) => line)).toEqual([2]);
});

it('an address that is not verified, or whose hub the person left, names nobody', async () => {
  const { owner, table, member, hub } = await newTable();
  // Nobody has confirmed the address of a new account.
  const [unverified, gone] = [await member('Ida', 'Rhodes'), await member('Edith', 'Clarke')];
  await server.sql('delete from membership where user_id = $1 and hub_id = $2', [gone.user.id, hub.id]);
  const csv = `Name,Lead\nA,${unverified.email}\nB,${gone.email}\nC,Edith Clarke\nD,${gone.user.id}\nE,Ida Rhodes\n`;
  const job = await importFile(owner, table, csv);
  expect([job.done, job.rejected]).toEqual([1, 4]);
});

it('somebody outside of the hub learns nothing of its people by a file', async () => {
  const { owner, table, member } = await newTable();
  const grace = await member('Grace', 'Hopper');
  const link = await shareByLink(owner, table.id, { role: 'editor' });
  const guest = await linkHolder(server, link, { person: await registerUser(server.client) });
  const csv = `Name,Lead\nA,Grace Hopper\nB,${grace.email}\nC,${grace.user.id}\n`;
  const { id } = expectData(await sendImport(guest, table, csv), 202);
  expect(await importEnded(owner, id)).toMatchObject({ done: 0, rejected: 3 });
});

it('a name that is written like an address or an id is not taken for one', async () => {
  const { owner, table, member } = await newTable();
  const [ada, pretender] = [await member('Ada', 'Lovelace'), await member('Mal', 'Lory')];
  const call = (name: string) =>
    server.sql("update app_user set first_name = $2, last_name = '' where id = $1", [
      pretender.user.id,
      name,
    ]);
  await call(ada.email);
  expect(await importFile(owner, table, `Name,Lead\nA,${ada.email}\n`)).toMatchObject({
    done: 0,
    rejected: 1,
  });
  await server.sql('update app_user set is_email_verified = true where id = $1', [ada.user.id]);
  expect(await importFile(owner, table, `Name,Lead\nA,${ada.email}\n`)).toMatchObject({ done: 1 });
  await call(ada.user.id);
  expect(await importFile(owner, table, `Name,Lead\nB,${ada.user.id}\n`)).toMatchObject({ done: 1 });
  expect((await readRows(owner, table)).map(({ values }) => values.lead)).toEqual([ada.user.id, ada.user.id]);
});
