import { beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Cast = Awaited<ReturnType<typeof createEditorAndPlace>>;
let cast: Cast;
beforeAll(async () => {
  cast = await createEditorAndPlace(server.client);
});

const at = (person: TestAccount = cast.member) => person.client.in(cast.hub);
const create = async (title: string, more: object = {}) =>
  expectData(await at().post(`spaces/${cast.space.slug}/items/`, { kind: 'document', title, ...more }), 201);
const listed = async (query = '') =>
  expectData(await at().get(`spaces/${cast.space.slug}/items/?page_size=100${query}`)).map(
    ({ title }) => title,
  );
const archive = async ({ id }: Item) => expectData(await at().post(`items/${id}/archive/`));
const unarchive = async ({ id }: Item) => expectData(await at().post(`items/${id}/unarchive/`));

describe('an archived item', () => {
  test('is read-only until it is taken back, and still readable', async () => {
    const item = await create('Old minutes', { content: 'Decided long ago.' });
    const archived = await archive(item);
    expect(archived.archived_at).not.toBeNull();
    expect(archived.allowed).toEqual([
      'item.view',
      'item.download',
      'item.share',
      'item.archive',
      'item.trash',
      'item.restore',
    ]);
    expectRefusal(await at().patch(`items/${item.id}/`, { content: 'Other.' }), 409, 'item_archived');
    expectRefusal(await at().post(`items/${item.id}/comments/`, { body: 'Why?' }), 409, 'item_archived');
    const content = expectData(await at().get(`items/${item.id}/content/`));
    expect(content.markdown).toBe('Decided long ago.');
    expect((await unarchive(item)).archived_at).toBeNull();
    expectData(await at().patch(`items/${item.id}/`, { title: 'Current minutes' }));
  });

  test('is left out of lists, counts, the tree and search, and listed with `archived=true`', async () => {
    const item = await create('Zanzibar voyage', { content: 'Ropes of the zanzibarian kind.' });
    const found = async (more = '') =>
      expectData(await at().get(`search/?q=zanzibarian${more}`)).map((one) => one.item.id);
    await eventually(async () => expect(await found()).toEqual([item.id]));
    const counted = async () =>
      expectData(await at().get(`spaces/${cast.space.slug}/`)).counts.kinds.document ?? 0;
    const tree = async () =>
      expectData(await at().get(`spaces/${cast.space.slug}/tree/`)).map(({ id }) => id);
    const before = await counted();
    await archive(item);
    expect(await listed()).not.toContain('Zanzibar voyage');
    expect(await listed('&parent=root')).not.toContain('Zanzibar voyage');
    expect(await listed('&archived=true')).toContain('Zanzibar voyage');
    expect(await counted()).toBe(before - 1);
    expect(await tree()).not.toContain(item.id);
    expect(await found()).toEqual([]);
    expect(await found('&archived=true')).toEqual([item.id]);
    await unarchive(item);
    expect(await listed()).toContain('Zanzibar voyage');
    expect(await found()).toEqual([item.id]);
  });
});

describe('an archived folder', () => {
  test('takes all in it along and brings back only that', async () => {
    const folder = await create('Season 2019', { kind: 'folder' });
    const [inside, before] = [
      await create('Regatta plan', { parent: folder.id }),
      await create('Older draft', { parent: folder.id }),
    ];
    await archive(before);
    await archive(folder);
    expect(await listed('&archived=true')).toContain('Season 2019');
    expect(await listed('&archived=true')).not.toContain('Regatta plan');
    expect(await listed(`&parent=${folder.id}`)).toContain('Regatta plan');
    expectRefusal(await at().post(`items/${inside.id}/unarchive/`), 409, 'folder_archived');
    const late = { kind: 'document', title: 'Late', parent: folder.id };
    expectRefusal(await at().post(`spaces/${cast.space.slug}/items/`, late), 409, 'item_archived');
    await unarchive(folder);
    expect(await listed(`&parent=${folder.id}`)).toEqual(['Regatta plan']);
    expect((await unarchive(before)).archived_at).toBeNull();
  });
});

test('is archived by editors alone', async () => {
  const item = await create('Kept');
  expectRefusal(await at(cast.guest).post(`items/${item.id}/archive/`), 404);
  expectData(await at(cast.owner).patch(`items/${item.id}/`, { visibility: 'public' }));
  expectRefusal(await at(cast.guest).post(`items/${item.id}/archive/`), 403);
});
