import { beforeAll, expect, test } from 'vitest';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Cast = Awaited<ReturnType<typeof createEditorAndPlace>>;
let cast: Cast;
beforeAll(async () => {
  cast = await createEditorAndPlace(server.client);
});

const at = (person: TestAccount) => person.client.in(cast.hub);
const create = async (title: string, more: object = {}) =>
  expectData(
    await at(cast.owner).post(`spaces/${cast.space.slug}/items/`, { kind: 'document', title, ...more }),
    201,
  );
const titles = async (person: TestAccount) =>
  expectData(await at(person).get('favourite-items/')).map(({ title }) => title);

test('lists starred items in the order of their user, who alone has them', async () => {
  const [first, second, third] = await Promise.all(['Anvil', 'Bellows', 'Chisel'].map((one) => create(one)));
  for (const item of [third, first, second]) {
    expectData(await at(cast.member).put(`favourite-items/${item?.id}/`));
  }
  expectData(await at(cast.member).put(`favourite-items/${first?.id}/`));
  expect(await titles(cast.member)).toEqual(['Chisel', 'Anvil', 'Bellows']);
  expect(await titles(cast.other)).toEqual([]);
  expectData(await at(cast.member).put('favourite-items/', { ids: [second?.id, third?.id] }));
  expect(await titles(cast.member)).toEqual(['Bellows', 'Chisel', 'Anvil']);
  expectData(await at(cast.member).delete(`favourite-items/${third?.id}/`));
  const shortcuts = expectData(await at(cast.member).get('space-shortcuts/'));
  expect(shortcuts.items).toEqual([
    { id: second?.id, kind: 'document', title: 'Bellows', space_slug: cast.space.slug },
    { id: first?.id, kind: 'document', title: 'Anvil', space_slug: cast.space.slug },
  ]);
});

test('hides a starred item that became private or went to the trash', async () => {
  const [hidden, trashed] = [await create('Hidden'), await create('Trashed')];
  for (const { id } of [hidden, trashed]) expectData(await at(cast.other).put(`favourite-items/${id}/`));
  expect(await titles(cast.other)).toEqual(['Hidden', 'Trashed']);
  expectData(await at(cast.owner).patch(`items/${hidden.id}/`, { visibility: 'private' }));
  expectData(await at(cast.owner).delete(`items/${trashed.id}/`));
  expect(await titles(cast.other)).toEqual([]);
  expectRefusal(await at(cast.other).put(`favourite-items/${hidden.id}/`), 404);
  expectData(await at(cast.owner).post(`items/${trashed.id}/restore/`));
  expect(await titles(cast.other)).toEqual(['Trashed']);
});

test('names no space to who only sees the item in it', async () => {
  const space = await createSpace(cast.owner, cast.hub, { visibility: 'private' });
  const item = expectData(
    await at(cast.owner).post(`spaces/${space.slug}/items/`, {
      kind: 'document',
      title: 'Open',
      visibility: 'public',
    }),
    201,
  );
  expectData(await at(cast.guest).put(`favourite-items/${item.id}/`));
  const [starred] = expectData(await at(cast.guest).get('favourite-items/'));
  expect(starred).toMatchObject({ id: item.id, space_slug: '' });
});

test('refuses more than a hundred with a message', async () => {
  const item = await create('One more');
  await server.sql(`insert into item (id, hub_id, space_id, scope_id, kind, title, created_by, updated_by)
    select gen_random_uuid(), hub_id, space_id, scope_id, 'folder', 'Full', created_by, created_by
    from item, generate_series(1, 100) n where item.id = '${item.id}'`);
  await server.sql(`insert into favourite_item (user_id, item_id, position)
    select '${cast.admin.user.id}', id, 1 from item where title = 'Full'`);
  expectRefusal(await at(cast.admin).put(`favourite-items/${item.id}/`), 409, 'too_many_favourites');
});
