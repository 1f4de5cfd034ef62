import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { hubLexeme } from '#server/platform/indexing/lexemes.ts';
import { rowsWithTokens } from '#server/tables/contacts/member-contacts.repo.ts';
import { createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let cast: Awaited<ReturnType<typeof createMembers>>;
let open: { hub: typeof cast.hub; space: Awaited<ReturnType<typeof createSpace>> };
let closed: typeof open;
beforeAll(async () => {
  cast = await createMembers(server.client);
  const { owner, hub } = cast;
  const [shared, own] = await Promise.all([
    createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' }),
    createSpace(owner, hub, { visibility: 'private' }),
  ]);
  open = { hub, space: shared };
  closed = { hub, space: own };
});

const confirm = (...people: readonly TestAccount[]) =>
  server.sql('update app_user set is_email_verified = true where id = any($1::uuid[])', [
    people.map(({ user }) => user.id),
  ]);

/** A new member with a confirmed address. */
async function confirmed(): Promise<TestAccount> {
  const person = await addMember(server.client, cast.owner, cast.hub);
  await confirm(person);
  return person;
}

const listOf = (title: string, place = open) => createItem(cast.owner, place, { kind: 'contact', title });

const person = (email: string, more: object = {}) => ({
  ...{ name: `Contact of ${email.slice(0, 12)}`, email, contact_number: '+493012345678' },
  ...{ occupation: 'Cook', address: 'Rome', about: 'x' },
  ...more,
});

const share = async ({ id }: { id: string }, { user }: TestAccount) =>
  expectData(
    await cast.owner.client.put(`items/${id}/access/`, {
      visibility: 'private',
      people: [{ user_id: user.id, role: 'viewer' }],
    }),
  );

const ask = (by: TestAccount, ids: readonly string[]) =>
  by.client.get(`hubs/${cast.hub.domain_handle}/member-contacts/`, { query: { members: ids.join(',') } });

/** The titles of the lists in which a member is shown to somebody. */
async function listsOf(by: TestAccount, member: TestAccount): Promise<string[]> {
  const found = expectData(await ask(by, [member.user.id]));
  return found.flatMap(({ contacts }) => contacts.map(({ title }) => title));
}

const shown = (by: TestAccount, member: TestAccount, titles: readonly string[]) =>
  eventually(async () => expect(await listsOf(by, member)).toEqual(titles));

test('names the contact lists with a member’s address, to each reader those that they may see', async () => {
  const member = await confirmed();
  const [clients, partners, secret] = await Promise.all([
    listOf('Clients'),
    listOf('Partners'),
    listOf('Secret', closed),
  ]);
  const [row] = await addRows(cast.owner, clients, [
    person(member.email.toUpperCase()),
    person('x@example.org'),
  ]);
  await addRows(cast.owner, partners, [person(member.email)]);
  await addRows(cast.owner, secret, [person(member.email)]);
  await shown(cast.owner, member, ['Clients', 'Partners', 'Secret']);
  expect(await listsOf(cast.other, member)).toEqual(['Clients', 'Partners']);
  const [found] = expectData(await ask(cast.other, [member.user.id, cast.admin.user.id]));
  expect(found).toMatchObject({
    id: member.user.id,
    contacts: [{ item_id: clients.id, row_id: row?.id, space_slug: open.space.slug }, {}],
  });
  // The member's own right counts as little as anybody's.
  expect(await listsOf(member, member)).toEqual(['Clients', 'Partners']);
});

test('says where a shared list is only to readers of its space', async () => {
  const [member, reader] = [await confirmed(), await confirmed()];
  const list = await listOf('Shared alone', closed);
  await addRows(cast.owner, list, [person(member.email)]);
  await shown(cast.owner, member, ['Shared alone']);
  expect(await listsOf(reader, member)).toEqual([]);
  await share(list, reader);
  const [found] = expectData(await ask(reader, [member.user.id]));
  expect(found?.contacts).toMatchObject([{ title: 'Shared alone', space_slug: '' }]);
});

test('follows the address of the row and of the account, and the list into the trash', async () => {
  const member = await confirmed();
  const list = await listOf('Followed');
  const [row] = await addRows(cast.owner, list, [person(member.email)]);
  await shown(cast.owner, member, ['Followed']);
  const change = (email: string) =>
    cast.owner.client.patch(`items/${list.id}/rows/`, { rows: [{ id: row?.id, values: { email } }] });
  expectData(await change('elsewhere@example.org'));
  expect(await listsOf(cast.owner, member)).toEqual([]);
  expectData(await change(member.email));
  await shown(cast.owner, member, ['Followed']);
  const moved = `moved-${member.email}`;
  await server.sql('update app_user set email = $2, email_key = $2 where id = $1', [member.user.id, moved]);
  expect(await listsOf(cast.owner, member)).toEqual([]);
  expectData(await change(moved));
  await shown(cast.owner, member, ['Followed']);
  expectData(await cast.owner.client.delete(`items/${list.id}/`));
  expect(await listsOf(cast.owner, member)).toEqual([]);
});

test('leaves out a list while it is archived', async () => {
  const member = await confirmed();
  const list = await listOf('Earlier clients');
  await addRows(cast.owner, list, [person(member.email)]);
  await shown(cast.owner, member, ['Earlier clients']);
  expectData(await cast.owner.client.post(`items/${list.id}/archive/`));
  expect(await listsOf(cast.owner, member)).toEqual([]);
  expectData(await cast.owner.client.post(`items/${list.id}/unarchive/`));
  expect(await listsOf(cast.owner, member)).toEqual(['Earlier clients']);
});

test('shows the contacts of a suspended member only to those who may know that there is one', async () => {
  const member = await confirmed();
  await addRows(cast.owner, await listOf('Paused'), [person(member.email)]);
  await shown(cast.other, member, ['Paused']);
  expectData(
    await cast.admin.client.patch(`hubs/${cast.hub.domain_handle}/members/${member.user.id}/`, {
      suspended: true,
    }),
  );
  expect(await listsOf(cast.other, member)).toEqual([]);
  expect(await listsOf(cast.admin, member)).toEqual(['Paused']);
});

test('finds an address of common tokens behind many rows that have these tokens here and there', async () => {
  const member = await confirmed();
  const email = 'a@common-words.example';
  await server.sql('update app_user set email = $2, email_key = $2 where id = $1', [member.user.id, email]);
  const list = await listOf('Colleagues');
  const colleague = (_: unknown, at: number) =>
    person(`person${at}@common-words.example`, { about: 'Has a desk' });
  await addRows(cast.owner, list, [...Array.from({ length: 250 }, colleague), person(email)]);
  await shown(cast.owner, member, ['Colleagues']);
});

test('shows nothing of an address that is not confirmed, of who left, and of accounts elsewhere', async () => {
  const [left, unconfirmed, stranger] = [
    await confirmed(),
    await addMember(server.client, cast.owner, cast.hub),
    await registerUser(server.client),
  ];
  await confirm(stranger);
  const list = await listOf('Leavers');
  await addRows(
    cast.owner,
    list,
    [left, unconfirmed, stranger].map(({ email }) => person(email)),
  );
  await shown(cast.owner, left, ['Leavers']);
  expect(await listsOf(cast.owner, unconfirmed)).toEqual([]);
  expect(await listsOf(cast.owner, stranger)).toEqual([]);
  expectData(await cast.owner.client.delete(`hubs/${cast.hub.domain_handle}/members/${left.user.id}/`));
  expect(await listsOf(cast.owner, left)).toEqual([]);
});

test('compares whole addresses in the column of addresses alone', async () => {
  const member = await confirmed();
  const list = await listOf('Mentions');
  await addRows(cast.owner, list, [
    person('boss@example.org', { about: `Reports to ${member.email}` }),
    person(`${member.email}.org`),
    person(`not-${member.email}`),
  ]);
  const after = await listOf('After');
  await addRows(cast.owner, after, [person(member.email)]);
  await shown(cast.owner, member, ['After']);
});

test('refuses guests and outsiders, and more members than a page has', async () => {
  const ids = [cast.member.user.id];
  expectRefusal(await ask(cast.guest, ids), 403);
  expectRefusal(await ask(cast.stranger, ids), 404);
  expectRefusal(
    await ask(
      cast.owner,
      Array.from({ length: 101 }, () => cast.member.user.id),
    ),
    422,
  );
  expect(expectData(await ask(cast.owner, ['nobody', '']))).toEqual([]);
});

/** What a search shows: of people their lists, of the results their items. */
async function search(by: TestAccount, q: string, query: Record<string, string> = { people: '6' }) {
  const client = by.client.in(cast.hub);
  const results = await client.get('search/', { query: { q, ...query } });
  const { people } = expectData(await client.get('search/directory/', { query: { q } }));
  return {
    people: people.map(({ id, contacts }) => [id, contacts.map(({ title }) => title)]),
    items: expectData(results).map(({ item }) => item.title),
    count: results.body.count,
  };
}

test('finds a member and their contact as one, and the list by its other rows', async () => {
  const member = await confirmed();
  expectData(await member.client.patch('auth/me/', { first_name: 'Zebulon', last_name: 'Quint' }));
  const [pilots, sailors, secret] = await Promise.all([
    listOf('Pilots'),
    listOf('Sailors'),
    listOf('Hidden', closed),
  ]);
  const zebulon = person(member.email, { name: 'Zebulon Quint' });
  await addRows(cast.owner, pilots, [zebulon]);
  await addRows(cast.owner, sailors, [zebulon, person('cousin@example.org', { name: 'Zebulon Marlow' })]);
  await addRows(cast.owner, secret, [zebulon]);
  const id = member.user.id;
  await eventually(async () =>
    expect(await search(cast.owner, 'Zebulon', {})).toEqual({
      people: [[id, ['Hidden', 'Pilots', 'Sailors']]],
      items: expect.arrayContaining(['Hidden', 'Pilots', 'Sailors']),
      count: 3,
    }),
  );
  const all = { people: [[id, ['Hidden', 'Pilots', 'Sailors']]], items: ['Sailors'], count: 1 };
  expect(await search(cast.owner, 'Zebulon')).toEqual(all);
  // Who does not see the private list learns nothing of it; a name that only the contact has is corrected to no other.
  expect(await search(cast.other, 'Zebulon')).toEqual({ ...all, people: [[id, ['Pilots', 'Sailors']]] });
  expect((await search(cast.other, 'Zebulon Quint')).items).not.toContain('Pilots');
  expect((await search(cast.owner, 'Quint')).items).toEqual([]);
});

test('finds the rows of a person that are not named beside the results: further lists, and doubles in one', async () => {
  const member = await confirmed();
  expectData(await member.client.patch('auth/me/', { first_name: 'Wilhelmus', last_name: 'Okonjo' }));
  const row = person(member.email, { name: 'Wilhelmus Okonjo' });
  const titles = ['Alpha', 'Beta', 'Delta', 'Gamma', 'Kappa'];
  const lists = await Promise.all(titles.map((title) => listOf(`${title} people`)));
  for (const [at, list] of lists.entries()) await addRows(cast.owner, list, at === 1 ? [row, row] : [row]);
  await eventually(async () => {
    const { people, items, count } = await search(cast.owner, 'Wilhelmus');
    expect(people[0]?.[1]).toHaveLength(6);
    // The first row of each of the first three lists is named.
    expect(items.toSorted()).toEqual(['Beta people', 'Gamma people', 'Kappa people']);
    expect(count).toBe(3);
  });
});

test('shows a reader of one of the two that one alone', async () => {
  const member = await confirmed();
  expectData(await member.client.patch('auth/me/', { first_name: 'Ottokar', last_name: 'Vee' }));
  const list = await listOf('Choir', closed);
  await addRows(cast.owner, list, [person(member.email, { name: 'Ottokar Vee' })]);
  await share(list, cast.guest);
  // A guest sees the list, and nobody of the hub.
  await eventually(async () =>
    expect(await search(cast.guest, 'Ottokar')).toEqual({ people: [], items: ['Choir'], count: 1 }),
  );
  expect(await search(cast.other, 'Ottokar')).toEqual({
    people: [[member.user.id, []]],
    items: [],
    count: 0,
  });
  expect(await search(cast.owner, 'Ottokar')).toMatchObject({ items: [], count: 0 });
});

test('finds rows by the index of their lexemes, whatever the number of rows of a list', async () => {
  const list = await listOf('Large');
  const hub = hubLexeme(cast.hub.id ?? '');
  await server.sql(
    `insert into passage (item_id, number, place, language, body, lexemes)
     select $1, 1000 + n * 16, jsonb_build_object('type', 'row', 'row_id', gen_random_uuid()), 'simple', 'x',
       ('''person' || n || ''':1 ''example'':2 ''org'':3 ''~kcontact'' ''' || $2::text || '''')::tsvector
     from generate_series(1, 30000) n`,
    [list.id, hub],
  );
  await server.sql('analyze passage');
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  const reader = { hubId: cast.hub.id ?? '', userId: cast.owner.user.id };
  const addresses = Array.from({ length: 50 }, (_, at) => [[`person${at}`], ['example'], ['org']]);
  const { rows } = await sql<Record<string, string>>`explain ${rowsWithTokens(reader, addresses)}`.execute(
    database,
  );
  const plan = rows.flatMap((row) => Object.values(row)).join('\n');
  expect(plan).toContain('passage_lexemes');
  expect(plan).not.toMatch(/Seq Scan on passage|passage_item/);
  const { rows: found } = await rowsWithTokens(reader, addresses).execute(database);
  // The first of them is nobody's.
  expect(found).toHaveLength(49);
});
