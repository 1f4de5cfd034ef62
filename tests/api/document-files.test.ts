import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
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
  const [kept, moved] = [await put(owner, place, first), await put(owner, place, second)];
  for (const file of [kept, moved]) expect(await statusFor(other, file)).toBe(200);
  expectData(await owner.client.patch(`items/${first.id}/`, { visibility: 'private' }));
  expect(await statusFor(other, kept)).toBe(404);
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

test('puts files only into documents of the space that their sender may change', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member } = place;
  const hidden = await createItem(owner, place, { title: 'Diary', visibility: 'private' });
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
  const files = [{ name: 'plan.txt', bytes: 'A plan.' }];
  expectRefusal(await uploadBytes(member, place, files, { document: hidden.id }), 404);
  expectRefusal(await uploadBytes(owner, place, files, { document: folder.id }), 422);
});
