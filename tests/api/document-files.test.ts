import { expect, test } from 'vitest';
import type { WhoCanSeeEntry } from '#lib/contract/access.ts';
import type { Item } from '#lib/contract/item.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Place = Awaited<ReturnType<typeof createEditorAndPlace>>;

const put = async (person: TestAccount, place: Place, document: Item): Promise<Item> => {
  const fields = {
    document: document.id,
    visibility: document.visibility === 'private' ? 'private' : 'shared',
  };
  const made = expectData(
    await uploadBytes(person, place, [{ name: 'plan.txt', bytes: 'A plan.' }], fields),
    201,
  );
  const [file] = made.items;
  if (!file) throw new Error('nothing was uploaded');
  return file;
};
const statusFor = async (person: TestAccount, { id }: Item) =>
  (await person.client.get(`items/${id}/file/`)).status;

test('reads a file of a private document while the document may be read, and no longer', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, other } = place;
  const document = await createItem(owner, place, { title: 'Salaries', visibility: 'private' });
  const file = await put(owner, place, document);
  expect(await statusFor(member, file)).toBe(404);
  const grant = (people: object[]) => owner.client.put(`items/${document.id}/access/`, { people });
  expectData(await grant([{ user_id: member.user.id, role: 'viewer' }]));
  expect(await statusFor(member, file)).toBe(200);
  expect(await statusFor(other, file)).toBe(404);
  // To read it is all that the document gives.
  expectRefusal(await member.client.patch(`items/${file.id}/`, { title: 'Mine' }), 403);
  expectData(await owner.client.delete(`items/${document.id}/`));
  expect(await statusFor(member, file)).toBe(404);
  expectData(await owner.client.post(`items/${document.id}/restore/`));
  expectData(await owner.client.patch(`items/${document.id}/`, { visibility: 'public' }));
  expect((await server.client.get(`items/${file.id}/file/`)).status).toBe(200);
});

test('hides files of a shared document once it is private or lies elsewhere', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, hub, member, other } = place;
  const [first, second] = [
    await createItem(owner, place, { title: 'Plans' }),
    await createItem(owner, place, { title: 'Ideas' }),
  ];
  const [unmoved, moved] = [await put(owner, place, first), await put(owner, place, second)];
  for (const file of [unmoved, moved]) expect(await statusFor(other, file)).toBe(200);
  expectData(await owner.client.patch(`items/${first.id}/`, { visibility: 'private' }));
  expect(await statusFor(other, unmoved)).toBe(404);
  const board = await createSpace(owner, hub, { name: 'Board', visibility: 'private' });
  expectData(
    await owner.client
      .in(hub)
      .post(`spaces/${board.slug}/members/`, { user_id: member.user.id, role: 'viewer' }),
  );
  expectData(
    await owner.client.in(hub).post(`items/${second.id}/move/`, { space: board.slug, parent: null }),
  );
  expect(await statusFor(other, moved)).toBe(404);
  expect(await statusFor(member, moved)).toBe(200);
});

test('hides files of a document once its folder is private or lies elsewhere', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, hub, member, other } = place;
  const fileInFolder = async () => {
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Plans' });
    const inner = await createItem(owner, place, { kind: 'folder', title: 'Year', parent: folder.id });
    const document = await createItem(owner, place, { title: 'Plan', parent: inner.id });
    return { folder, document, file: await put(owner, place, document) };
  };
  const [first, second, third] = [await fileInFolder(), await fileInFolder(), await fileInFolder()];
  for (const { file } of [first, second, third]) expect(await statusFor(other, file)).toBe(200);
  expectData(await owner.client.patch(`items/${first.folder.id}/`, { visibility: 'private' }));
  expect(await statusFor(other, first.file)).toBe(404);
  const people = [{ user_id: member.user.id, role: 'viewer' }];
  expectData(await owner.client.put(`items/${second.folder.id}/access/`, { visibility: 'private', people }));
  expect(await statusFor(other, second.file)).toBe(404);
  expect(await statusFor(member, second.file)).toBe(200);
  const board = await createSpace(owner, hub, { name: 'Board', visibility: 'private' });
  const added = { user_id: member.user.id, role: 'viewer' };
  expectData(await owner.client.in(hub).post(`spaces/${board.slug}/members/`, added));
  expectData(
    await owner.client.in(hub).post(`items/${third.folder.id}/move/`, { space: board.slug, parent: null }),
  );
  expect(await statusFor(other, third.file)).toBe(404);
  expect(await statusFor(member, third.file)).toBe(200);
  expectData(await owner.client.in(hub).delete(`spaces/${board.slug}/`));
  expect(await statusFor(member, third.file)).toBe(404);
});

test('reads a file by its own rights once somebody chose who sees it, or moved it to another space', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, hub, other } = place;
  const document = await createItem(owner, place, { title: 'Plan' });
  const board = await createSpace(owner, hub, { name: 'Board', visibility: 'private' });
  const { client } = owner;
  const decisions: ((item: Item) => Promise<ClientResponse>)[] = [
    ({ id }: Item) => client.patch(`items/${id}/`, { visibility: 'private' }),
    ({ id }: Item) => client.put(`items/${id}/access/`, { visibility: 'private' }),
    ({ id }: Item) => client.in(hub).post('items/visibility/', { ids: [id], visibility: 'private' }),
    ({ id }: Item) => client.in(hub).post(`items/${id}/move/`, { space: board.slug, parent: null }),
  ];
  for (const decide of decisions) {
    const file = await put(owner, place, document);
    expect(await statusFor(other, file)).toBe(200);
    expectData(await decide(file));
    expect(await statusFor(other, file)).toBe(404);
  }
  // A file that everybody may see by choice stays so when its document does not.
  const shown = await put(owner, place, document);
  expectData(await client.patch(`items/${shown.id}/`, { visibility: 'public' }));
  expectData(await client.patch(`items/${document.id}/`, { visibility: 'private' }));
  expect(await statusFor(other, shown)).toBe(200);
});

test('puts files only into documents of the space that their sender may change', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member } = place;
  const hidden = await createItem(owner, place, { title: 'Diary', visibility: 'private' });
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const files = [{ name: 'plan.txt', bytes: 'A plan.' }];
  expectRefusal(await uploadBytes(member, place, files, { document: hidden.id }), 404);
  expectRefusal(await uploadBytes(owner, place, files, { document: folder.id }), 422);
});

test('reads a file by its own rights once it lies in a private folder without its document', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, other } = place;
  const document = await createItem(owner, place, { title: 'Plans' });
  const [byItself, withFolder] = [await put(owner, place, document), await put(owner, place, document)];
  const hidden = await createItem(owner, place, { kind: 'folder', visibility: 'private' });
  const folder = await createItem(owner, place, { kind: 'folder' });
  expectData(await owner.client.patch(`items/${byItself.id}/`, { parent: hidden.id }));
  expect(await statusFor(member, byItself)).toBe(404);
  // A folder that becomes private hides what is in it, files of documents elsewhere too.
  expectData(await owner.client.patch(`items/${withFolder.id}/`, { parent: folder.id }));
  expect(await statusFor(member, withFolder)).toBe(200);
  expectData(await owner.client.patch(`items/${folder.id}/`, { visibility: 'private' }));
  expect(await statusFor(other, withFolder)).toBe(404);
});

test('still shows a file that moves into a private folder with its document', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member } = place;
  const folder = await createItem(owner, place, { kind: 'folder' });
  const document = await createItem(owner, place, { title: 'Plans', parent: folder.id });
  const file = await put(owner, place, document);
  expectData(await owner.client.patch(`items/${file.id}/`, { parent: folder.id }));
  expectData(await owner.client.patch(`items/${folder.id}/`, { visibility: 'private' }));
  const people = [{ user_id: member.user.id, role: 'viewer' }];
  expectData(await owner.client.put(`items/${document.id}/access/`, { people }));
  expect(await statusFor(member, file)).toBe(200);
});

test('names those who read a file through its document, with the document as the reason', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, other } = place;
  const document = await createItem(owner, place, { title: 'Salaries', visibility: 'private' });
  const file = await put(owner, place, document);
  const people = [{ user_id: member.user.id, role: 'editor' }];
  expectData(await owner.client.put(`items/${document.id}/access/`, { people }));
  const readers = async () =>
    expectData(await owner.client.get(`items/${file.id}/who-can-see/`, { query: { page_size: 50 } }));
  const entry = (await readers()).find(({ person }) => person?.id === member.user.id);
  expect(entry).toMatchObject({ role: 'viewer', own_role: null, allowed: [] });
  expect(entry?.reasons).toMatchObject([
    { code: 'by_name', role: 'viewer', source: { id: document.id, name: 'Salaries', is_this: false } },
  ]);
  expect((await readers()).some(({ person }) => person?.id === other.user.id)).toBe(false);
  expectData(await owner.client.delete(`items/${document.id}/`));
  expect((await readers()).some(({ person }) => person?.id === member.user.id)).toBe(false);
});

test('names the readers of a document only to members who may share it, not to those who share its file', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, other } = place;
  const document = await createItem(owner, place, { title: 'Salaries', visibility: 'private' });
  const file = await put(owner, place, document);
  const grant = ({ id }: Item, person: TestAccount, role: string) =>
    owner.client.put(`items/${id}/access/`, { people: [{ user_id: person.user.id, role }] });
  expectData(await grant(document, member, 'viewer'));
  expectData(await owner.client.post(`items/${document.id}/share-links/`, { role: 'viewer' }), 201);
  expectData(await grant(file, other, 'editor'));
  const readersFor = async (person: TestAccount) =>
    expectData(await person.client.get(`items/${file.id}/who-can-see/`));
  const [all, own] = [await readersFor(owner), await readersFor(other)];
  const names = (entries: WhoCanSeeEntry[]) =>
    entries.map(({ kind, person }) => person?.id ?? kind).toSorted();
  expect(await statusFor(member, file)).toBe(200);
  expect(names(all)).toEqual(['link', member.user.id, other.user.id, owner.user.id].toSorted());
  expect(names(own)).toEqual([other.user.id, owner.user.id].toSorted());
});
