import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { BrokenLink } from '#lib/contract/item-link.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const mentions = async (person: TestAccount, { id }: Item, query = '') =>
  expectData(await person.client.get(`items/${id}/mentions/${query}`)).map(({ title }) => title);
const broken = async (person: TestAccount, slug: string, handle: string) =>
  expectData(await person.client.in(handle).get(`spaces/${slug}/broken-links/`));

test('lists what leads to an item in each way that an address is written, and follows changes of the text', async () => {
  const { hub, space, member } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const target = await createItem(member, place, { title: 'Target' });
  const folder = await createItem(member, place, { kind: 'folder', title: 'Folder' });
  const base = `/${hub.domain_handle}/${space.slug}`;
  const page = `${base}/${target.id}`;
  const write = (title: string, content: string) => createItem(member, place, { title, content });
  const link = await write('A link', `See [it](${page}-target?x=1#part) twice: [it](${page}).`);
  await write('A picture', `![it](/api/v1/items/${target.id.toUpperCase()}/file/)`);
  await write('A definition', `[it]\n\n[it]: ${page}`);
  await write('An address', `https://elsewhere.example${page}-target`);
  await write('A folder', `[all](${base}?kind=document&parent=${folder.id})`);
  await write('No link', `${page} and ${target.id}`);
  expect(new Set(await mentions(member, target))).toEqual(
    new Set(['A link', 'A picture', 'A definition', 'An address']),
  );
  expect(await mentions(member, target, '?page=2&page_size=3')).toHaveLength(1);
  expect(await mentions(member, folder)).toEqual(['A folder']);
  expectData(await member.client.patch(`items/${link.id}/`, { content: 'Nothing.' }));
  expect(await mentions(member, target)).not.toContain('A link');
  expectData(
    await member.client.put(`items/${link.id}/content/`, undefined, {
      raw: `Again [it](${page}).`,
      headers: { 'content-type': 'text/markdown' },
    }),
  );
  expect(await mentions(member, target)).toContain('A link');
  expectData(await member.client.delete(`items/${link.id}/`));
  expect(await mentions(member, target)).not.toContain('A link');
});

test('names no document that the reader may not see', async () => {
  const { hub, space, member, other, stranger } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const target = await createItem(member, place, { title: 'Target' });
  const content = `[it](/${hub.domain_handle}/${space.slug}/${target.id})`;
  const secret = await createItem(member, place, { title: 'Secret', content });
  expectData(await member.client.patch(`items/${secret.id}/`, { visibility: 'private' }));
  expect(await mentions(member, target)).toEqual(['Secret']);
  expect(await mentions(other, target)).toEqual([]);
  expectRefusal(await stranger.client.get(`items/${target.id}/mentions/`), 404);
});

test('lists links that lead nowhere, without distinguishing hidden from deleted targets', async () => {
  const { hub, member, other } = await createEditorAndPlace(server.client);
  const space = await createSpace(member, hub, { visibility: 'shared', default_role: 'viewer' });
  const place = { hub, space };
  const base = `/${hub.domain_handle}/${space.slug}`;
  const [hidden, trashed, seen] = await Promise.all(
    ['Hidden', 'Trashed', 'Seen'].map((title) => createItem(member, place, { title })),
  );
  if (!hidden || !trashed || !seen) throw new Error('Three were created');
  expectData(await member.client.patch(`items/${hidden.id}/`, { visibility: 'private' }));
  expectData(await member.client.delete(`items/${trashed.id}/`));
  const gone = randomUUID();
  const ids = [hidden.id, trashed.id, seen.id, gone];
  const document = await createItem(member, place, {
    title: 'Index',
    content: `${ids.map((id) => `[x](${base}/${id})`).join('\n')}\n<https://elsewhere.example/a/b/${randomUUID()}>`,
  });
  const reasons = (list: BrokenLink[]) => new Map(list.map(({ address, reason }) => [address, reason]));
  const ofMember = await broken(member, space.slug, hub.domain_handle);
  expect(ofMember[0]?.item).toEqual({ id: document.id, kind: 'document', title: 'Index' });
  expect(reasons(ofMember)).toEqual(
    new Map([
      [`${base}/${trashed.id}`, 'trashed'],
      [`${base}/${gone}`, 'missing'],
    ]),
  );
  expect(reasons(await broken(other, space.slug, hub.domain_handle))).toEqual(
    new Map([
      [`${base}/${hidden.id}`, 'missing'],
      [`${base}/${trashed.id}`, 'missing'],
      [`${base}/${gone}`, 'missing'],
    ]),
  );
});
