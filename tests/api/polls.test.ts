import { beforeAll, expect, test } from 'vitest';
import type { Post } from '#lib/contract/post.ts';
import { createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createMembers } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

type Cast = Awaited<ReturnType<typeof createMembers>> & { space: { slug: string } };
let cast: Cast;
beforeAll(async () => {
  const members = await createMembers(server.client);
  const space = await createSpace(members.owner, members.hub, { default_role: 'commenter' });
  cast = { ...members, space };
});

const begin = (person: TestAccount, poll: object) =>
  person.client
    .in(cast.hub)
    .post(`spaces/${cast.space.slug}/posts/`, { title: 'Which day?', body: '', poll });
const vote = (person: TestAccount, { id }: Post, options: number[]) =>
  person.client.put(`posts/${id}/vote/`, { options });
const votesFor = ({ poll }: Post) => poll?.options.map(({ votes }) => votes);

test('counts one vote a person, which they may change and take back', async () => {
  const post = expectData(await begin(cast.member, { options: ['Monday', 'Tuesday'] }), 201);
  expect(post.poll).toEqual({
    options: [
      { number: 0, text: 'Monday', votes: 0, chosen: false },
      { number: 1, text: 'Tuesday', votes: 0, chosen: false },
    ],
    ...{ multiple: false, voters: 0, closes_at: null, closed: false, allowed: ['vote', 'close'] },
    wording: expect.any(String),
  });
  expectData(await vote(cast.other, post, [0]));
  const changed = expectData(await vote(cast.other, post, [1]));
  expect(votesFor(changed)).toEqual([0, 1]);
  expect(changed.poll?.options[1]?.chosen).toBe(true);
  const mine = expectData(await vote(cast.member, post, [1]));
  expect([votesFor(mine), mine.poll?.voters]).toEqual([[0, 2], 2]);
  expect(votesFor(expectData(await vote(cast.other, post, [])))).toEqual([0, 1]);
  expectRefusal(await vote(cast.other, post, [0, 1]), 422);
  expectRefusal(await vote(cast.other, post, [2]), 422);
  const parallel = await Promise.all([0, 1, 0, 1].map((number) => vote(cast.other, post, [number])));
  for (const one of parallel) expectData(one);
  const now = expectData(await cast.other.client.get(`posts/${post.id}/`));
  expect(now.poll?.options.filter(({ chosen }) => chosen)).toHaveLength(1);
});

test('counts several options of a person where a poll allows it', async () => {
  const post = expectData(await begin(cast.member, { options: ['A', 'B', 'C'], multiple: true }), 201);
  const voted = expectData(await vote(cast.other, post, [0, 2]));
  expect([votesFor(voted), voted.poll?.voters]).toEqual([[1, 0, 1], 1]);
});

test('takes no votes once it is closed, by its author, an editor or its time', async () => {
  const post = expectData(await begin(cast.member, { options: ['Yes', 'No'] }), 201);
  expectRefusal(await cast.other.client.post(`posts/${post.id}/close-poll/`), 403);
  const closed = expectData(await cast.member.client.post(`posts/${post.id}/close-poll/`));
  expect(closed.poll).toMatchObject({ closed: true, allowed: [] });
  expectRefusal(await vote(cast.other, post, [0]), 409, 'poll_closed');
  const past = { options: ['Yes', 'No'], closes_at: '2026-01-01T00:00:00Z' };
  expectRefusal(
    await vote(cast.other, expectData(await begin(cast.member, past), 201), [0]),
    409,
    'poll_closed',
  );
  const other = expectData(await begin(cast.member, { options: ['Yes', 'No'] }), 201);
  expectData(await cast.owner.client.post(`posts/${other.id}/close-poll/`));
});

test('writes the number of votes for each option into the hub’s archive, and no names', async () => {
  const poll = { options: ['Thursday', 'Friday'], multiple: true };
  const post = expectData(await begin(cast.member, poll), 201);
  expectData(await vote(cast.other, post, [0]));
  const response = await cast.owner.client.fetch('GET', `hubs/${cast.hub.domain_handle}/export/`);
  const files = await readArchive(Buffer.from(await response.arrayBuffer()));
  const posts: { id: string; poll: unknown }[] = JSON.parse(
    files.get('metadata/discussions.json')?.toString() ?? '',
  );
  const exported = posts.find(({ id }) => id === post.id);
  expect(exported?.poll).toEqual({
    ...{ multiple: true, closes_at: null },
    options: [
      { text: 'Thursday', votes: 1 },
      { text: 'Friday', votes: 0 },
    ],
  });
  expect(JSON.stringify(exported)).not.toContain(cast.other.user.id);
});

const untilSomebodyWaits = () =>
  eventually(async () => {
    const waiting = await server.sql(
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    expect(waiting.length, 'somebody waits').toBeGreaterThan(0);
  });

test('leaves a vote that comes while its author corrects the poll', async () => {
  const post = expectData(await begin(cast.member, { options: ['Red', 'Bleu'] }), 201);
  await server.sql('begin');
  await server.sql('select from poll where post_id = $1 for update', [post.id]);
  const correction = cast.member.client.patch(`posts/${post.id}/`, { poll: { options: ['Red', 'Blue'] } });
  await untilSomebodyWaits();
  await server.sql('insert into poll_vote (post_id, number, user_id) values ($1, 1, $2)', [
    post.id,
    cast.other.user.id,
  ]);
  await server.sql('commit');
  expectRefusal(await correction, 409, 'poll_has_votes');
  const now = expectData(await cast.other.client.get(`posts/${post.id}/`));
  expect([now.poll?.options[1]?.text, now.poll?.options[1]?.chosen]).toEqual(['Bleu', true]);
});

test('takes votes for the options that were read, and not for what came in their place', async () => {
  const post = expectData(await begin(cast.member, { options: ['Red', 'Blue'] }), 201);
  const change = (options: string[]) => cast.member.client.patch(`posts/${post.id}/`, { poll: { options } });
  const voteAsRead = () =>
    cast.other.client.put(`posts/${post.id}/vote/`, { options: [0], wording: post.poll?.wording });
  expectData(await change(['Blue', 'Red']));
  expectRefusal(await voteAsRead(), 409, 'poll_changed');
  expectData(await change(['Red', 'Blue']));
  expect(votesFor(expectData(await voteAsRead()))).toEqual([1, 0]);
});

test('a change of the title leaves a text that was changed meanwhile, and its HTML', async () => {
  const post = expectData(await begin(cast.member, { options: ['Red', 'Blue'] }), 201);
  await server.sql('begin');
  await server.sql(`update post set body = 'New text', html = '<p>New text</p>' where id = $1`, [post.id]);
  const change = cast.member.client.patch(`posts/${post.id}/`, { title: 'New title', body: post.body });
  await untilSomebodyWaits();
  await server.sql('commit');
  expect(expectData(await change)).toMatchObject({
    title: 'New title',
    body: 'New text',
    html: '<p>New text</p>',
  });
});

test('a time to close is stored whatever its offset is, and refused where no calendar has it', async () => {
  const post = expectData(await begin(cast.member, { options: ['Yes', 'No'] }), 201);
  const closing = (closes_at: string) =>
    cast.member.client.patch(`posts/${post.id}/`, { poll: { options: ['Yes', 'No'], closes_at } });
  for (const [sent, stored] of [
    ['2030-01-02T00:00:00+23:59', '2030-01-01T00:01:00.000Z'],
    ['2030-01-01T00:00:00-16:00', '2030-01-01T16:00:00.000Z'],
    [`2030-01-01T00:00:00.${'1'.repeat(500)}Z`, '2030-01-01T00:00:00.111Z'],
  ] as const)
    expect(expectData(await closing(sent)).poll?.closes_at).toBe(stored);
  for (const sent of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])
    expectRefusal(await closing(sent), 422);
  const now = expectData(await cast.member.client.get(`posts/${post.id}/`));
  expect(now.poll?.closes_at).toBe('2030-01-01T00:00:00.111Z');
});

test('refuses polls without two different options, and votes of those who may not write', async () => {
  for (const options of [['Yes'], ['Yes', 'Yes'], Array.from({ length: 21 }, (_, at) => `Option ${at}`)]) {
    expectRefusal(await begin(cast.member, { options }), 422);
  }
  const post = expectData(await begin(cast.member, { options: ['Yes', 'No'] }), 201);
  expectRefusal(await vote(cast.stranger, post, [0]), 404);
  expectData(
    await cast.owner.client.in(cast.hub).patch(`spaces/${cast.space.slug}/`, { default_role: 'viewer' }),
  );
  expectRefusal(await vote(cast.other, post, [0]), 403);
});
