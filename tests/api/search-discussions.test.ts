import { expect, test } from 'vitest';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import type { ClientResponse } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { addMember, createMembers } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** A document with a comment, and a post with a reply, in a space where members comment. */
async function discussed() {
  const { owner, member, hub } = await createMembers(server.client);
  const space = await createSpace(owner, hub, { visibility: 'shared', default_role: 'commenter' });
  const item = await createItem(
    owner,
    { hub, space },
    { title: 'Ferry plan', content: 'The boat leaves at six.' },
  );
  const comment = expectData(
    await member.client.post(`items/${item.id}/comments/`, {
      body: 'Who brings **lanterns**, please?',
    }),
    201,
  );
  const post = expectData(
    await owner.client
      .in(hub)
      .post(`spaces/${space.slug}/posts/`, { title: 'Harbour evening', body: 'We roast chestnuts.' }),
    201,
  );
  const reply = expectData(
    await member.client.post(`posts/${post.id}/replies/`, { body: 'I know a gondolier.' }),
    201,
  );
  const find = async (by: TestAccount, q: string) =>
    expectData(await by.client.in(hub).get('search/', { query: { q } }));
  const findNothing = async (by: TestAccount, ...queries: string[]) => {
    for (const q of queries) expect(await find(by, q), q).toEqual([]);
  };
  return { owner, member, hub, space, item, comment, post, reply, find, findNothing };
}

/** Does what others would see more by, and confirms it. */
async function confirmed(act: (body: { disclosure?: string }) => Promise<ClientResponse>) {
  const first = await act({});
  const { disclosure } = (first.data ?? {}) as { disclosure?: string };
  expectData(first.status === 409 && disclosure !== undefined ? await act({ disclosure }) : first);
}

test('finds comments on items, posts and replies with what they are about, singular or plural', async () => {
  const { owner, member, item, comment, post, reply, find } = await discussed();
  for (const q of [
    'lantern',
    'lanterns',
    '"brings lanterns"',
    'kind:comment lant',
    `by:${member.user.email} lantern`,
  ]) {
    const results = await find(owner, q);
    expect(results, q).toHaveLength(1);
    expect(results[0], q).toMatchObject({
      item: { id: item.id, kind: 'document', title: 'Ferry plan' },
      match: { where: 'comment', comment_id: comment.id },
      title: 'Ferry plan',
    });
    expect(results[0]?.snippet, q).toMatch(/<mark>lanterns<\/mark>, please/);
  }
  expect(await find(owner, 'chestnut')).toMatchObject([
    {
      item: { id: post.id, kind: 'post', title: 'Harbour evening', created_by: { id: owner.user.id } },
      match: { where: 'text' },
      snippet: 'We roast <mark>chestnuts</mark>.',
    },
  ]);
  expect(await find(member, 'harbour evening')).toMatchObject([
    { item: { id: post.id }, match: { where: 'title' }, title: '<mark>Harbour</mark> <mark>evening</mark>' },
  ]);
  expect(await find(member, 'kind:post gondolier')).toMatchObject([
    { item: { id: post.id, kind: 'post' }, match: { where: 'comment', comment_id: reply.id } },
  ]);
  expect(await find(owner, 'kind:document lanterns')).toEqual([]);
  expect(await find(owner, 'kind:comment gondolier')).toEqual([]);
});

test('finds what a comment or post says now, and nothing of what was deleted or trashed', async () => {
  const { owner, member, hub, item, comment, post, reply, find, findNothing } = await discussed();
  expectData(await member.client.patch(`comments/${comment.id}/`, { body: 'Who brings torches?' }));
  expectData(
    await owner.client.patch(`posts/${post.id}/`, { title: 'Quay evening', body: 'We fry dumplings.' }),
  );
  expect(await find(owner, 'torches')).toHaveLength(1);
  expect(await find(owner, 'quay dumplings')).toHaveLength(1);
  await findNothing(owner, 'lanterns', 'chestnuts', 'harbour');
  // A thread that keeps its place because of a reply has no text any more.
  expectData(await owner.client.post(`comments/${comment.id}/replies/`, { body: 'A compass, too' }), 201);
  expectData(await member.client.delete(`comments/${comment.id}/`));
  expectData(await member.client.delete(`comments/${reply.id}/`));
  await findNothing(owner, 'torches', 'gondolier');
  expect(await find(owner, 'compass')).toHaveLength(1);
  expectData(await owner.client.delete(`posts/${post.id}/`));
  expectData(await owner.client.delete(`items/${item.id}/`));
  await findNothing(owner, 'quay', 'dumplings', 'compass');
  expectData(await owner.client.in(hub).post(`posts/${post.id}/restore/`));
  expect(await find(owner, 'dumplings')).toHaveLength(1);
});

test('shows no comments on what the reader can’t see, or sees only because it is public', async () => {
  const { owner, member, hub, space, item, find, findNothing } = await discussed();
  const guest = await addMember(server.client, owner, hub, 'guest');
  await findNothing(guest, 'lanterns', 'chestnuts', 'gondolier');
  // The document becomes private, and its comments with it.
  expectData(await owner.client.patch(`items/${item.id}/`, { visibility: 'private' }));
  await findNothing(member, 'lanterns');
  expect(await find(owner, 'lanterns')).toHaveLength(1);
  expect(await find(member, 'gondolier')).toHaveLength(1);
  expectData(
    await owner.client.put(`items/${item.id}/access/`, {
      people: [{ user_id: guest.user.id, role: 'viewer' }],
    }),
  );
  expect(await find(guest, 'lanterns')).toHaveLength(1);
  await findNothing(guest, 'chestnuts');
  // It is public now: to everybody, without what people say about it.
  expectData(await owner.client.patch(`items/${item.id}/`, { visibility: 'public', disclosure: 'accepted' }));
  const outside = await server.client.in(hub).get('search/', { query: { q: 'ferry' } });
  expect(expectData(outside)).toHaveLength(1);
  for (const q of ['lanterns', 'chestnuts', 'kind:comment', 'kind:post'])
    expect(expectData(await server.client.in(hub).get('search/', { query: { q } })), q).toEqual([]);
  // Its comments move with it into a space that the member is not in.
  const elsewhere = await createSpace(owner, hub, { visibility: 'private', name: 'Elsewhere' });
  await confirmed((body) => owner.client.patch(`items/${item.id}/`, { visibility: 'shared', ...body }));
  expect(await find(member, 'lanterns')).toHaveLength(1);
  await confirmed((body) =>
    owner.client.post(`items/${item.id}/move/`, { space: elsewhere.slug, parent: null, ...body }),
  );
  await findNothing(member, 'lanterns');
  const [moved] = await find(owner, `in:${elsewhere.slug} lanterns`);
  expect(moved?.space.slug).toBe(elsewhere.slug);
  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility: 'private' }));
  await findNothing(member, 'gondolier', 'chestnuts');
});
