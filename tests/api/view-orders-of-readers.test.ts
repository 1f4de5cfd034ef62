import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const optional = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});
type Visibility = 'shared' | 'private' | 'public';

/** Tasks with a link to boats, and lookups of some of their columns. */
async function tasksOfBoats(
  fields: ReturnType<typeof optional>[],
  { ofBoats, ofTasks }: { ofBoats: Visibility; ofTasks: Visibility },
) {
  const { owner } = place;
  const boats = await createTable(owner, place, fields, { visibility: ofBoats });
  const own = [optional('name', 'text'), optional('who', 'person')];
  const tasks = await createTable(owner, place, own, { visibility: ofTasks });
  const add = async (column: object) =>
    expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201).id;
  const fleet = await add({ ...optional('fleet', 'link'), table: boats.id });
  const lookups: Record<string, string> = {};
  for (const { id, name } of fields)
    lookups[name] = await add({ ...optional(`l_${name}`, 'lookup'), via: fleet, of: id });
  return { boats, tasks, fleet, lookups };
}

const BOATS = [
  optional('title', 'text'),
  optional('age', 'number'),
  optional('notes', 'text', { multiple: true }),
  optional('lead', 'person'),
];
const viewsOf = async (by: Client, { id }: { id: string }) => expectData(await by.get(`items/${id}/views/`));
const marksOf = async (by: Client, { id }: { id: string }) =>
  Object.fromEntries(
    expectData(await by.get(`items/${id}/columns/`)).map(({ name, restricted, untitled }) => [
      name,
      [restricted && 'restricted', untitled && 'untitled'].filter(Boolean).join(),
    ]),
  );

describe('a view of a reader who may not read the linked table', () => {
  it.each(['sort', 'group'] as const)(
    'is saved with the same refusal whatever a hidden column is: %s',
    async (by) => {
      const { tasks, lookups } = await tasksOfBoats(BOATS, { ofBoats: 'private', ofTasks: 'shared' });
      const member = await addMember(server.client, place.owner, place.hub, 'admin');
      const path = `items/${tasks.id}/views/` as const;
      const own = expectData(await member.client.post(path, { name: 'Own', personal: true }), 201);
      for (const id of Object.values(lookups)) {
        const made = await member.client.post(path, { name: 'V', personal: true, [by]: [id] });
        const changed = await member.client.patch(`${path}${own.id}/`, { [by]: [id] });
        for (const refused of [made, changed]) {
          expectRefusal(refused, 422);
          expect(Object.keys(refused.body.fields ?? {})).toEqual([by === 'sort' ? 'sort' : 'group[0]']);
        }
      }
      const saved = { name: 'V', [by]: [lookups.title] };
      expectData(await place.owner.client.post(path, saved), 201);
    },
  );

  it('has the order that it had whatever becomes of the hidden column, also when it is saved', async () => {
    const { boats, tasks, lookups } = await tasksOfBoats(BOATS, { ofBoats: 'private', ofTasks: 'shared' });
    const { client } = place.owner;
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const path = `items/${tasks.id}/views/` as const;
    const sort = [`-${lookups.title}`, 'f_name'];
    const view = expectData(await client.post(path, { name: 'V', sort }), 201);
    const [field] = expectData(await client.get(`items/${boats.id}/columns/`));
    expectData(await client.patch(`items/${boats.id}/columns/f_title/`, { ...field, multiple: true }));
    expect((await viewsOf(client, tasks)).map((one) => one.sort)).toEqual([['f_name']]);
    expect((await viewsOf(member.client, tasks)).map((one) => one.sort)).toEqual([sort]);
    const changed = await member.client.patch(`${path}${view.id}/`, { name: 'W', sort: [...sort, '-f_who'] });
    expect(expectData(changed).sort).toEqual([...sort, '-f_who']);
    expectData(await client.patch(`items/${boats.id}/columns/f_title/`, { ...field, multiple: false }));
    expect((await viewsOf(client, tasks)).map((one) => one.sort)).toEqual([[...sort, '-f_who']]);
  });
});

describe('a lookup of a lookup', () => {
  it('is the same to who may not read the last table when what it shows there is deleted', async () => {
    const { owner } = place;
    const { boats, tasks, fleet } = await tasksOfBoats([optional('title', 'text')], {
      ...{ ofBoats: 'shared', ofTasks: 'shared' },
    });
    const ports = await createTable(owner, place, [optional('city', 'text'), optional('name', 'text')], {
      visibility: 'private',
    });
    const add = async ({ id }: { id: string }, column: object) =>
      expectData(await owner.client.post(`items/${id}/columns/`, column), 201).id;
    const lies = await add(boats, { ...optional('lies', 'link', { multiple: false }), table: ports.id });
    const near = await add(boats, { ...optional('near', 'lookup'), via: lies, of: 'f_name' });
    const deep = await add(tasks, { ...optional('deep', 'lookup'), via: fleet, of: near });
    const [port] = await addRows(owner, ports, [{ city: 'Kochi', name: 'Fort' }]);
    const [boat] = await addRows(owner, boats, [{ title: 'A', lies: [port?.id] }]);
    await addRows(owner, tasks, [{ name: '1', fleet: [boat?.id] }]);
    const sort = [`-${deep}`, 'f_name'];
    const views = `items/${tasks.id}/views/` as const;
    const view = expectData(await owner.client.post(views, { name: 'V', sort, group: [deep] }), 201);
    const member = await addMember(server.client, owner, place.hub, 'admin');
    const seen = async () => ({
      views: await viewsOf(member.client, tasks),
      columns: expectData(await member.client.get(`items/${tasks.id}/columns/`)),
      rows: expectData(await member.client.get(`items/${tasks.id}/rows/`)),
    });
    const before = await seen();
    expect(before.views.map((one) => [one.sort, one.group])).toEqual([[sort, [deep]]]);
    expect(before.rows[0]?.restricted).toEqual(['deep']);
    expectData(await owner.client.delete(`items/${ports.id}/columns/f_name/`));
    expect(await seen()).toEqual(before);
    const changed = await member.client.patch(`${views}${view.id}/`, { sort: [...sort, '-f_who'] });
    expect(expectData(changed).sort).toEqual([...sort, '-f_who']);
    expectData(await owner.client.post(`items/${ports.id}/deleted-columns/f_name/restore/`, {}));
    expect((await viewsOf(owner.client, tasks)).map((one) => one.sort)).toEqual([[...sort, '-f_who']]);
  });
});

describe('a view that is sorted by people, outside of the hub', () => {
  it('is presented without them, so that the next page by its order is one', async () => {
    const { boats, tasks, fleet, lookups } = await tasksOfBoats(BOATS, {
      ofBoats: 'public',
      ofTasks: 'public',
    });
    const { client } = place.owner;
    const [boat] = await addRows(place.owner, boats, [{ title: 'A', lead: place.owner.user.id }]);
    await addRows(place.owner, tasks, [
      { name: '2', who: place.owner.user.id },
      { name: '3', fleet: [boat?.id] },
      { name: '1' },
    ]);
    const path = `items/${tasks.id}/` as const;
    const sort = [lookups.lead, '-f_who', 'f_name'];
    const view = expectData(await client.post(`${path}views/`, { name: 'V', sort }), 201);
    expect(view.sort).toEqual(sort);
    const link = await shareByLink(place.owner, tasks.id, { role: 'viewer' });
    const outsider = await registerUser(server.client);
    for (const reader of [server.client, outsider.client, await linkHolder(server, link)]) {
      const [shown] = await viewsOf(reader, tasks);
      expect(shown?.sort).toEqual(['f_name']);
      const first = await reader.get(`${path}rows/`, { query: { view: view.id, page_size: 2 } });
      const query = { sort: shown?.sort.join() ?? '', after: first.body.next ?? '', page_size: 2 };
      const next = await reader.get(`${path}rows/`, { query });
      expect([first, next].map((page) => expectData(page).map(({ values }) => values.name))).toEqual([
        ['1', '2'],
        ['3'],
      ]);
      const { l_lead, who, l_age, fleet: own } = await marksOf(reader, tasks);
      expect([l_lead, who, l_age, own]).toEqual(['restricted', 'restricted', '', '']);
    }
    const ofMember = await marksOf(client, tasks);
    expect(Object.values(ofMember).filter(Boolean)).toEqual([]);
    expect(fleet).not.toBe('');
  });

  it('is saved by none who may not sort by them', async () => {
    const { tasks, lookups } = await tasksOfBoats(BOATS, { ofBoats: 'public', ofTasks: 'public' });
    const link = await shareByLink(place.owner, tasks.id, { role: 'editor' });
    const person = await registerUser(server.client);
    const editor = await linkHolder(server, link, { person });
    const path = `items/${tasks.id}/views/` as const;
    const sort = [lookups.lead];
    for (const personal of [true, false])
      expectRefusal(await editor.post(path, { name: 'V', personal, sort }), 422);
    const of = expectData(await place.owner.client.post(path, { name: 'V', sort }), 201);
    expectData(await editor.patch(`${path}${of.id}/`, { name: 'W', sort: [] }));
    expect((await viewsOf(place.owner.client, tasks)).map((one) => [one.name, one.sort])).toEqual([
      ['W', sort],
    ]);
  });
});

describe('columns of a shared view', () => {
  it('say by which of them its holder can’t sort, as the server sorts', async () => {
    const { owner } = place;
    for (const ofBoats of ['private', 'public'] as const) {
      const { tasks } = await tasksOfBoats(BOATS, { ofBoats, ofTasks: 'shared' });
      const view = expectData(await owner.client.post(`items/${tasks.id}/views/`, { name: 'V' }), 201);
      const sent = await owner.client.post(`items/${tasks.id}/views/${view.id}/share-links/`, {});
      const holder = await linkHolder(server, expectData(sent, 201));
      const { columns } = expectData(await holder.get(`shared-views/${view.id}/`));
      const marked = columns.filter(({ restricted, untitled }) => restricted || untitled);
      const isPrivate = ofBoats === 'private';
      expect(marked.map(({ name }) => name)).toEqual(
        isPrivate ? ['fleet', 'l_title', 'l_age', 'l_notes', 'l_lead'] : ['l_lead'],
      );
      for (const { id } of marked)
        expectRefusal(await holder.get(`shared-views/${view.id}/rows/`, { query: { sort: id } }), 422);
      if (!isPrivate)
        for (const sort of ['fleet', 'l_title', 'l_age'])
          expectData(await holder.get(`shared-views/${view.id}/rows/`, { query: { sort } }));
    }
  });

  it('has no titles of rows that a file would name', async () => {
    const papers = [optional('paper', 'attachment'), optional('title', 'text')];
    const { tasks, fleet } = await tasksOfBoats(papers, { ofBoats: 'shared', ofTasks: 'shared' });
    const { client } = place.owner;
    expect((await marksOf(client, tasks)).fleet).toBe('untitled');
    expectRefusal(await client.get(`items/${tasks.id}/rows/`, { query: { sort: fleet } }), 422);
  });
});
