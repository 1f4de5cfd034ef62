import { expect, test } from 'vitest';
import { itemPath } from '#lib/browser/item-path.ts';
import { createHub, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const feedOf = (hub: { domain_handle: string }, space: { slug: string }) =>
  fetch(`${server.url}/feed.xml?hub=${hub.domain_handle}&space=${space.slug}`);

test('lists in the feed of a public space what everybody may see, last changed first', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const space = await createSpace(owner, hub, { name: 'Guides & <rules>', visibility: 'public' });
  const place = { hub, space };
  const first = await createItem(owner, place, { title: 'Opening <hours>' });
  const second = await createItem(owner, place, { title: 'Arrival' });
  const hidden = await createItem(owner, place, { title: 'Diary', visibility: 'private' });
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Inner', visibility: 'private' });
  const within = await createItem(owner, place, { title: 'Within', parent: folder.id });
  const archived = await createItem(owner, place, { title: 'Old' });
  expectData(await owner.client.post(`items/${archived.id}/archive/`));
  expectData(await owner.client.patch(`items/${first.id}/`, { content: 'From nine.' }));

  const response = await feedOf(hub, space);
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const xml = await response.text();
  expect([...xml.matchAll(/<entry><id>urn:uuid:([^<]*)<\/id>/g)].map(([, id]) => id)).toEqual([
    first.id,
    second.id,
  ]);
  expect(xml).toContain('<title>Guides &#38; &#60;rules&#62;</title>');
  expect(xml).toContain('<title>Opening &#60;hours&#62;</title>');
  expect(xml).toContain(itemPath(hub.domain_handle, { ...first, space_slug: space.slug }));
  for (const one of [hidden, folder, within, archived]) {
    expect(xml).not.toContain(one.id);
    expect(xml).not.toContain(one.title);
  }
  // The hub is private: neither it nor anybody of it is named.
  for (const name of [hub.name, owner.user.first_name]) expect(xml).not.toContain(`>${name}<`);

  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'shared' }));
  expect((await feedOf(hub, space)).status).toBe(404);
});

test('leads from a former slug to the space, for those who may see it, until another space has it', async () => {
  const owner = await registerUser(server.client);
  const stranger = await registerUser(server.client);
  const hub = await createHub(owner, { visibility: 'public' });
  const space = await createSpace(owner, hub, { name: 'Manual', visibility: 'public' });
  const at = owner.client.in(hub);
  expectData(await at.patch(`spaces/${space.slug}/`, { slug: 'guide' }));
  expectData(await at.patch('spaces/guide/', { slug: 'handbook' }));
  const address = async (slug: string) =>
    expectData(await stranger.client.in(hub).get(`spaces/${slug}/address/`)).slug;
  expect(await address(space.slug.toUpperCase())).toBe('handbook');
  expect(await address('guide')).toBe('handbook');
  expect(await address('handbook')).toBe('handbook');
  const other = await createSpace(owner, hub, { name: 'Other', visibility: 'public' });
  expectData(await at.patch(`spaces/${other.slug}/`, { slug: 'guide' }));
  expect(await address('guide')).toBe('guide');
  expectData(await at.patch('spaces/handbook/', { visibility: 'private' }));
  expectRefusal(await stranger.client.in(hub).get(`spaces/${space.slug}/address/`), 404);
});

test('has its pages in the order that was made by hand, and nothing more, for visitors', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner);
  const space = await createSpace(owner, hub, { visibility: 'public' });
  const place = { hub, space };
  const later = await createItem(owner, place, { kind: 'folder', title: 'Folder A' });
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder B' });
  const last = await createItem(owner, place, { title: 'Page A' });
  const hidden = await createItem(owner, place, { title: 'Secret', visibility: 'private' });
  const first = await createItem(owner, place, { title: 'Page B' });
  const [inner, innerFirst] = [
    await createItem(owner, place, { title: 'Inner A', parent: folder.id }),
    await createItem(owner, place, { title: 'Inner B', parent: folder.id }),
  ];
  const put = async ({ id }: { id: string }, before: { id: string }, parent: string | null = null) =>
    expectData(await owner.client.in(hub).post(`items/${id}/move/`, { parent, before: before.id }));
  await put(folder, later);
  await put(hidden, last);
  await put(first, hidden);
  await put(innerFirst, inner, folder.id);
  const level = async (parent = '') =>
    expectData(await server.client.in(hub).get(`spaces/${space.slug}/tree/`, { query: { parent } })).map(
      ({ title }) => title,
    );
  expect(await level()).toEqual(['Folder B', 'Folder A', 'Page B', 'Page A']);
  expect(await level(folder.id)).toEqual(['Inner B', 'Inner A']);
});
