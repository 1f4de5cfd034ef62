import { expect, test } from 'vitest';
import { itemPath } from '#lib/browser/item-path.ts';
import { createHub, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

async function read(query = ''): Promise<string> {
  const response = await fetch(`${server.url}/sitemap.xml${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  return response.text();
}

/** The paths of its URLs, in order. */
const pathsIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => {
    const { pathname } = new URL(address);
    return pathname;
  });

test('lists in the sitemap what visitors may see in indexable hubs, and nothing else', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { visibility: 'public' });
  const silent = await createHub(owner, { visibility: 'public' });
  const open = await createSpace(owner, hub, { name: 'Open', visibility: 'public' });
  const team = await createSpace(owner, hub, { name: 'Team', visibility: 'shared' });
  const elsewhere = await createSpace(owner, silent, { name: 'Quiet', visibility: 'public' });
  const shown = await createItem(owner, { hub, space: open }, { title: 'Opening hours & <days>' });
  const own = await createItem(owner, { hub, space: team }, { title: 'Press kit', visibility: 'public' });
  const hidden = await createItem(owner, { hub, space: open }, { title: 'Diary', visibility: 'private' });
  const inner = await createItem(owner, { hub, space: team }, { title: 'Plans' });
  const trashed = await createItem(owner, { hub, space: open }, { title: 'Old' });
  expectData(await owner.client.delete(`items/${trashed.id}/`));
  const other = await createItem(owner, { hub: silent, space: elsewhere }, { title: 'Elsewhere' });
  const form = await createOpenForm(owner, { hub, space: team }, { title: 'Register' });
  const unlisted = await createOpenForm(owner, { hub, space: open }, { settings: { listed: false } });
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { allow_indexing: true }));

  const pages = await read(`?hub=${hub.domain_handle}`);
  expect(pathsIn(pages)).toEqual([
    `/${hub.domain_handle}`,
    `/${hub.domain_handle}/${open.slug}`,
    `/f/${form.slug}`,
    itemPath(hub.domain_handle, { ...shown, space_slug: open.slug }),
    itemPath(hub.domain_handle, { ...own, space_slug: '' }),
  ]);
  for (const { id } of [hidden, inner, trashed, other]) expect(pages).not.toContain(id);
  expect(pages).not.toContain(unlisted.slug);

  const hubs = await fetch(`${server.url}/sitemap.xml?hub=${silent.domain_handle}`);
  expect(hubs.status).toBe(404);
  expect((await fetch(`${server.url}/sitemap.xml?hub=${hub.domain_handle}&from=x`)).status).toBe(404);
  expect(await (await fetch(`${server.url}/robots.txt`)).text()).toContain('/sitemap.xml');

  // More than fit one file: each item is in exactly one of them.
  await server.sql(
    `insert into item select (jsonb_populate_record(item, jsonb_build_object('id', gen_random_uuid()))).*
     from item, generate_series(1, 5000) where id = $1`,
    [shown.id],
  );
  const index = await read();
  expect(index).not.toContain(silent.domain_handle);
  const files = [...index.matchAll(/<loc>[^<]*(\?[^<]*)<\/loc>/g)].map(([, query = '']) =>
    query.replace('&#38;', '&'),
  );
  expect(files).toHaveLength(2);
  const all = (await Promise.all(files.map(read))).flatMap(pathsIn);
  expect(all).toHaveLength(5_005);
  expect(new Set(all).size).toBe(5_005);
});

test('lets search engines index public, listed forms of indexable hubs', async () => {
  const owner = await registerUser(server.client);
  const hub = await createHub(owner, { visibility: 'public' });
  const space = await createSpace(owner, hub, { visibility: 'public' });
  const form = await createOpenForm(owner, { hub, space });
  const isIndexed = async () => expectData(await server.client.get(`public/forms/${form.slug}/`)).indexed;
  expect(await isIndexed()).toBe(false);
  expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { allow_indexing: true }));
  expect(await isIndexed()).toBe(true);
  expectData(await owner.client.patch(`forms/${form.id}/`, { settings: { listed: false } }));
  expect(await isIndexed()).toBe(false);
});
