import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('lists a space with two statements: who reads with the place and its rights, and the items', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const made = await createItem(member, { hub, space });
  const list = `spaces/${space.slug}/items/`;
  // The first request of a session also notes the visit.
  expectData(await member.client.in(hub).get<Item[]>(list));
  const response = await member.client.in(hub).get<Item[]>(list);
  expect(expectData(response).map(({ id }) => id)).toEqual([made.id]);
  expect(response.headers.get('server-timing')).toContain('desc="2 queries"');
});

test('finds a space by its slug in any case, and none by an address that no space has', async () => {
  const { hub, space, member, stranger } = await createEditorAndPlace(server.client);
  const mine = member.client.in(hub);
  const found = expectData(await mine.get<Space>(`spaces/${space.slug.toUpperCase()}/`));
  expect(found).toEqual(expectData(await mine.get<Space>(`spaces/${space.slug}/`)));
  expect(Date.parse(found.created_at)).toBeLessThanOrEqual(Date.now());
  for (const slug of ['nowhere', 'a%20b', 'é'])
    expectRefusal(await mine.get(`spaces/${slug}/items/`), 404, 'not_found');
  expectRefusal(await mine.get('spaces/%00/items/'), 422, 'invalid_fields');
  expectRefusal(await stranger.client.in(hub).get(`spaces/${space.slug}/items/`), 404, 'not_found');
});
