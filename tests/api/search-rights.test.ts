import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
let place: Awaited<ReturnType<typeof createPlace>>;
let owner: TestAccount;
let member: TestAccount;
beforeAll(async () => {
  server = await startServer();
  place = await createPlace(server.client);
  owner = place.owner;
  member = await addMember(server.client, owner, place.hub, 'member');
});
afterAll(() => server.stop());

async function search(client: Client, q: string, query: Record<string, string | number> = {}) {
  const response = await client.in(place.hub).get('search/', { query: { q, ...query } });
  expectData(response, 200);
  return response;
}

const titles = async (client: Client, q: string, query = {}) =>
  (await search(client, q, query)).data.map((one) => one.item.title);

test('neither shows forbidden hits nor lets them take a place on the page (bug 16)', async () => {
  const hidden = await createSpace(owner, place.hub, { visibility: 'private' });
  for (let n = 0; n < 30; n += 1) {
    await createItem(
      owner,
      { hub: place.hub, space: hidden },
      { title: 'Falcon', content: 'falcon falcon falcon' },
    );
  }
  for (let n = 0; n < 12; n += 1) {
    await createItem(owner, place, { title: `Open ${n}`, content: `Birds such as the falcon, number ${n}.` });
  }
  const first = await search(member.client, 'falcon');
  expect(first.data).toHaveLength(10);
  expect(first.data.every((one) => one.item.title.startsWith('Open'))).toBe(true);
  const second = await search(member.client, 'falcon', { page: 2 });
  expect(second.data).toHaveLength(2);
  expect(second.body.count).toBe(12);
  expect(await titles(member.client, 'falcon', { space: hidden.slug })).toEqual([]);
  expect(await titles(owner.client, 'falcon', { space: hidden.slug })).toHaveLength(10);
});

test('finds a private item for its creator alone as soon as it is private', async () => {
  const item = await createItem(owner, place, {
    title: 'Severance plan',
    content: 'Names of those concerned.',
  });
  expect(await titles(member.client, 'severance')).toEqual(['Severance plan']);
  expectData(await owner.client.patch(`items/${item.id}/`, { visibility: 'private' }));
  expect(await titles(member.client, 'severance')).toEqual([]);
  expect(await titles(owner.client, 'severance')).toEqual(['Severance plan']);
});

test('hides the contents of a private folder', async () => {
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Vault' });
  await createItem(owner, place, { title: 'Emerald inventory', parent: folder.id });
  expect(await titles(member.client, 'emerald')).toEqual(['Emerald inventory']);
  expectData(await owner.client.patch(`items/${folder.id}/`, { visibility: 'private' }));
  expect(await titles(member.client, 'emerald')).toEqual([]);
});

test('neither completes, corrects nor reveals tokens of items that may not be seen (bug 3)', async () => {
  await createItem(owner, place, { title: 'Zirconium report', visibility: 'private', content: 'zirconium' });
  for (const q of ['zirconium', 'zirconum', 'zirc', 'report zirconum']) {
    const { body, data } = await search(member.client, q);
    expect(data, q).toEqual([]);
    expect(JSON.stringify(body), q).not.toMatch(/zirconium/);
    expect(body, q).not.toHaveProperty('corrected');
  }
  expect((await search(owner.client, 'zirconum')).body).toMatchObject({ corrected: 'zirconium' });
});

test('reveals nothing of hidden items by excluding a token', async () => {
  await createItem(owner, place, { title: 'Open amber' });
  await createItem(owner, place, { title: 'Hidden amber', visibility: 'private', content: 'secretword' });
  expect(await titles(member.client, 'amber -secretword')).toEqual(['Open amber']);
  expect(await titles(member.client, '-nosuchword amber')).toEqual(['Open amber']);
});

test('finds public items of the named hub for visitors, and nothing else', async () => {
  const open = await createSpace(owner, place.hub, { visibility: 'public' });
  await createItem(owner, { hub: place.hub, space: open }, { title: 'Public heron' });
  await createItem(owner, { hub: place.hub, space: open }, { title: 'Private heron', visibility: 'private' });
  await createItem(owner, place, { title: 'Shared heron' });
  expect(await titles(server.client, 'heron')).toEqual(['Public heron']);
  expect(await titles(server.client, `heron by:${owner.email}`)).toEqual([]);
  expect((await titles(member.client, 'heron')).sort()).toEqual(['Public heron', 'Shared heron']);
});

test('finds nothing for a former member', async () => {
  const leaver = await addMember(server.client, owner, place.hub, 'member');
  await createItem(owner, place, { title: 'Quince jam' });
  expect(await titles(leaver.client, 'quince')).toEqual(['Quince jam']);
  const pool = openPool(server.databaseUrl, 1);
  const database = openDatabase(pool);
  await database
    .updateTable('membership')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', leaver.user.id)
    .execute();
  expect(await titles(leaver.client, 'quince')).toEqual([]);
  await database.destroy();
});
