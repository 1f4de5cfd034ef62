import { expect, test } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import type { ListedPost, Post } from '#lib/contract/post.ts';
import type { Space } from '#lib/contract/space.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import { createSpace } from '#tests/harness/accounts.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** A space where members comment; its owner is the hub's. */
async function createForum(visibility: 'public' | 'shared' | 'private' = 'shared') {
  const people = await createMembers(server.client);
  const space = await createSpace(people.owner, people.hub, { visibility, default_role: 'commenter' });
  return { ...people, space };
}

type Forum = { hub: Hub; space: Space };

const begin = async (by: TestAccount, { hub, space }: Forum, title: string, body = '') =>
  expectData(await by.client.in(hub).post(`spaces/${space.slug}/posts/`, { title, body }), 201);
const list = async (by: TestAccount, { hub, space }: Forum, query = '') =>
  expectData(await by.client.in(hub).get(`spaces/${space.slug}/posts/${query}`));
const reply = async (by: TestAccount, { id }: Post, body: string) =>
  expectData(await by.client.post(`posts/${id}/replies/`, { body }), 201);
const titles = (posts: ListedPost[]) => posts.map(({ title }) => title);

test('lists the newest activity first, pinned posts above it, page by page', async () => {
  const forum = await createForum();
  const { owner, member } = forum;
  const posts: Post[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four'])
    posts.push(await begin(member, forum, name, `**${name}**`));
  const [one, two] = posts;
  if (!one || !two) throw new Error('there are posts');
  expect(titles(await list(member, forum))).toEqual(['Four', 'Three', 'Two', 'One']);
  await reply(owner, one, 'Up');
  expect(titles(await list(member, forum))).toEqual(['One', 'Four', 'Three', 'Two']);
  expectRefusal(await member.client.patch(`posts/${two.id}/`, { pinned: true }), 403);
  expectData(await owner.client.patch(`posts/${two.id}/`, { pinned: true }));
  const first = await member.client.in(forum.hub).get(`spaces/${forum.space.slug}/posts/?page_size=2`);
  expect(titles(first.data)).toEqual(['Two', 'One']);
  expect(first.data[0]).toMatchObject({ excerpt: 'Two', reply_count: 0 });
  const rest = await list(member, forum, `?page_size=2&after=${encodeURIComponent(first.body.next ?? '')}`);
  expect(titles(rest)).toEqual(['Four', 'Three']);
  expect(await list(member, forum, '?after=x')).toEqual([]);
  expect(titles(await list(member, forum, '?q=thre'))).toEqual(['Three']);
});

test('is unread for others until they read it, and again after a reply', async () => {
  const forum = await createForum();
  const { member, other } = forum;
  const post = await begin(member, forum, 'News');
  const unread = async (by: TestAccount) => (await list(by, forum))[0]?.unread;
  expect(await unread(member)).toBe(false);
  expect(await unread(other)).toBe(true);
  expectData(await other.client.post(`posts/${post.id}/read/`));
  expect(await unread(other)).toBe(false);
  await reply(other, post, 'Fine');
  expect(await unread(other)).toBe(false);
  expect(await unread(member)).toBe(true);
});

test('takes replies, reactions and changes of its author, and no reply while it is locked', async () => {
  const forum = await createForum();
  const { owner, member, other } = forum;
  const post = await begin(member, forum, 'Plan', 'A *plan*');
  expect(post.html).toBe('<p>A <em>plan</em></p>\n');
  const replied = await reply(other, post, 'Good');
  expect(replied).toMatchObject({ post_id: post.id, item_id: null, parent_id: null });
  // A reply to a reply is one to the post.
  const second = await member.client.post(`comments/${replied.id}/replies/`, { body: 'Thanks' });
  expect(expectData(second, 201)).toMatchObject({ post_id: post.id, parent_id: null });
  expectRefusal(await member.client.post(`comments/${replied.id}/resolve/`), 409, 'not_a_thread');
  const liked = await other.client.put(`posts/${post.id}/reactions/${encodeURIComponent('🎉')}/`);
  expect(expectData(liked).reactions).toMatchObject({ '🎉': { count: 1, mine: true } });
  expectRefusal(await other.client.patch(`posts/${post.id}/`, { title: 'Mine' }), 403);
  expectRefusal(await owner.client.patch(`posts/${post.id}/`, { body: 'Theirs' }), 403);
  const changed = await member.client.patch(`posts/${post.id}/`, { title: 'The plan' });
  expect(expectData(changed)).toMatchObject({ title: 'The plan', body: 'A *plan*', reply_count: 2 });
  expectData(await owner.client.patch(`posts/${post.id}/`, { locked: true }));
  expectRefusal(await other.client.post(`posts/${post.id}/replies/`, { body: 'a' }), 409, 'post_locked');
  expectRefusal(
    await other.client.post(`comments/${replied.id}/replies/`, { body: 'a' }),
    409,
    'post_locked',
  );
  expectData(await other.client.delete(`comments/${replied.id}/`));
  const replies = expectData(await other.client.get(`posts/${post.id}/replies/`));
  expect(replies.map(({ body }) => body)).toEqual(['Thanks']);
  expect(expectData(await other.client.get(`posts/${post.id}/`)).reply_count).toBe(1);
});

test('lists its replies from either side of one of them', async () => {
  const forum = await createForum();
  const { member } = forum;
  const post = await begin(member, forum, 'Plan');
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await reply(member, post, `Reply ${n}`)).id);
  const list = (query: string) => member.client.get(`posts/${post.id}/replies/?page_size=2&${query}`);
  const before = await list(`before=${ids[3]}`);
  expect(before.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(before.body.next).toBe(ids[1]);
  expect((await list(`before=${before.body.next}`)).data.map(({ id }) => id)).toEqual([ids[0]]);
  expect((await list(`after=${ids[1]}`)).data.map(({ id }) => id)).toEqual([ids[2], ids[3]]);
});

test('goes to the trash, from where only who put it there and editors restore it', async () => {
  const forum = await createForum();
  const { hub, owner, member, other } = forum;
  const post = await begin(member, forum, 'Doubtful');
  const replied = await reply(other, post, 'Indeed');
  expectRefusal(await other.client.delete(`posts/${post.id}/`), 403);
  expectData(await owner.client.delete(`posts/${post.id}/`));
  expect(await list(member, forum)).toEqual([]);
  for (const path of [`posts/${post.id}/`, `posts/${post.id}/replies/`, `comments/${replied.id}/`])
    expectRefusal(await member.client.get(path), 404);
  expectRefusal(await member.client.post(`posts/${post.id}/replies/`, { body: 'a' }), 404);
  expectRefusal(await member.client.post(`posts/${post.id}/restore/`), 403);
  expectRefusal(await member.client.in(hub).get(`spaces/${forum.space.slug}/posts/?trashed=true`), 403);
  expect(titles(await list(owner, forum, '?trashed=true'))).toEqual(['Doubtful']);
  const [entry] = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/`));
  expect(entry?.action).toBe('post.deleted');
  expectData(await owner.client.post(`posts/${post.id}/restore/`));
  expect(titles(await list(member, forum))).toEqual(['Doubtful']);
  expectData(await member.client.delete(`posts/${post.id}/`));
  expectData(await member.client.post(`posts/${post.id}/restore/`));
});

test('is for people of the hub with a role in the space, also where the space is public', async () => {
  const forum = await createForum('public');
  const { hub, space, member, guest, stranger } = forum;
  const post = await begin(member, forum, 'Ours');
  for (const by of [guest, stranger]) {
    expectData(await by.client.in(hub).get(`spaces/${space.slug}/`));
    expectRefusal(await by.client.in(hub).get(`spaces/${space.slug}/posts/`), 403);
    expectRefusal(await by.client.get(`posts/${post.id}/`), 403);
  }
  expectRefusal(await server.client.in(hub).get(`spaces/${space.slug}/posts/`), 401);
  const closed = await createForum('private');
  const secret = await begin(closed.owner, closed, 'Secret');
  for (const by of [closed.member, closed.admin, closed.stranger])
    expectRefusal(await by.client.get(`posts/${secret.id}/`), 404);
});

test('refuses bad input under its field, and shows no script', async () => {
  const forum = await createForum();
  const { hub, space, member } = forum;
  const path = `spaces/${space.slug}/posts/`;
  for (const [field, body] of [
    ['title', { body: '' }],
    ['title', { title: '', body: '' }],
    ['title', { title: 'a'.repeat(256), body: '' }],
    ['body', { title: 'a' }],
    ['body', { title: 'a', body: 'a'.repeat(20_001) }],
    ['poll', { title: 'a', body: '', poll: [] }],
  ] as const) {
    const response = await member.client.in(hub).post(path, body);
    expectRefusal(response, 422);
    expect(Object.keys(response.body.fields ?? {})).toEqual([field]);
  }
  const script = '<img src=x onerror=alert(1)><script>alert(1)</script>';
  const post = await begin(member, forum, script, `${script}\n\n[x](javascript:alert(1))`);
  expect(post.title).toBe(script);
  expect(post.html).not.toMatch(/<(script|img)|href="javascript/i);
  expectRefusal(
    await member.client.in(hub).post(path, { title: 'a', body: `@[x](user:${post.id})` }),
    422,
    'mention_without_access',
  );
});

test('a text that mentions somebody who left can be changed, and mentions nobody else without access', async () => {
  const forum = await createForum();
  const { owner, member, other, hub } = forum;
  const mention = `@[x](user:${other.user.id})`;
  const post = await begin(member, forum, 'Plan', `Ask ${mention}`);
  const comment = await reply(member, post, `And ${mention}`);
  const name = /data-mention="[^"]*">(@[^<]+)</.exec(post.html)?.[1] ?? '';
  expect(name).toMatch(/^@./);
  expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${other.user.id}/`));

  const titled = expectData(await member.client.patch(`posts/${post.id}/`, { title: 'The plan' }));
  expect(titled).toMatchObject({ title: 'The plan', html: post.html });
  const written = expectData(await member.client.patch(`posts/${post.id}/`, { body: `Now ${mention}` }));
  expect(written.html).toContain(name);
  const corrected = expectData(
    await member.client.patch(`comments/${comment.id}/`, { body: `Also ${mention}` }),
  );
  expect(corrected.html).toContain(name);

  expectData(await member.client.patch(`posts/${post.id}/`, { body: 'Nobody' }));
  expectRefusal(
    await member.client.patch(`posts/${post.id}/`, { body: mention }),
    422,
    'mention_without_access',
  );
});

test('counts what is unread by space, keeps a reply unread that came after loading, and marks all as read', async () => {
  const forum = await createForum();
  const { member, other, hub, space } = forum;
  const [one] = [await begin(member, forum, 'One'), await begin(member, forum, 'Two')];
  const counted = async (by: TestAccount) => expectData(await by.client.in(hub).get('unread-posts/'));
  expect(await counted(member)).toEqual([]);
  expect(await counted(other)).toEqual([{ space_slug: space.slug, count: 2 }]);
  const seen = await reply(member, one, 'Seen');
  await reply(member, one, 'Came after it was loaded');
  const read = (last_reply?: string | null) =>
    other.client.post(`posts/${one.id}/read/`, last_reply === undefined ? undefined : { last_reply });
  expectData(await read(null));
  expectData(await read(seen.id));
  const unread = async () =>
    (await list(other, forum)).filter((post) => post.unread).map(({ title }) => title);
  expect(await unread()).toEqual(['One', 'Two']);
  expectData(await read());
  // Anybody who read further stays there.
  expectData(await read(null));
  expect(await unread()).toEqual(['Two']);
  expect(await counted(other)).toEqual([{ space_slug: space.slug, count: 1 }]);
  expectData(await other.client.in(hub).post(`spaces/${space.slug}/posts/read/`));
  expect(await counted(other)).toEqual([]);
  expect(await unread()).toEqual([]);
  await reply(member, one, 'News');
  expect(await counted(other)).toEqual([{ space_slug: space.slug, count: 1 }]);
});

test('counts what is unread among the newest posts of a space, of which it may have any number', async () => {
  const forum = await createForum();
  const { member, other, hub, space } = forum;
  const oldest = await begin(member, forum, 'Oldest');
  await server.sql(
    `insert into post (id, hub_id, space_id, title, body, html, created_by, created_at, active_at)
      select gen_random_uuid(), hub_id, space_id, 'Later ' || n, '', '', created_by, now(), now() + n * interval '1 ms'
      from post cross join generate_series(1, 499) as n where id = $1`,
    [oldest.id],
  );
  await other.client.in(hub).post(`spaces/${space.slug}/posts/read/`);
  const counted = async () => expectData(await other.client.in(hub).get('unread-posts/'));
  await server.sql('delete from post_read where post_id = $1', [oldest.id]);
  expect(await counted()).toEqual([{ space_slug: space.slug, count: 1 }]);
  // One more, and the oldest is not looked at any more.
  const newest = await begin(member, forum, 'Newest');
  expectData(await other.client.post(`posts/${newest.id}/read/`));
  expect(await counted()).toEqual([]);
});

test('counts nothing in spaces whose discussions are not for the reader', async () => {
  const forum = await createForum('private');
  await begin(forum.owner, forum, 'Secret');
  expect(expectData(await forum.member.client.in(forum.hub).get('unread-posts/'))).toEqual([]);
});

test('a poll is added, corrected and removed by its author while nobody has voted', async () => {
  const forum = await createForum();
  const { owner, member, other } = forum;
  const post = await begin(member, forum, 'Sails');
  const set = (by: TestAccount, poll: object | null) => by.client.patch(`posts/${post.id}/`, { poll });
  expectRefusal(await set(owner, { options: ['Red', 'Blue'] }), 403);
  const added = expectData(await set(member, { options: ['Red', 'Bleu'] }));
  expect(added.poll?.options.map(({ text }) => text)).toEqual(['Red', 'Bleu']);
  expect(added).toMatchObject({ html: post.html, edited_at: null });
  const corrected = expectData(await set(member, { options: ['Red', 'Blue', 'None'], multiple: true }));
  expect(corrected.poll).toMatchObject({ multiple: true, voters: 0 });
  expect(expectData(await set(member, null)).poll).toBeNull();
  expectRefusal(await set(member, { options: ['Red', 'Red'] }), 422);
  expectData(await set(member, { options: ['Red', 'Blue'] }));
  expectData(await other.client.put(`posts/${post.id}/vote/`, { options: [1] }));
  expectRefusal(await set(member, { options: ['Red', 'Green'] }), 409, 'poll_has_votes');
  expectRefusal(await set(member, null), 409, 'poll_has_votes');
  // Taken back, it is free again.
  expectData(await other.client.put(`posts/${post.id}/vote/`, { options: [] }));
  expectData(await set(member, { options: ['Red', 'Green'] }));
});

test('lists the latest discussions of all spaces whose discussions are for the reader', async () => {
  const forum = await createForum();
  const { owner, member, hub } = forum;
  const secret = await createSpace(owner, hub, { visibility: 'private' });
  const archived = await createSpace(owner, hub, { visibility: 'shared', default_role: 'commenter' });
  const first = await begin(member, forum, 'First');
  await begin(owner, { hub, space: secret }, 'Secret');
  await begin(owner, { hub, space: archived }, 'Archived');
  expectData(await owner.client.in(hub).post(`spaces/${archived.slug}/archive/`));
  const second = await begin(owner, forum, 'Second');
  const trashed = await begin(owner, forum, 'Trashed');
  expectData(await owner.client.delete(`posts/${trashed.id}/`));
  const latest = async (by: TestAccount, query = '') =>
    expectData(await by.client.in(hub).get(`latest-posts/${query}`));

  expect(titles(await latest(owner))).toEqual(['Second', 'Secret', 'First']);
  expect(titles(await latest(member))).toEqual(['Second', 'First']);
  await reply(member, first, 'Up');
  const [up] = await latest(member, '?page_size=1');
  expect(up).toMatchObject({
    ...{ id: first.id, reply_count: 1, unread: false, allowed: ['reply', 'react', 'change', 'delete'] },
    space: { slug: forum.space.slug, name: forum.space.name },
  });
  expect((await latest(owner)).map(({ unread }) => unread)).toEqual([true, false, false]);
  expectData(await owner.client.patch(`posts/${second.id}/`, { pinned: true }));
  expect(titles(await latest(owner))).toEqual(['First', 'Second', 'Secret']);
});

test('looks for the latest discussions among the 2,000 newest of the hub, and lists a page of them', async () => {
  const forum = await createForum();
  const { owner, member, hub } = forum;
  await begin(owner, forum, 'First');
  await begin(owner, forum, 'Second');
  const secret = await createSpace(owner, hub, { visibility: 'private' });
  await begin(owner, { hub, space: secret }, 'Secret');
  const later = (count: number) =>
    server.sql(
      `insert into post (id, hub_id, space_id, title, body, html, created_by, created_at, active_at)
        select gen_random_uuid(), hub_id, space_id, 'Later', '', '', created_by, now(), now()
        from post cross join generate_series(1, $2::int) where hub_id = $1 and title = 'Secret'`,
      [hub.id, count],
    );
  const latest = async (by: TestAccount, query = '') =>
    titles(expectData(await by.client.in(hub).get(`latest-posts/${query}`)));
  await later(1_997);
  expect(await latest(member)).toEqual(['Second', 'First']);
  expect(await latest(member, '?page_size=1')).toEqual(['Second']);
  expect(await latest(owner, '?page_size=3')).toEqual(['Later', 'Later', 'Later']);
  await later(1);
  expect(await latest(member)).toEqual(['Second']);
});
