import { expect, onTestFinished, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { deleteUnusedDiscussionPictures } from '#server/items/discussions/pictures/discussion-picture.repo.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { pictureForm } from '#tests/harness/pictures.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Sent = { id: string; path: string; size: number };

const toItem = async (by: TestAccount, { id }: Item, file?: string): Promise<ClientResponse<Sent>> =>
  by.client.post(`items/${id}/comment-pictures/`, undefined, { raw: await pictureForm(file) });
const statusFor = async (by: TestAccount, { id }: Sent) =>
  (await by.client.get(`discussion-pictures/${id}/`)).status;

test('shows a picture of a comment to who reads the comments of the item, and to nobody else', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, other, stranger } = place;
  const item = await createItem(owner, place, { title: 'Plan', visibility: 'public' });
  const picture = expectData(await toItem(member, item), 201);
  const body = `![map](${picture.path})`;
  const comment = expectData(await member.client.post(`items/${item.id}/comments/`, { body }), 201);
  expect(comment.html).toContain(`<img src="${picture.path}" alt="map"`);
  const response = await fetch(`${server.url}${picture.path}`, {
    headers: { authorization: `JWT ${other.token}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await response.arrayBuffer()).byteLength).toBe(picture.size);
  // The item is public, what is said about it is not.
  expect(await statusFor(stranger, picture)).toBe(403);
  expect((await fetch(`${server.url}${picture.path}`)).status).toBe(401);
  expectData(await owner.client.patch(`items/${item.id}/`, { visibility: 'private' }));
  expect(await statusFor(other, picture)).toBe(404);
  expectRefusal(await toItem(other, item), 404);
});

test('takes pictures alone, from those who may write there', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, hub, member, other } = place;
  const item = await createItem(owner, place, { title: 'Plan' });
  expectRefusal(await toItem(owner, item, 'plain.txt'), 415, 'not_a_picture');
  const space = await createSpace(owner, hub, { visibility: 'private' });
  const send = async (by: TestAccount) =>
    by.client.in(hub).post(`spaces/${space.slug}/post-pictures/`, undefined, { raw: await pictureForm() });
  const picture = expectData(await send(owner), 201);
  expectRefusal(await send(member), 404);
  expect(await statusFor(member, picture)).toBe(404);
  const added = { user_id: member.user.id, role: 'viewer' };
  expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, added));
  expect(await statusFor(member, picture)).toBe(200);
  expectRefusal(await send(member), 403);
  expect(await statusFor(other, picture)).toBe(404);
});

test('deletes old pictures that no text has, batch by batch, and no others', async () => {
  const { owner, hub, space } = await createEditorAndPlace(server.client);
  const item = await createItem(owner, { hub, space }, { title: 'Plan' });
  const picture = expectData(await toItem(owner, item), 201);
  const copies = await server.sql<{ id: string }>(
    `insert into discussion_picture (id, item_id, space_id, file_sha256, size, created_by, created_at)
     select gen_random_uuid(), case when n > 3 then item_id end, case when n <= 3 then $2::uuid end, file_sha256, size,
       created_by, now() - interval '40 days' from discussion_picture, generate_series(1, 150) n where id = $1
     returning id`,
    [picture.id, space.id],
  );
  const [inPost, inReply, , inComment] = copies.map(({ id }) => id);
  const post = expectData(
    await owner.client.in(hub).post(`spaces/${space.slug}/posts/`, { title: 'A', body: `${inPost}` }),
    201,
  );
  expectData(await owner.client.post(`posts/${post.id}/replies/`, { body: `${inReply}` }), 201);
  expectData(await owner.client.post(`items/${item.id}/comments/`, { body: `${inComment}` }), 201);
  const database = openDatabase(openPool(server.databaseUrl, 1));
  onTestFinished(() => database.destroy());
  let batches = 0;
  for (let at = await deleteUnusedDiscussionPictures(database, null); at; batches += 1)
    at = await deleteUnusedDiscussionPictures(database, at);
  expect(batches).toBe(2);
  const left = await server.sql<{ id: string }>('select id from discussion_picture where id = any($1)', [
    [picture.id, ...copies.map(({ id }) => id)],
  ]);
  expect(left.map(({ id }) => id).sort()).toEqual([picture.id, inPost, inReply, inComment].sort());
});

test('has the pictures of comments and discussions in the archive of who reads these', async () => {
  const place = await createEditorAndPlace(server.client);
  const { member, admin, space, hub } = place;
  const [open, hidden] = [
    await createItem(member, place, { title: 'Plan' }),
    await createItem(member, place, { title: 'Salaries', visibility: 'private' }),
  ];
  const addComment = async (item: Item, picture: Sent) =>
    expectData(
      await member.client.post(`items/${item.id}/comments/`, { body: `![map](${picture.path})` }),
      201,
    );
  const [shown, secret, unused] = [
    expectData(await toItem(member, open), 201),
    expectData(await toItem(member, hidden), 201),
    expectData(await toItem(member, open), 201),
  ];
  await addComment(open, shown);
  await addComment(hidden, secret);
  const posted = expectData(
    await member.client.post(`spaces/${space.slug}/post-pictures/`, undefined, {
      raw: await pictureForm(),
    }),
    201,
  );
  expectData(
    await member.client.post(`spaces/${space.slug}/posts/`, {
      title: 'Maps',
      body: `![map](${posted.path})`,
    }),
    201,
  );
  const response = await admin.client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
  const files = await readArchive(Buffer.from(await response.arrayBuffer()));
  const path = ({ id }: Sent) => `discussion pictures/${id}.webp`;
  expect(files.get(path(shown))?.length).toBe(shown.size);
  expect(files.get(path(posted))?.length).toBe(posted.size);
  expect(files.has(path(secret))).toBe(false);
  expect(files.has(path(unused))).toBe(false);
});
